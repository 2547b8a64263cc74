import { randomUUID } from 'node:crypto';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test, vi } from 'vitest';
import { dayMs } from '../../core/text/time-contract.ts';
import { databaseFile } from '../../database/storage/files.ts';
import { isDone, reaches, startReceiver, switchOn } from '../../relay/relay-testing.ts';
import { clusterForAll } from '../../testing/clickhouse-hooks.ts';
import { allMoved } from '../../testing/moved-events.ts';
import { startTestServer } from '../../testing/server.ts';
import {
  allSent,
  batchOf,
  eventsInSqlite,
  isPro,
  settingsOf,
  soon,
  startArchiving,
  statusOf,
  unmovedIn,
} from './archive-testing.ts';

const cluster = clusterForAll();

const start = (database: string, keepDays: number | null, said?: string[]) =>
  startArchiving(settingsOf(cluster, database, { keepDays }), said);

const startShards = async () => void (await Promise.all(cluster.servers.map((shard) => shard.start())));

function usedPages(dataDir: string): number {
  const database = new Database(databaseFile(dataDir), { readonly: true });
  const number = (pragma: string) => Number(database.pragma(pragma, { simple: true }));
  const pages = number('page_count') - number('freelist_count');
  database.close();
  return pages;
}

test('the space of moved properties is reused', async () => {
  const server = await start('room', null);
  const padding = 'x'.repeat(500);
  const batch = Array.from({ length: 2000 }, (_, number) => ({
    event: 'viewed',
    distinct_id: `person ${number % 9}`,
    properties: { number, padding },
  }));
  await server.capture({ batch }, '/batch/');
  await allSent(server);
  const before = usedPages(server.dataDir);
  await server.restart({ archive: settingsOf(cluster, 'room', { keepDays: 0 }) });
  await allMoved(server.dataDir);
  expect(usedPages(server.dataDir)).toBeLessThan(0.7 * before);
});

test('only old enough events are moved', async () => {
  let now = Date.UTC(2026, 0, 1);
  const archive = settingsOf(cluster, 'old', { keepDays: 2 });
  const server = await startTestServer({ archive, clock: { now: () => now, uuid: randomUUID } });
  onTestFinished(() => server.close());
  await server.capture(batchOf(20), '/batch/');
  now += 2 * dayMs;
  await server.capture({ event: 'new', distinct_id: 'ann' });
  await allSent(server);
  await server.restart();
  await vi.waitFor(() => expect(unmovedIn(server.dataDir)).toBe(1), soon);
  expect(await statusOf(server)).toMatchObject({ moved_until: '2026-01-01T00:00:00.000Z' });
});

test('while ClickHouse is down new events are stored and read, older ones say why not, and all are read afterwards', async () => {
  const server = await start('away', 0);
  await server.capture(batchOf(50), '/batch/');
  await allMoved(server.dataDir);
  await server.restart();
  onTestFinished(startShards);
  for (const shard of cluster.servers) await shard.kill();
  expect((await server.capture({ event: 'new', distinct_id: 'ann' })).status).toBe(200);
  const page = async (query: string) => server.api('GET', `/api/projects/1/events/${query}`);
  expect(await page('?event=new')).toMatchObject({ status: 200, body: { results: [{ event: 'new' }] } });
  expect(await page('?event=viewed')).toMatchObject({
    status: 503,
    body: { type: 'server_error', code: 'archive_unavailable', detail: expect.stringContaining('ClickHouse') },
  });
  await startShards();
  await vi.waitFor(async () => expect((await page('?event=viewed')).status).toBe(200), soon);
  await allSent(server);
  await allMoved(server.dataDir);
});

test('a relay of moved events reports that they cannot be read, and sends them once they can', async () => {
  const receiver = await startReceiver();
  onTestFinished(async () => void (await receiver.close()));
  const server = await start('relayed', 0);
  const project = await server.inNewProject();
  await project.capture(batchOf(50), '/batch/');
  await allMoved(server.dataDir);
  onTestFinished(startShards);
  for (const shard of cluster.servers) await shard.kill();
  await switchOn(project, receiver.url, { start: 'all' });
  await reaches(project, { status: { state: 'waiting', sent: 0, error: { kind: 'unreadable' } } });
  await startShards();
  await isDone(project, 50);
  expect(receiver.names()).toHaveLength(50);
});

