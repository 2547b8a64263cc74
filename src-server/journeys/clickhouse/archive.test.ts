import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test, vi } from 'vitest';
import { clusterForAll } from '../../testing/clickhouse-hooks.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { allSent, eventsInArchive, eventsInSqlite, isRefused, settingsOf, soon, statusOf } from './archive-testing.ts';

const cluster = clusterForAll();

async function start(database: string, settings = settingsOf(cluster, database)): Promise<TestServer> {
  const server = await startTestServer({ archive: settings });
  onTestFinished(server.close);
  return server;
}

const expectEqual = async (server: TestServer, database: string) =>
  expect(await eventsInArchive(cluster, database)).toEqual(eventsInSqlite(server.dataDir));

const hostile = [
  "it's",
  '"',
  '\\',
  "\\'",
  '\n\r\t\b\f\0',
  '`',
  '{x:String}',
  '%s',
  '$1',
  'é ☃ 🦊 \u2028',
  '\ud800',
  '',
  ' ',
];

const batchOf = (count: number) => ({
  batch: Array.from({ length: count }, (_, index) => ({
    event: `name ${hostile[index % hostile.length]}`,
    distinct_id: `id ${index % 97}${hostile[index % 11]}`,
    timestamp: new Date(Date.UTC(1900 + (index % 140), index % 3, 3)).toISOString(),
    properties: { text: hostile[index % hostile.length], number: index / 7, nested: { list: [index, null, true] } },
    uuid: randomUUID(),
  })),
});

test.each([
  ['one server', false],
  ['a cluster of two shards', true],
])('%s gets every event as it is in SQLite', async (_name, isCluster) => {
  const database = isCluster ? 'shards' : 'single';
  const server = await start(database, settingsOf(cluster, database, { isCluster }));
  expect((await server.capture(batchOf(500), '/batch/')).status).toBe(200);
  await server.capture({ event: 'in a run', distinct_id: 'ann', properties: { $benchtop_test_run: "ann's" } });
  await allSent(server);
  await expectEqual(server, database);
  expect(eventsInSqlite(server.dataDir).length).toBe(501);
  expect(await statusOf(server)).toMatchObject({ sent: 501, set_aside: 0, lag_ms: null, is_full: false });
  expect((await server.api('GET', '/api/health/')).body).toMatchObject({ sending: { state: 'idle' } });
  if (!isCluster) return;
  for (const shard of cluster.servers) {
    const [rows] = await shard.run('SELECT count() FROM shards.benchtop_events_local');
    expect(Number(rows)).toBeGreaterThan(100);
  }
});

test('events from before the archive are sent too', async () => {
  await using server = await startTestServer();
  await server.capture(batchOf(50), '/batch/');
  await server.capture({ event: '$identify', distinct_id: 'ann', properties: { $anon_distinct_id: 'id 1"' } });
  await server.restart({ archive: settingsOf(cluster, 'before') });
  await allSent(server);
  await expectEqual(server, 'before');
});

test('a merge of persons moves their earlier events, also in a chain and after they were sent', async () => {
  const server = await start('merges');
  const send = (event: string, distinct_id: string, properties = {}) =>
    server.capture({ event, distinct_id, properties });
  for (const id of ['a', 'b', 'c', 'd']) await send('seen', id);
  await allSent(server);
  await send('$identify', 'b', { $anon_distinct_id: 'a' });
  await allSent(server);
  await expectEqual(server, 'merges');
  await send('$merge_dangerously', 'c', { alias: 'b' });
  await send('$merge_dangerously', 'd', { alias: 'c' });
  await allSent(server);
  await expectEqual(server, 'merges');
  expect(new Set((await eventsInArchive(cluster, 'merges')).map(({ person_id }) => person_id)).size).toBe(1);
});

test('deleted test runs and projects are deleted from the archive', async () => {
  const server = await start('deletions');
  const inRun = { event: 'ran', distinct_id: 'ann', properties: { $benchtop_test_run: 'first' } };
  for (let count = 0; count < 3; count += 1) await server.capture(inRun);
  await server.capture({ event: 'kept', distinct_id: 'ann' });
  const other = await server.inNewProject();
  await other.capture({ event: 'other', distinct_id: 'bob' });
  await allSent(server);
  expect((await eventsInArchive(cluster, 'deletions')).length).toBe(5);

  await server.api('DELETE', '/api/projects/1/test_runs/first/');
  await server.api('DELETE', `/api/projects/${other.projectId}/`);
  await vi.waitFor(
    async () => expect((await eventsInArchive(cluster, 'deletions')).map(({ event }) => event)).toEqual(['kept']),
    soon,
  );
  // The name is free again.
  await server.capture(inRun);
  await allSent(server);
  await expectEqual(server, 'deletions');
});

test('an archive of another data folder, or made for another layout, is refused, and so is an unknown cluster', async () => {
  const first = await start('claimed');
  await first.capture({ event: 'mine', distinct_id: 'ann' });
  await allSent(first);
  const second = await start('claimed');
  await isRefused(second, /another data folder/);
  await second.capture({ event: 'yours', distinct_id: 'bob' });
  expect((await eventsInArchive(cluster, 'claimed')).map(({ event }) => event)).toEqual(['mine']);

  await isRefused(await start('other', { ...settingsOf(cluster, 'other'), cluster: 'none' }), /know no cluster "none"/);
  await isRefused(await start('claimed', settingsOf(cluster, 'claimed', { isCluster: false })), /made with a cluster/);
});

test('a wrong password is reported, without repeating any of it', async () => {
  const server = await start('secret', { ...settingsOf(cluster, 'secret'), password: 'wrongpassword' });
  await vi.waitFor(
    async () => expect(await statusOf(server)).toMatchObject({ state: 'refused', error: { kind: 'not_authorized' } }),
    soon,
  );
  expect(JSON.stringify(await statusOf(server))).not.toContain('wrongpassword');
});

test('several servers starting at once create the tables once', async () => {
  const servers = await Promise.all([1, 2, 3].map(() => start('race')));
  await vi.waitFor(async () => {
    const states = (await Promise.all(servers.map(statusOf))).map(({ state }) => state);
    expect(states.toSorted()).toEqual(['idle', 'refused', 'refused']);
  }, soon);
});
