import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test, vi } from 'vitest';
import { dayMs } from '../../core/text/time-contract.ts';
import { archiveCheckReport } from '../../events/archive/archive-contract.ts';
import { clickHousePassword, clickHouseUser, clusterName, internalClusterName } from '../../testing/clickhouse.ts';
import { clusterForAll } from '../../testing/clickhouse-hooks.ts';
import { allMoved } from '../../testing/moved-events.ts';
import { createServerProcesses, type ServerProcess } from '../../testing/process.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import {
  allSent,
  batchOf,
  eventsInArchive,
  eventsInSqlite,
  readPages,
  settingsOf,
  soon,
  startArchiving,
  statusOf,
  unmovedIn,
} from './archive-testing.ts';

const cluster = clusterForAll(1, 2);

const settings = (database: string) => settingsOf(cluster, database, { keepDays: 0 });

const startAll = async () => void (await Promise.all(cluster.servers.map((server) => server.start())));

async function startMoved(database: string, said: string[] = []): Promise<TestServer> {
  onTestFinished(startAll);
  const server = await startArchiving(settings(database), said);
  await server.capture(batchOf(300), '/batch/');
  await allMoved(server.dataDir);
  return server;
}

/** Reads the events of each replica. */
const eventsOfEach = (database: string) =>
  Promise.all(
    cluster.servers.map((server) =>
      server.run(`SELECT id, uuid, event, properties FROM ${database}.benchtop_events_local FINAL ORDER BY id`),
    ),
  );

/** Expects each replica to have all events, and these properties. */
async function expectOnEach(database: string, events: number): Promise<void> {
  const [first, ...others] = await eventsOfEach(database);
  expect(first).toHaveLength(events);
  for (const other of others) expect(other).toEqual(first);
}

/** Reads all properties from ClickHouse, since Benchtop knows none after a start. */
async function readAnew(server: TestServer): Promise<unknown[]> {
  await server.restart();
  return readPages(server, '?limit=100');
}

const late = { event: 'late', distinct_id: 'ann' };

test('while a replica is down moved properties are read from the other, and new events wait', async () => {
  const server = await startMoved('down');
  const before = await readAnew(server);
  expect(before).toHaveLength(300);
  for (const [count, down] of cluster.servers.entries()) {
    await down.kill();
    expect(await readAnew(server)).toHaveLength(300 + count);
    expect((await server.capture(late)).status).toBe(200);
    const waiting = {
      state: 'waiting',
      error: { kind: 'unreachable', detail: expect.stringContaining(`${down.port}`) },
    };
    await vi.waitFor(async () => expect(await statusOf(server)).toMatchObject(waiting), soon);
    expect(unmovedIn(server.dataDir)).toBe(1);
    await down.start();
    await allSent(server);
    await allMoved(server.dataDir);
  }
  await expectOnEach('down', 302);
  expect((await readAnew(server)).slice(2)).toEqual(before);
});

test('a replica that comes back with an empty disk is filled from the other before anything is sent', async () => {
  for (const [index, lost] of cluster.servers.entries()) {
    const database = `emptied_${index}`;
    const said: string[] = [];
    const server = await startMoved(database, said);
    const before = await readAnew(server);
    await lost.kill();
    lost.wipe();
    await server.capture(late);
    await vi.waitFor(async () => expect(await statusOf(server)).toMatchObject({ state: 'waiting' }), soon);
    await lost.start();
    await allSent(server);
    await allMoved(server.dataDir);
    await expectOnEach(database, 301);
    expect(await statusOf(server)).toMatchObject({ lost: 0, filling: [], moving_error: null });
    expect(said).toContain(
      `127.0.0.1:${lost.port} lacked events of the archive in ClickHouse, so they are copied from its replica.`,
    );
    expect((await readAnew(server)).slice(1)).toEqual(before);
    const moved = `SELECT max(id) > 0 FROM ${database}.benchtop_moved`;
    for (const each of cluster.servers) expect(await each.run(moved)).toEqual(['1']);
  }
});

test('replicas that lost different events complete each other, at the start and after a restart of one', async () => {
  const server = await startMoved('partly');
  const lose = async (index: number, condition: string) =>
    cluster.servers[index]?.run(`ALTER TABLE partly.benchtop_events_local DELETE WHERE ${condition}`);
  const isLost = async (counts: number[]) => {
    await vi.waitFor(
      async () => expect((await eventsOfEach('partly')).map(({ length }) => length)).toEqual(counts),
      soon,
    );
  };
  const check = async () => {
    const { body } = await server.api('POST', '/api/archive/check/', { project_id: 1 });
    return archiveCheckReport.parse(body).check;
  };
  await lose(0, `event = 'viewed'`);
  await lose(1, `event = 'bought'`);
  await vi.waitFor(
    async () => expect((await eventsOfEach('partly')).every(({ length }) => length < 300)).toBe(true),
    soon,
  );
  expect(await check()).toMatchObject({ is_equal: false, unequal_replicas: [expect.any(String)] });
  await server.restart();
  await allSent(server);
  await expectOnEach('partly', 300);
  expect(await statusOf(server)).toMatchObject({ lost: 0 });
  expect(await check()).toMatchObject({ is_equal: true, unequal_replicas: [] });

  await lose(1, 'id % 2 = 0');
  await isLost([300, 150]);
  await cluster.servers[1]?.kill();
  await cluster.servers[1]?.start();
  await server.capture(late);
  await allSent(server);
  await expectOnEach('partly', 301);
});