test('an archive with moved properties is never emptied: lost events are counted, and the rest continues', async () => {
  const said: string[] = [];
  const server = await start('lossy', 0, said);
  await server.capture(batchOf(50), '/batch/');
  await allMoved(server.dataDir);
  for (const shard of cluster.servers)
    await shard.run("ALTER TABLE lossy.benchtop_events_local DELETE WHERE event = 'viewed'");
  const left = async () => {
    const [rows] = (await cluster.servers[0]?.run('SELECT count() FROM lossy.benchtop_events')) ?? [];
    return Number(rows);
  };
  const lost = batchOf(50).batch.filter(({ event }) => event === 'viewed').length;
  await vi.waitFor(async () => expect(await left()).toBe(50 - lost), soon);
  await server.restart();
  await vi.waitFor(async () => expect(await statusOf(server)).toMatchObject({ lost, state: 'idle' }), soon);
  expect(said).toContain(`The archive in ClickHouse lacks ${lost} events whose properties it alone had.`);
  await server.capture({ event: 'new', distinct_id: 'ann' });
  await allSent(server);
  expect(await left()).toBe(51 - lost);
  expect((await server.api('GET', '/api/projects/1/events/?event=bought')).status).toBe(200);
  expect((await server.api('GET', '/api/projects/1/events/?event=viewed')).status).toBe(503);
  const tried = (event: string) =>
    server.api('POST', '/api/projects/1/actions/preview/', { steps: [{ event, properties: [isPro] }], days: 90 });
  expect((await tried('bought')).status).toBe(200);
  expect((await tried('viewed')).status).toBe(503);
});

test('properties lost by ClickHouse do not stop the rest from coming back, and come back once restored there', async () => {
  const said: string[] = [];
  const server = await start('partly', null, said);
  await server.capture(batchOf(500), '/batch/');
  await allSent(server);
  const stored = eventsInSqlite(server.dataDir);
  await server.restart({ archive: settingsOf(cluster, 'partly', { keepDays: 0 }) });
  await allMoved(server.dataDir);
  const onShards = (sql: string) => Promise.all(cluster.servers.map((shard) => shard.run(sql)));
  await onShards('CREATE TABLE partly.kept AS partly.benchtop_events_local ENGINE = Memory');
  await onShards('INSERT INTO partly.kept SELECT * FROM partly.benchtop_events_local WHERE id IN (100, 400)');
  await onShards('ALTER TABLE partly.benchtop_events_local DELETE WHERE id IN (100, 400)');
  const left = 'SELECT count() FROM partly.benchtop_events';
  await vi.waitFor(async () => expect(await cluster.servers[0]?.run(left)).toEqual(['498']), soon);
  await server.restart({ archive: settingsOf(cluster, 'partly') });
  await vi.waitFor(() => expect(unmovedIn(server.dataDir)).toBe(498), soon);
  const error = expect.stringContaining('lacks event 400');
  await vi.waitFor(async () => expect(await statusOf(server)).toMatchObject({ lost: 2, moving_error: error }), soon);
  await onShards('INSERT INTO partly.benchtop_events_local SELECT * FROM partly.kept');
  await vi.waitFor(async () => expect(await statusOf(server)).toMatchObject({ lost: 0, moved_until: null }), soon);
  expect(eventsInSqlite(server.dataDir)).toEqual(stored);
});

test('another archive is refused while one has moved properties, and events wait', async () => {
  const server = await start('first', 0);
  await server.capture(batchOf(50), '/batch/');
  await allMoved(server.dataDir);
  await server.restart({ archive: settingsOf(cluster, 'second', { keepDays: 0 }) });
  const refused = { state: 'refused', error: { kind: 'wrong_receiver', detail: expect.stringContaining('"second"') } };
  await vi.waitFor(async () => expect(await statusOf(server)).toMatchObject(refused), soon);
  expect((await server.capture({ event: 'new', distinct_id: 'ann' })).status).toBe(200);
  await server.restart({ archive: settingsOf(cluster, 'first', { keepDays: 0 }) });
  await allMoved(server.dataDir);
  expect((await server.api('GET', '/api/projects/1/events/')).body).toMatchObject({ results: expect.any(Array) });
});
