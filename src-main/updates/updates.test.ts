import { beforeEach, expect, test, vi } from 'vitest';
import type { UpdateState } from '../bridge.ts';
import { inMenu } from './menu-words.ts';
import type { Updater } from './updater.ts';
import { createUpdates } from './updates.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** Replaces electron-updater: `answer` is the server's answer. */
function fakeUpdater(answer: () => string | null) {
  const calls = { checks: 0, installs: [] as boolean[] };
  const downloads: { progress: (percent: number) => void; end: (error?: Error) => void }[] = [];
  const updater: Updater = {
    check: async () => {
      calls.checks += 1;
      return answer();
    },
    download: (progress, signal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('canceled')));
        downloads.push({ progress, end: (error) => (error ? reject(error) : resolve()) });
      }),
    installOnQuit: (enabled) => void calls.installs.push(enabled),
  };
  return { updater, calls, downloads };
}

function desk(setting: boolean | null, answer: () => string | null = () => '2.0.0') {
  const fake = fakeUpdater(answer);
  const loads = { count: 0 };
  const states: UpdateState[] = [];
  const user = { setting };
  const updates = createUpdates({
    obstacle: null,
    setting: () => user.setting,
    load: async () => {
      loads.count += 1;
      return fake.updater;
    },
    changed: () => states.push(updates.state()),
  });
  const settled = () => vi.advanceTimersByTimeAsync(0);
  return { ...fake, updates, states, user, loads, settled };
}

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

test.each([null, false])('with the answer %s nothing is loaded or requested, today or later', async (setting) => {
  const { updates, loads } = desk(setting);
  updates.follow();
  await updates.check();
  await updates.download();
  await vi.advanceTimersByTimeAsync(3 * dayMs);
  expect(loads.count).toBe(0);
  expect(updates.state()).toEqual({ kind: setting === null ? 'unasked' : 'off' });
});

test('a copy that cannot update itself requests nothing, whatever the setting', async () => {
  const load = vi.fn();
  const changed = () => {};
  const updates = createUpdates({ obstacle: 'package_manager', setting: () => true, load, changed });
  updates.follow();
  await updates.check();
  expect(updates.state()).toEqual({ kind: 'impossible', reason: 'package_manager' });
  expect(load).not.toHaveBeenCalled();
});

test('it checks at the start and once a day', async () => {
  const { updates, calls, loads, settled } = desk(true, () => null);
  updates.follow();
  expect(updates.state()).toEqual({ kind: 'checking' });
  await settled();
  expect(updates.state()).toEqual({ kind: 'none' });
  await vi.advanceTimersByTimeAsync(2 * dayMs);
  expect([calls.checks, loads.count]).toEqual([3, 1]);
});

test('a version is downloaded only on request, and is then ready', async () => {
  const { updates, downloads, settled } = desk(true);
  updates.follow();
  await settled();
  expect(updates.state()).toEqual({ kind: 'available', version: '2.0.0' });
  expect(downloads).toEqual([]);
  const done = updates.download();
  expect(updates.state()).toEqual({ kind: 'downloading', version: '2.0.0', percent: 0 });
  downloads[0]?.progress(41.7);
  expect(updates.state()).toEqual({ kind: 'downloading', version: '2.0.0', percent: 41 });
  // Neither a check nor a second download disturbs it.
  await updates.check();
  await updates.download();
  downloads[0]?.end();
  await done;
  expect(updates.state()).toEqual({ kind: 'ready', version: '2.0.0' });
  expect(downloads).toHaveLength(1);
});

test('switched off it stops its download, checks no more and installs nothing; switched on it checks again', async () => {
  const { updates, user, calls, downloads, settled } = desk(true);
  updates.follow();
  await settled();
  const done = updates.download();
  user.setting = false;
  updates.follow();
  await done;
  expect(updates.state()).toEqual({ kind: 'off' });
  await vi.advanceTimersByTimeAsync(2 * dayMs);
  expect(calls).toEqual({ checks: 1, installs: [false] });
  user.setting = true;
  updates.follow();
  await settled();
  expect(updates.state()).toEqual({ kind: 'available', version: '2.0.0' });
  expect(calls).toEqual({ checks: 2, installs: [false, true] });
  expect(downloads).toHaveLength(1);
});

test.each([
  ['unreachable', 'getaddrinfo ENOTFOUND updates.example.com'],
  ['unreachable', 'net::ERR_INTERNET_DISCONNECTED'],
  ['missing', 'Cannot find channel "latest.yml" update info: HttpError: 404'],
  ['unverified', 'sha512 checksum mismatch, expected a, got b'],
  ['disk', 'ENOSPC: no space left on device, write'],
  ['other', 'Cannot parse update info'],
] as const)('a failure is reported as %s (%s), and the next check may succeed', async (reason, detail) => {
  let isFailing = true;
  const { updates, settled } = desk(true, () => {
    if (isFailing) throw new Error(`${detail}\n    at somewhere`);
    return null;
  });
  updates.follow();
  await settled();
  expect(updates.state()).toEqual({ kind: 'failed', reason, detail });
  isFailing = false;
  await updates.check();
  expect(updates.state()).toEqual({ kind: 'none' });
});

test('each state has its text in the menu', async () => {
  const { updates, states, downloads, settled } = desk(true);
  updates.follow();
  await settled();
  const done = updates.download();
  downloads[0]?.end(new Error('checksum mismatch'));
  await done;
  expect(states.map(inMenu)).toEqual(['checking', 'checking', '2.0.0 available', 'downloading 2.0.0', 'failed']);
});
