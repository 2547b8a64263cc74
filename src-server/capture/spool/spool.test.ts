import fs, { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeEach, expect, test, vi } from 'vitest';
import { serverStatus } from '../../events/contract.ts';
import { serverForEach } from '../../testing/server-hooks.ts';

const server = serverForEach({ report: (error) => reported.push(error) });
let reported: unknown[];
beforeEach(() => {
  reported = [];
});

/** Locks the database like another program: writes fail with SQLITE_BUSY until the release. */
function lockDatabase(): { release(): void } {
  const other = new Database(join(server.dataDir, 'benchtop.sqlite'));
  other.exec('BEGIN IMMEDIATE');
  return {
    release() {
      other.exec('ROLLBACK');
      other.close();
    },
  };
}

const folder = () => join(server.dataDir, 'dead-letter');
const files = () => (existsSync(folder()) ? readdirSync(folder()) : []);
const storage = async () => serverStatus.parse((await server.api('GET', '/api/status/')).body).storage;
const events = () => server.events('limit=1000');
const isRecovered = () =>
  vi.waitFor(async () => expect(await storage()).toMatchObject({ state: 'ok' }), { timeout: 10_000 });

test('while the database is locked, events are spooled and acknowledged, and replayed in order afterwards', async () => {
  await server.capture({ event: 'before', distinct_id: 'ann' });
  const lock = lockDatabase();
  for (const event of ['first', 'second']) {
    expect(await server.capture({ event, distinct_id: 'ann' })).toMatchObject({ status: 200, body: { status: 1 } });
  }
  const batch = [{ event: 'third', distinct_id: 'bob' }, { event: '' }];
  expect((await server.capture({ batch }, '/batch/')).status).toBe(200);
  expect(await storage()).toMatchObject({ state: 'spooling', spooled: 4, error: expect.stringContaining('locked') });
  expect((await events()).map(({ event }) => event)).toEqual(['before']);
  lock.release();
  await isRecovered();
  expect((await events()).map(({ event }) => event)).toEqual(['third', 'second', 'first', 'before']);
  expect(files()).toEqual([]);
  expect(await server.events('status=dropped')).toHaveLength(1);
});

test('requests that arrive while a retry fails do not stop the retries', async () => {
  const lock = lockDatabase();
  // Longer than the pause before the first retry; one request is always under way.
  const until = Date.now() + 1800;
  let sent = 0;
  for (; Date.now() < until; sent++) await server.capture({ event: 'sent', distinct_id: 'ann' });
  lock.release();
  await isRecovered();
  expect(await events()).toHaveLength(Math.min(sent, 1000));
});

test('events that arrive during a replay are stored after the spooled ones', async () => {
  const lock = lockDatabase();
  for (let index = 0; index < 30; index++) await server.capture({ event: `e${index}`, distinct_id: 'ann' });
  lock.release();
  for (let index = 30; index < 60; index++) await server.capture({ event: `e${index}`, distinct_id: 'ann' });
  await isRecovered();
  expect((await events()).map(({ event }) => event)).toEqual(
    Array.from({ length: 60 }, (_value, index) => `e${59 - index}`),
  );
});

test('the spool empties while clients send continuously, and reports no error meanwhile', async () => {
  const change = { event: 'changed', distinct_id: 'ann', properties: { $set: { filler: 'x'.repeat(2000) } } };
  const batch = Array.from({ length: 100 }, () => change);
  const send = async () => expect((await server.capture({ batch }, '/batch/')).status).toBe(200);
  const lock = lockDatabase();
  for (let index = 0; index < 10; index++) await send();
  const seen: Awaited<ReturnType<typeof storage>>[] = [];
  let isSending = true;
  const sendOn = async () => {
    while (isSending) await send();
  };
  const clients = Array.from({ length: 8 }, sendOn);
  lock.release();
  try {
    await vi.waitFor(
      async () => {
        seen.unshift(await storage());
        expect(seen[0]).toMatchObject({ state: 'ok' });
      },
      { timeout: 60_000, interval: 5 },
    );
  } finally {
    isSending = false;
  }
  await Promise.all(clients);
  const recovering = seen.filter(({ state }) => state === 'recovering');
  expect(recovering.filter(({ error }) => error !== null)).toEqual([]);
}, 120_000);

