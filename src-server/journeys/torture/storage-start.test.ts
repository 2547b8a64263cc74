import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { minLogBytes } from '../../database/checkpoints.ts';
import { migrations } from '../../database/migrations/migrations.ts';
import { type StorageReport, storageCopy, storageReport } from '../../database/storage/contract.ts';
import { copiesFolder, databaseFile, markerFile, setAsideFolder, walFile } from '../../database/storage/files.ts';
import { countEvents, MarkerFile } from '../../database/storage/marker.ts';
import { createServerProcesses, projectKey, type ServerProcess } from '../../testing/process.ts';

let servers: ReturnType<typeof createServerProcesses>;
let database: string;
beforeEach(() => {
  servers = createServerProcesses('storage');
  database = databaseFile(servers.dataDir);
});
afterEach(() => servers.close());

async function send(server: ServerProcess, events: number): Promise<void> {
  const batch = Array.from({ length: events }, (_value, index) => ({
    event: `e${index}`,
    distinct_id: `p${index % 7}`,
  }));
  expect(await server.capture({ batch })).toBe(200);
}

/** Waits until the marker knows this many events. */
const isMarked = (events: number) =>
  vi.waitFor(
    () => {
      const known = new MarkerFile(servers.dataDir, Date.now).read();
      expect(known === null ? 0 : countEvents(known)).toBe(events);
    },
    { timeout: 20_000, interval: 50 },
  );

/** Fills the data folder with this many events; no server runs on it afterwards. */
async function fill(events: number, signal: NodeJS.Signals, copyFirst = false): Promise<void> {
  const server = await servers.spawn().listening();
  await send(server, events);
  if (copyFirst) storageCopy.parse((await server.api('POST', '/api/storage/copies/')).body);
  await isMarked(events);
  await server.end(signal);
}

const report = async (server: ServerProcess): Promise<StorageReport> =>
  storageReport.parse((await server.api('GET', '/api/storage/')).body);

/** Overwrites some pages of events in the middle of their table; a start reads none of these. */
function damagePages(): void {
  const intact = new Database(database);
  const pages = intact
    .prepare<[], number>(`SELECT pageno FROM dbstat WHERE name = 'events' AND pagetype = 'leaf' ORDER BY path`)
    .pluck()
    .all();
  intact.close();
  const middle = Math.floor(pages.length / 2);
  expect(middle).toBeGreaterThan(4);
  overwritePages(pages.slice(middle - 2, middle + 2));
}

function overwritePages(pages: number[]): void {
  const file = openSync(database, 'r+');
  for (const page of pages) writeSync(file, Buffer.alloc(8192, 7), 0, 8192, (page - 1) * 8192);
  closeSync(file);
}

/** Returns half the size of the log, which must hold all: a checkpoint would have moved a part into the database. */
function middleOfLog(): number {
  const { size } = statSync(walFile(database));
  expect(size).toBeLessThan(minLogBytes);
  return Math.floor(size / 2);
}

test('a fresh folder causes no warning, nor does a restart after a stop or a kill', async () => {
  await fill(20, 'SIGTERM');
  for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
    const server = await servers.spawn().listening();
    expect(server.saidFirst).toEqual([]);
    expect((await server.status()).finding).toBeNull();
    await server.end(signal);
  }
});

test('a truncated write-ahead log is reported before the first answer, until a user accepts it', async () => {
  await fill(1000, 'SIGKILL');
  truncateSync(walFile(database), middleOfLog());
  const server = await servers.spawn().listening();
  expect(server.saidFirst).toEqual([
    expect.stringMatching(/^Warning: [\d,]+ of 1,000 events are missing\..* There is no copy to restore\.$/),
  ]);
  const { finding, accepted } = await server.status();
  // Without a copy there is nothing to restore.
  const actions = ['accept'];
  expect(finding).toMatchObject({ kind: 'events_missing', expected_events: 1000, found_events: accepted, actions });
  expect(accepted).toBeLessThan(1000);
  expect(existsSync(join(servers.dataDir, finding?.kept ?? '', 'benchtop.sqlite-wal'))).toBe(true);
  await server.end('SIGKILL');

  const second = await servers.spawn().listening();
  expect(second.saidFirst).toHaveLength(1);
  expect((await second.api('POST', '/api/storage/accept/')).status).toBe(200);
  await second.end('SIGKILL');
  const third = await servers.spawn().listening();
  expect(third.saidFirst).toEqual([]);
});

