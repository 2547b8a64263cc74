import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { desktopApi } from '../scripts/lib/desktop-api.ts';
import { eventually } from './testing/desktop.ts';
import { bridgeOf, desktopStarter } from './testing/desktops.ts';

const start = desktopStarter();

describe('a data folder with problems', () => {
  const withFolder = () => mkdtempSync(join(tmpdir(), 'benchtop-trouble-'));

  test('without a writable log folder, the app starts and says so', async () => {
    const dataDir = withFolder();
    writeFileSync(join(dataDir, 'logs'), 'not a folder');
    const desktop = start({ dataDir });
    await bridgeOf(desktop);
    expect(desktop.output()).toContain('The log cannot be written');
    await desktop.call('clickMenu', 'Copy diagnostics');
    expect((await desktop.call('recorded')).clipboard).toContain('Benchtop 0.1.0');
    await desktop.dispose();
  });

  test('settings that cannot be stored are refused with the reason, and stay unchanged', async () => {
    const dataDir = withFolder();
    mkdirSync(join(dataDir, 'desktop.json'));
    const desktop = start({ dataDir });
    const { serverUrl } = await bridgeOf(desktop);
    await expect(desktop.call('invoke', 'desktop:settings', serverUrl, { startAtLogin: true })).rejects.toThrow(
      'The settings cannot be stored',
    );
    expect(await desktop.call('invoke', 'desktop:settings', serverUrl)).toMatchObject({ startAtLogin: false });
    await desktop.dispose();
  });

  test('a database that cannot be opened is reported with the reason, and the app can be quit', async () => {
    const dataDir = withFolder();
    mkdirSync(join(dataDir, 'benchtop.sqlite'));
    const desktop = start({ dataDir });
    const { dialogs } = await eventually(async () => {
      const recorded = await desktop.call('recorded');
      return recorded.dialogs.length > 0 && recorded;
    });
    expect(dialogs[0]?.message).toBe('The server is not running.');
    expect(dialogs[0]?.detail).toContain('benchtop.sqlite');
    await desktop.call('clickMenu', 'New window');
    await desktop.call('clickMenu', 'Open in browser');
    await eventually(
      async () => (await desktop.call('recorded')).dialogs[1]?.message === 'No link can be created now.',
    );
    rmSync(join(dataDir, 'logs'), { recursive: true });
    await desktop.call('clickMenu', 'Open log folder');
    await eventually(async () =>
      (await desktop.call('recorded')).dialogs[2]?.message.endsWith('logs cannot be opened.'),
    );
    await desktop.call('clickMenu', 'Copy diagnostics');
    expect((await desktop.call('recorded')).clipboard).toContain('Server: not started');
    await desktop.call('quit');
    expect(await desktop.exited).toBe(0);
  });
});

test('a server that stops repeatedly is reported, starts again on demand, and is watched only once', async () => {
  // The tray watches too.
  const desktop = start({ env: { STAND_IN_NO_TRAY: '1' } });
  const bridge = await bridgeOf(desktop);
  await desktop.call('answerNextDialog', 0);
  for (let life = 0; life < 6; life += 1) {
    const pid = await eventually(async () => (await desktop.call('recorded')).serverPids[life]);
    process.kill(pid, 'SIGKILL');
  }
  const { dialogs } = await eventually(async () => {
    const recorded = await desktop.call('recorded');
    return recorded.serverPids.length === 7 && recorded;
  });
  expect(dialogs.map(({ message }) => message)).toEqual(['The server is not running.']);
  const project = await eventually(() => desktopApi(bridge, '/api/projects/@current/'));
  const other = new DatabaseSync(join(desktop.dataDir, 'benchtop.sqlite'));
  other.exec('BEGIN IMMEDIATE');
  await desktopApi(bridge, '/capture/', { api_key: project.api_key, event: 'held', distinct_id: 'desk' });
  const notifications = async () => (await desktop.call('recorded')).notifications;
  await eventually(async () => (await notifications()).length > 0);
  // Two rounds of the watch.
  await delay(4_500);
  expect(await notifications()).toHaveLength(1);
  other.exec('ROLLBACK');
  other.close();
});