test('events in the spool when the server stopped are stored once at the next start', async () => {
  const lock = lockDatabase();
  await server.capture({ event: 'kept', distinct_id: 'ann', uuid: '0190a5f0-1111-4222-8333-444455556666' });
  const [name = ''] = files();
  const line = readFileSync(join(folder(), name), 'utf8');
  const closing = server.restart();
  lock.release();
  await closing;
  // A repeated line, and one cut short by a crash: neither may store anything.
  writeFileSync(join(folder(), name.replace(/^0/, '9')), `${line}${line.slice(0, 40)}`);
  await server.restart();
  expect((await events()).map(({ event }) => event)).toEqual(['kept']);
  expect(files()).toEqual([]);
});

test('a retry of a spooled event is stored once', async () => {
  const lock = lockDatabase();
  const event = { event: 'retried', distinct_id: 'ann', uuid: '0190a5f0-1111-4222-8333-444455556667' };
  await server.capture(event);
  await server.capture(event);
  lock.release();
  await isRecovered();
  expect(await events()).toHaveLength(1);
});

test('a line that cannot be replayed is moved aside and does not block others', async () => {
  const lock = lockDatabase();
  await server.capture({ event: 'good', distinct_id: 'ann' });
  const [name = ''] = files();
  const path = join(folder(), name);
  const line = readFileSync(path, 'utf8');
  const closing = server.restart();
  writeFileSync(path, `{"broken":\n${line}`);
  lock.release();
  await closing;
  expect((await events()).map(({ event }) => event)).toEqual(['good']);
  expect(readFileSync(join(folder(), 'unreadable.ndjson'), 'utf8')).toBe('{"broken":\n');
  expect(reported).toMatchObject([{ message: expect.stringContaining('moved to dead-letter/unreadable.ndjson') }]);
});

test('a file that cannot be read does not prevent a start: later events wait behind it', async () => {
  const unreadable = join(folder(), '000000000000001-1.ndjson');
  mkdirSync(unreadable, { recursive: true });
  await server.restart();
  expect(await storage()).toMatchObject({ state: 'spooling', error: expect.stringContaining('EISDIR') });
  expect((await server.capture({ event: 'later', distinct_id: 'ann' })).status).toBe(200);
  rmSync(unreadable, { recursive: true });
  await server.restart();
  await isRecovered();
  expect((await events()).map(({ event }) => event)).toEqual(['later']);
});

test('nothing is acknowledged if the spool cannot be written either', async () => {
  writeFileSync(folder(), 'a file where the folder should be');
  const lock = lockDatabase();
  expect(await server.capture({ event: 'x', distinct_id: 'ann' })).toMatchObject({
    status: 503,
    body: { type: 'server_error', code: 'storage_unavailable' },
  });
  lock.release();
  expect((await server.capture({ event: 'y', distinct_id: 'ann' })).status).toBe(200);
  expect((await events()).map(({ event }) => event)).toEqual(['y']);
});

test('a request is stored whole if the database fails midway: each event once, with all counts', async () => {
  const sent = Array.from({ length: 6000 }, (_value, index) => ({
    event: `e${index}`,
    distinct_id: 'ann',
    uuid: `0190a5f0-1111-4222-8333-${String(index).padStart(12, '0')}`,
    properties: { filler: 'x'.repeat(300) },
  }));
  const answer = server.capture({ batch: [...sent, { event: '' }] }, '/batch/');
  const stored = async () => serverStatus.parse((await server.api('GET', '/api/status/?project_id=1')).body).accepted;
  await vi.waitFor(async () => expect(await stored()).toBeGreaterThan(0), { timeout: 30_000, interval: 1 });
  const lock = lockDatabase();
  expect(await stored()).toBeLessThan(6000);
  await vi.waitFor(async () => expect(files().length).toBeGreaterThan(0), { timeout: 30_000 });
  lock.release();
  expect((await answer).status).toBe(200);
  await isRecovered();
  expect(await stored()).toBe(6000);
  const [newest] = await events();
  expect((await server.event(newest?.uuid)).request).toMatchObject({ accepted: 6000, dropped: 1 });
}, 120_000);