test('a garbled write-ahead log is reported', async () => {
  await fill(1000, 'SIGKILL');
  const file = openSync(walFile(database), 'r+');
  writeSync(file, Buffer.alloc(4096, 1), 0, 4096, middleOfLog());
  const server = await servers.spawn().listening();
  expect(server.saidFirst).toEqual([expect.stringContaining('of 1,000 events are missing')]);
});

test('an empty database file starts empty with a warning, and a copy can be restored while it runs', async () => {
  await fill(500, 'SIGTERM', true);
  truncateSync(database, 0);
  const server = await servers.spawn().listening();
  const [line] = server.saidFirst;
  expect(line).toMatch(/^Warning: The database file was empty \(0 bytes\).* It held 500 events\./);
  expect(line).toMatch(/To restore the copy of \S+Z \(500 events\): npm run serve -- --data-dir \S+ --restore$/);
  const { copies, finding } = await report(server);
  expect(finding).toMatchObject({
    kind: 'empty',
    expected_events: 500,
    found_events: 0,
    actions: ['restore', 'accept'],
  });
  const before = await server.status();
  await send(server, 3);

  const restored = await server.api('POST', '/api/storage/restore/', { copy: copies[0]?.name });
  expect(restored).toMatchObject({ status: 200, body: { finding: null } });
  const after = await server.status();
  expect(after).toMatchObject({ accepted: 500, finding: null });
  expect(after.instance).not.toBe(before.instance);
  await send(server, 2);
  expect((await server.status()).accepted).toBe(502);
  const [aside = ''] = readdirSync(setAsideFolder(servers.dataDir));
  const former = new Database(join(setAsideFolder(servers.dataDir), aside, 'benchtop.sqlite'));
  expect(former.prepare('SELECT count(*) AS count FROM events').get()).toEqual({ count: 3 });
  former.close();
});

