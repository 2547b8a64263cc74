import {
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isLogLong, minLogBytes } from '../../database/checkpoints.ts';
import type { FindingKind } from '../../database/storage/contract.ts';
import { copiesFolder, databaseFile, markerFile, shmFile, walFile } from '../../database/storage/files.ts';
import { serverStatus } from '../../events/contract.ts';
import { createServerProcesses, projectKey, type ServerProcess } from '../../testing/process.ts';
import { expectStoring } from '../../testing/storing.ts';

let servers: ReturnType<typeof createServerProcesses>;
let database: string;
let server: ServerProcess;
/** Names of the events answered with 200, and of all sent events. */
let acknowledged: string[];
let sent: string[];
beforeEach(async () => {
  servers = createServerProcesses('loss');
  database = databaseFile(servers.dataDir);
  acknowledged = [];
  sent = [];
  server = await servers.spawn().listening();
});
afterEach(() => servers.close());

async function capture(): Promise<void> {
  const event = `e${sent.length}`;
  sent.push(event);
  if ((await server.capture({ event, distinct_id: 'ann' })) === 200) acknowledged.push(event);
}

async function captureMany(count: number): Promise<void> {
  for (let index = 0; index < count; index++) await capture();
}

const storedNames = async () => (await server.events()).map(({ event }) => event ?? '');

/** Goes on sending until the server has said what happened, then waits until everything is stored. */
async function captureUntilFound(kind: FindingKind): Promise<void> {
  await vi.waitFor(
    async () => {
      await capture();
      expect(await server.status(), server.stderr).toMatchObject({ finding: { kind } });
    },
    { timeout: 90_000, interval: 50 },
  );
  await expectStoring(server);
}

/** Expects each acknowledged event to be stored once, now and after a kill. */
async function expectAllKept(): Promise<void> {
  for (const restart of [false, true]) {
    if (restart) {
      await server.end('SIGKILL');
      server = await servers.spawn().listening();
    }
    await expectStoring(server);
    const names = await storedNames();
    expect(new Set(names).size, 'an event is there twice').toBe(names.length);
    expect(acknowledged.filter((name) => !names.includes(name))).toEqual([]);
  }
}

const companions = () => [walFile(database), shmFile(database)];

test('database files deleted while it runs are saved and put back, and nothing acknowledged is lost', async () => {
  await captureMany(100);
  // The start lines may arrive in parts.
  await vi.waitFor(() => expect(server.stdout).toContain(`Project key ${projectKey}\n`), { timeout: 90_000 });
  await expectStoring(server);
  // The reading thread opens the database itself, on a busy machine after all these.
  expect(await storedNames()).toHaveLength(100);
  const linesBefore = server.stdout.split('\n').length - 1;
  for (const file of [database, ...companions()]) rmSync(file);
  await captureMany(100);
  await captureUntilFound('rescued');
  await captureMany(20);
  expect(acknowledged.length).toBe(sent.length);
  expect(statSync(database).mode & 0o077).toBe(0);
  expect((await server.status()).finding?.actions).toEqual(['accept']);
  expect(server.stdout.split('\n').slice(linesBefore)).toEqual([
    expect.stringMatching(/^Warning: .* deleted or moved while Benchtop was running\. Saving the open database\.$/),
    expect.stringMatching(/^Warning: Database files were deleted .* No acknowledged event is missing\./),
    '',
  ]);
  expect(server.stderr).toBe('');
  await expectAllKept();
}, 120_000);

test('the whole data folder deleted while it runs is recreated and locked, and nothing acknowledged is lost', async () => {
  await captureMany(100);
  rmSync(servers.dataDir, { recursive: true, maxRetries: 5 });
  await captureMany(50);
  await captureUntilFound('rescued');
  const second = servers.spawn();
  expect(await second.ended).toBe(1);
  expect(second.stderr).toContain(`is running at ${server.url}`);
  expect(statSync(servers.dataDir).mode & 0o777).toBe(0o700);
  await expectAllKept();
}, 120_000);

test('events in the spool survive the deletion of the whole data folder', async () => {
  await captureMany(10);
  const other = new Database(database);
  other.exec('BEGIN IMMEDIATE');
  await captureMany(20);
  rmSync(servers.dataDir, { recursive: true, maxRetries: 5 });
  await captureUntilFound('rescued');
  other.close();
  expect(acknowledged.length).toBe(sent.length);
  await expectAllKept();
}, 120_000);

test('a deleted write-ahead log is moved into the database', async () => {
  await captureMany(100);
  for (const file of companions()) rmSync(file);
  await captureMany(50);
  await captureUntilFound('rescued');
  expect(acknowledged.length).toBe(sent.length);
  await expectAllKept();
}, 120_000);

/** Makes a database of another server, with the same keys and this many events. */
async function otherDatabase(events: number): Promise<string> {
  const folder = join(servers.dataDir, 'other');
  const other = await servers.spawn({}, folder).listening();
  const batch = Array.from({ length: events }, (_value, index) => ({ event: `other${index}`, distinct_id: 'bob' }));
  expect(await other.capture({ batch })).toBe(200);
  await other.end('SIGTERM');
  return databaseFile(folder);
}