test.each([1, 2, 3, 4])(
  'counts are right if sync %i fails: of events, duplicates, invalid ones and their requests',
  async (failing) => {
    const uuidOf = (batch: number, index: number) =>
      `0190a5f0-${batch}${batch}${batch}${batch}-4222-8333-${String(index).padStart(12, '0')}`;
    const event = (uuid: string) => ({ event: 'sent', distinct_id: 'ann', uuid });
    const earlier = uuidOf(9, 0);
    await server.capture(event(earlier));
    const batchOf = (batch: number) => {
      const own = Array.from({ length: 110 }, (_value, index) => event(uuidOf(batch, index)));
      return [...own.slice(0, 60), own[5], event(earlier), ...own.slice(60), { event: '' }];
    };
    const { fdatasync } = fs;
    let syncs = 0;
    vi.spyOn(fs, 'fdatasync').mockImplementation((file, done) => {
      syncs += 1;
      const isFailing = syncs === failing;
      fdatasync(file, (error) => done(isFailing ? new Error('EIO') : error));
    });
    const batches = [1, 2, 3, 4, 5, 6, 7, 8];
    const answers = await Promise.all(batches.map((batch) => server.capture({ batch: batchOf(batch) }, '/batch/')));
    expect(answers.map(({ status }) => status)).toEqual(batches.map(() => 200));
    await isRecovered();
    expect(syncs).toBeGreaterThanOrEqual(failing);
    const { accepted, dropped } = serverStatus.parse((await server.api('GET', '/api/status/?project_id=1')).body);
    expect({ accepted, dropped }).toEqual({ accepted: 1 + 8 * 110, dropped: 8 * 3 });
    for (const batch of batches)
      expect((await server.event(uuidOf(batch, 0))).request).toMatchObject({ accepted: 110, dropped: 3 });
  },
  30_000,
);

test('a repeated event is counted wherever it is in a request that the spool has in several lines', async () => {
  const uuidOf = (index: number) => `0190a5f0-1111-4222-8333-${String(index).padStart(12, '0')}`;
  const own = Array.from({ length: 80 }, (_value, index) => ({
    event: 'sent',
    distinct_id: 'ann',
    uuid: uuidOf(index),
  }));
  // A whole line has nothing else.
  const again = Array.from({ length: 110 }, () => own[0]);
  const lock = lockDatabase();
  await server.capture({ batch: [...own.slice(0, 45), ...again, ...own.slice(45)] }, '/batch/');
  lock.release();
  await isRecovered();
  expect((await server.event(uuidOf(0))).request).toMatchObject({ accepted: 80, dropped: 110 });
});

test('requests that wait in the spool over a restart, and later ones, are told apart', async () => {
  const lock = lockDatabase();
  const batch = ['first', 'second'].map((event) => ({ event, distinct_id: 'ann' }));
  await server.capture({ batch }, '/batch/');
  await server.restart();
  await server.capture({ event: 'third', distinct_id: 'ann' });
  // Nothing can be read of the last file during one start.
  const file = join(folder(), files().at(-1) ?? '');
  await server.stop();
  fs.renameSync(file, `${file}.aside`);
  mkdirSync(file);
  await server.restart();
  await server.capture({ event: 'fourth', distinct_id: 'ann' });
  await server.stop();
  fs.rmdirSync(file);
  fs.renameSync(`${file}.aside`, file);
  lock.release();
  await server.restart();
  await isRecovered();
  const stored = await events();
  const requests = await Promise.all(stored.map(async ({ uuid }) => (await server.event(uuid)).request));
  expect(requests.map((request) => [request?.path, request?.accepted])).toEqual([
    ['/capture/', 1],
    ['/capture/', 1],
    ['/batch/', 2],
    ['/batch/', 2],
  ]);
});

test('a spool deleted while events wait in it is rewritten, and all events are stored once, in order', async () => {
  const lock = lockDatabase();
  const send = async (...names: string[]) => {
    for (const event of names) expect((await server.capture({ event, distinct_id: 'ann' })).status).toBe(200);
  };
  await send('first', 'second');
  const [name = ''] = files();
  rmSync(folder(), { recursive: true });
  await send('third');
  await vi.waitFor(() => expect(files()).toEqual([name]), { timeout: 10_000 });
  await send('fourth');
  expect(reported.map(String)).toContainEqual(expect.stringContaining(`${name} was deleted while events waited`));
  rmSync(join(folder(), name));
  lock.release();
  await isRecovered();
  expect((await events()).map(({ event }) => event)).toEqual(['fourth', 'third', 'second', 'first']);
  expect(files()).toEqual([]);
}, 30_000);

test('a deleted spool is rewritten on stop, including files of earlier runs', async () => {
  const lock = lockDatabase();
  expect((await server.capture({ event: 'first', distinct_id: 'ann' })).status).toBe(200);
  rmSync(folder(), { recursive: true });
  await server.restart();
  expect(files()).toHaveLength(1);
  rmSync(folder(), { recursive: true });
  expect((await server.capture({ event: 'second', distinct_id: 'ann' })).status).toBe(200);
  await vi.waitFor(() => expect(files()).toHaveLength(2), { timeout: 10_000 });
  lock.release();
  await isRecovered();
  expect((await events()).map(({ event }) => event)).toEqual(['second', 'first']);
}, 30_000);