test('damaged pages and missing events are reported, and --restore returns to the copy and keeps the damaged file', async () => {
  await fill(3000, 'SIGTERM', true);
  damagePages();
  const marked = readFileSync(markerFile(servers.dataDir), 'utf8');
  writeFileSync(markerFile(servers.dataDir), marked.replace('"accepted":3000', '"accepted":3005'));
  const damaged = readFileSync(database);
  const server = await servers.spawn().listening();
  expect(server.saidFirst).toEqual([
    expect.stringMatching(
      /^Warning: Pages of the database are damaged: .* \d+ damaged places\. Some data may be unreadable\. 5 of 3,005 /,
    ),
  ]);
  expect(server.stdout).not.toContain('Tree');
  expect(server.stderr).toMatch(/SQLite's check of the database: Tree \d+ page \d+/);
  expect((await server.status()).finding).toMatchObject({ kind: 'damaged', expected_events: 3005, found_events: 3000 });
  // No advice to retry what cannot succeed.
  expect(await server.api('GET', '/api/projects/@current/events/?search=nowhere')).toMatchObject({
    status: 503,
    body: { code: 'storage_unavailable', detail: expect.stringMatching(/is damaged .* Restore a copy/) },
  });
  await server.end('SIGKILL');

  const second = await servers.spawn({ args: ['--restore'] }).listening();
  expect(second.saidFirst).toEqual([
    expect.stringMatching(
      /^Restored the copy of \S+Z \(3,000 events\)\. The former database \(3,000 events\) is in set-aside/,
    ),
  ]);
  expect(await second.status()).toMatchObject({ accepted: 3000, finding: null });
  const aside = readdirSync(setAsideFolder(servers.dataDir)).map((name) => join(setAsideFolder(servers.dataDir), name));
  const kept = aside.map((folder) => join(folder, 'benchtop.sqlite')).filter((file) => existsSync(file));
  expect(kept.map((file) => readFileSync(file).length)).toEqual([expect.toSatisfy((bytes) => bytes >= damaged.length)]);
});

test('a database that cannot be opened is refused with its copy named, and restored with --restore', async () => {
  await fill(100, 'SIGTERM', true);
  writeFileSync(database, 'no database at all '.repeat(1000));
  const refused = servers.spawn();
  expect(await refused.ended).toBe(1);
  expect(refused.stderr).toMatch(
    /^benchtop: The file \S+ is not a database: .* To restore the copy of \S+Z \(100 events\): npm run serve -- --data-dir \S+data --restore\n$/,
  );
  const server = await servers.spawn({ args: ['--restore'] }).listening();
  expect((await server.status()).accepted).toBe(100);
});

test('a start that needs a damaged part fails and says so', async () => {
  await fill(100, 'SIGTERM');
  const intact = new Database(database);
  const page = intact
    .prepare<[], number>("SELECT rootpage FROM sqlite_schema WHERE name = 'sqlite_autoindex_personal_keys_1'")
    .pluck()
    .get();
  intact.close();
  overwritePages([page ?? 0]);
  const server = servers.spawn();
  expect(await server.ended).toBe(1);
  expect(server.stderr).toContain('is damaged or cut off and cannot be opened.');
});

test('without a copy --restore is one sentence, and changes nothing', async () => {
  await fill(10, 'SIGTERM');
  const before = readFileSync(database);
  const server = servers.spawn({ args: ['--restore'] });
  expect(await server.ended).toBe(1);
  expect(server.stderr).toMatch(
    /^benchtop: There is no complete copy of the database in \S+copies, so nothing was restored or changed\. Start without --restore\.\n$/,
  );
  expect(readFileSync(database).equals(before)).toBe(true);
});

test('a deleted database is reported, with a marker or with a copy beside it', async () => {
  await fill(50, 'SIGTERM', true);
  rmSync(database);
  const server = await servers.spawn().listening();
  expect(server.saidFirst).toEqual([
    expect.stringMatching(/^Warning: The database was deleted.* It held 50 events\..*--restore$/),
  ]);
  await server.end('SIGKILL');
  for (const file of [database, walFile(database), markerFile(servers.dataDir)]) rmSync(file, { force: true });
  const second = await servers.spawn().listening();
  expect(second.saidFirst).toEqual([expect.stringMatching(/^Warning: The database was deleted.*--restore$/)]);
});

test('a database that replaced the last one is reported', async () => {
  await fill(50, 'SIGTERM');
  const other = join(servers.dataDir, 'other');
  const second = await servers.spawn({}, other).listening();
  await send(second, 80);
  await second.end('SIGTERM');
  writeFileSync(database, readFileSync(databaseFile(other)));
  const server = await servers.spawn().listening();
  expect(server.saidFirst).toEqual([
    expect.stringMatching(/replaced by another one\. It held 50 events\. The present one has 80 events\./),
  ]);
});

test('events of a deleted project are not reported as missing', async () => {
  const server = await servers.spawn().listening();
  const made = await server.api('POST', '/api/projects/', { name: 'Second' });
  const { id, api_key: key } = made.body as { id: number; api_key: string };
  expect(key).not.toBe(projectKey);
  expect(await server.capture({ api_key: key, event: 'x', distinct_id: 'y' })).toBe(200);
  await isMarked(1);
  expect((await fetch(`${server.url}/api/projects/${id}/`, { method: 'DELETE', headers: server.headers })).status).toBe(
    204,
  );
  await server.end('SIGKILL');
  expect((await servers.spawn().listening()).saidFirst).toEqual([]);
});

test('before an upgrade of the schema the database is copied', async () => {
  await fill(10, 'SIGTERM');
  rmSync(database);
  rmSync(markerFile(servers.dataDir));
  const older = new Database(database);
  for (const sql of migrations.slice(0, -1)) older.exec(sql);
  older.pragma(`user_version = ${migrations.length - 1}`);
  older.close();
  const server = await servers.spawn().listening();
  expect(server.saidFirst).toEqual([]);
  const { copies } = await report(server);
  expect(copies).toMatchObject([{ reason: 'before_upgrade' }]);
  const copy = new Database(join(copiesFolder(servers.dataDir), copies[0]?.name ?? ''), { readonly: true });
  expect(copy.pragma('user_version', { simple: true })).toBe(migrations.length - 1);
  copy.close();
});