/** Starts the reading thread, which checkpoints a long log: it must not move that into a file of others. */
async function lengthenLog(): Promise<void> {
  const properties = { text: 'x'.repeat(minLogBytes / 20) };
  const batch = Array.from({ length: 20 }, (_value, index) => ({
    event: `large${index}`,
    distinct_id: 'bob',
    properties,
  }));
  expect(await server.capture({ batch })).toBe(200);
  acknowledged.push(...batch.map(({ event }) => event));
  // On a busy machine the other file may be noticed before: then these events are in the spool, and the log is not used again.
  const isNoticed = async () => (await server.status()).finding !== null;
  await vi.waitFor(async () => expect(isLogLong(servers.dataDir) || (await isNoticed())).toBe(true), {
    timeout: 90_000,
  });
}

test('a database put in place of it while it runs is used, and the former one is kept whole beside it', async () => {
  const other = await otherDatabase(7);
  await captureMany(60);
  await expectStoring(server);
  const before = [...acknowledged];
  renameSync(other, database);
  await lengthenLog();
  await captureUntilFound('replaced');
  const names = await storedNames();
  expect(names.filter((name) => name.startsWith('other'))).toHaveLength(7);
  expect(names).not.toContain(before[0]);
  const copies = readdirSync(copiesFolder(servers.dataDir));
  expect(copies).toEqual([expect.stringMatching(/-rescued-\d+\.sqlite$/)]);
  const kept = Number(/-(\d+)\.sqlite$/.exec(copies[0] ?? '')?.[1]);
  expect(kept).toBeGreaterThanOrEqual(before.length);
  // The new one has what the former database lacks.
  expect(names.length - 7 + kept).toBe(acknowledged.length);
  expect((await server.status()).finding?.detail).toContain(copies[0]);
}, 120_000);

test('an older copy written over the database while it runs is used, and missing events are reported', async () => {
  await captureMany(40);
  await expectStoring(server);
  expect((await server.api('POST', '/api/storage/copies/')).status).toBe(201);
  const [copy = ''] = readdirSync(copiesFolder(servers.dataDir));
  await captureMany(40);
  const marked = () => JSON.parse(readFileSync(markerFile(servers.dataDir), 'utf8'));
  await vi.waitFor(() => expect(marked()).toMatchObject({ projects: [{ accepted: 80 }] }), { timeout: 90_000 });
  copyFileSync(join(copiesFolder(servers.dataDir), copy), database);
  await lengthenLog();
  await captureUntilFound('overwritten');
  const { finding } = await server.status();
  expect(finding?.expected_events).toBeGreaterThanOrEqual(80);
  await captureMany(10);
  await server.end('SIGKILL');
  server = await servers.spawn().listening();
  await expectStoring(server);
  const names = await storedNames();
  expect(names.length).toBeGreaterThanOrEqual(50);
  expect((await server.status()).finding).toEqual(finding);
}, 120_000);

test('a database file truncated to 0 bytes while it runs is noticed and reported', async () => {
  await captureMany(40);
  await expectStoring(server);
  expect((await server.api('POST', '/api/storage/copies/')).status).toBe(201);
  truncateSync(database, 0);
  await vi.waitFor(
    async () =>
      expect((await server.status()).finding).toMatchObject({ kind: expect.stringMatching(/^(overwritten|rescued)$/) }),
    { timeout: 90_000, interval: 100 },
  );
  const { kind, expected_events: expected } = (await server.status()).finding ?? {};
  expect(expected).toBe(40);
  if (kind === 'rescued') return expectAllKept();
  expect(existsSync(copiesFolder(servers.dataDir))).toBe(true);
}, 120_000);

/** Deletes the open database and overwrites all but its first page: the open database cannot be saved. */
function destroyDatabase(): void {
  const pageSize = 4096;
  const { size } = statSync(database);
  const descriptor = openSync(database, 'r+');
  for (const file of [database, ...companions()]) rmSync(file);
  writeSync(descriptor, Buffer.alloc(size - pageSize, 'garbage '), 0, size - pageSize, pageSize);
  closeSync(descriptor);
}

test('a new database for one that could not be saved has the preset keys, and new keys are printed', async () => {
  const batch = Array.from({ length: 2000 }, (_value, index) => ({ event: `e${index}`, distinct_id: `d${index}` }));
  expect(await server.capture({ batch })).toBe(200);
  await server.end('SIGTERM');
  server = await servers.spawn({ env: { BENCHTOP_PERSONAL_API_KEY: '' } }).listening();
  expect(server.stdout).not.toContain('API key');
  destroyDatabase();
  const key = await vi.waitFor(
    () => {
      const printed = /^ {2}API key {5}(phx_\S+)/m.exec(server.stdout)?.[1];
      expect(printed, server.stderr).toBeDefined();
      return printed;
    },
    { timeout: 90_000, interval: 100 },
  );
  expect(server.stdout).toContain(`  Project key ${projectKey}\n`);
  expect(await server.capture({ event: 'after', distinct_id: 'ann' })).toBe(200);
  const headers = { Authorization: `Bearer ${key}` };
  const answer = await fetch(`${server.url}/api/status/?project_id=1`, { headers });
  const found = serverStatus.parse(await answer.json());
  expect(found).toMatchObject({ finding: { kind: 'deleted' }, storage: { state: 'ok' } });
}, 120_000);