test('an event leaves SQLite only when each replica has it', async () => {
  let now = Date.UTC(2026, 0, 1);
  const archive = settingsOf(cluster, 'unproven', { keepDays: 2 });
  const report = () => undefined;
  const server = await startTestServer({ archive, report, clock: { now: () => now, uuid: randomUUID } });
  onTestFinished(() => server.close());
  await server.capture(batchOf(20), '/batch/');
  await allSent(server);
  const tenth = eventsInSqlite(server.dataDir)[9]?.id;
  await cluster.servers[1]?.run(`ALTER TABLE unproven.benchtop_events_local DELETE WHERE id = ${tenth}`);
  await vi.waitFor(async () => expect((await eventsOfEach('unproven'))[1]).toHaveLength(19), soon);
  now += 2 * dayMs;
  await server.capture(late);
  const moving_error = expect.stringContaining(`lacks event ${tenth} on a server that should have it`);
  await vi.waitFor(async () => expect(await statusOf(server)).toMatchObject({ moving_error }), { timeout: 90_000 });
  expect(unmovedIn(server.dataDir)).toBe(12);
  await server.restart();
  await vi.waitFor(() => expect(unmovedIn(server.dataDir)).toBe(1), soon);
  await expectOnEach('unproven', 21);
});

test('a deletion reaches a replica that was down, and its events do not come back from there', async () => {
  const server = await startMoved('deleted');
  await server.capture(batchOf(50), '/batch/?test_run=first');
  await allMoved(server.dataDir);
  const [first] = cluster.servers;
  await first?.kill();
  await server.api('DELETE', '/api/projects/1/test_runs/first/');
  await vi.waitFor(async () => expect(await statusOf(server)).toMatchObject({ state: 'waiting' }), soon);
  await first?.start();
  await server.restart();
  await allSent(server);
  await expectOnEach('deleted', 300);
});

test('replicas that ClickHouse should fill itself, and does not, are refused', async () => {
  const server = await startArchiving({ ...settings('internal'), cluster: internalClusterName });
  await server.capture(late);
  const detail = expect.stringContaining('set internal_replication to false');
  const refused = { state: 'refused', sent: 0, error: { kind: 'wrong_receiver', detail } };
  await vi.waitFor(async () => expect(await statusOf(server)).toMatchObject(refused), soon);
  expect(unmovedIn(server.dataDir)).toBe(1);
});

test('a server that accepts connections and never answers is left out of reads', async () => {
  const server = await startMoved('frozen');
  for (const frozen of cluster.servers) {
    frozen.freeze(true);
    try {
      expect(await readAnew(server)).toHaveLength(300);
    } finally {
      frozen.freeze(false);
    }
  }
});

test('Benchtop is killed while it fills a replica: the next start goes on, and nothing is lost or repeated', async () => {
  onTestFinished(startAll);
  const processes = createServerProcesses('clickhouse-filling');
  onTestFinished(() => processes.close());
  const env = { BENCHTOP_EVENTS_USER: clickHouseUser, BENCHTOP_EVENTS_PASSWORD: clickHousePassword };
  const addresses = cluster.servers.map(({ port }) => `127.0.0.1:${port}`).join(',');
  const args = ['--events-url', `clickhouse://${addresses}/killed_filling?cluster=${clusterName}`];
  const spawn = () => processes.spawn({ args, env }).listening();
  const apiOf = (server: ServerProcess) => ({
    api: (method: string, path: string, body?: unknown) => server.api(method, path, body),
  });
  let server = await spawn();
  for (let batch = 0; batch < 10; batch += 1) expect(await server.capture(batchOf(600))).toBe(200);
  await allSent(apiOf(server));
  const isFilling = `SELECT count() FROM system.tables WHERE name = 'benchtop_events_filling'`;
  for (const [round, delayMs] of [0, 60].entries()) {
    const lost = cluster.servers[round % 2];
    await server.end('SIGKILL');
    await lost?.kill();
    lost?.wipe();
    await lost?.start();
    server = await spawn();
    await vi.waitFor(async () => expect(await lost?.run(isFilling)).toEqual(['1']), { timeout: 20_000, interval: 5 });
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    await server.end('SIGKILL');
    server = await spawn();
    await allSent(apiOf(server));
    await expectOnEach('killed_filling', 6000);
  }
  expect(await eventsInArchive(cluster, 'killed_filling')).toEqual(eventsInSqlite(processes.dataDir));
});
