import { connect, createServer, type Socket } from 'node:net';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test, vi } from 'vitest';
import { databaseFile } from '../../database/storage/files.ts';
import { clickHousePassword, clickHouseUser } from '../../testing/clickhouse.ts';
import { clusterForAll } from '../../testing/clickhouse-hooks.ts';
import { createServerProcesses } from '../../testing/process.ts';
import type { TestServer } from '../../testing/server.ts';
import {
  allSent,
  eventsInArchive,
  eventsInSqlite,
  settingsOf,
  soon,
  startArchiving,
  statusOf,
} from './archive-testing.ts';

const cluster = clusterForAll();

/** Returns events of many persons; each tenth merges two of them. */
const batchOf = (from: number, count: number, padding = '') => ({
  batch: Array.from({ length: count }, (_, index) => {
    const number = from + index;
    const distinct_id = `person ${number % 211}`;
    if (number % 10 > 0) return { event: `event ${number % 5}`, distinct_id, properties: { number, padding } };
    const alias = `person ${(number * 7) % 211}`;
    return { event: '$merge_dangerously', distinct_id, properties: { alias, number } };
  }),
});

const expectEqual = async (dataDir: string, database: string, count: number) => {
  const stored = eventsInSqlite(dataDir);
  expect(stored.length).toBe(count);
  expect(await eventsInArchive(cluster, database)).toEqual(stored);
};

/** Stores events and waits until the archive has them. */
async function archive(server: TestServer, from: number, count: number): Promise<void> {
  await server.capture(batchOf(from, count), '/batch/');
  await allSent(server);
}

/** Starts a server whose outbox takes 100 events, and cuts the network once `archived` are archived. */
async function cutOff(database: string, archived: number) {
  const proxy = await cuttingProxy();
  const server = await startArchiving({ ...settingsOf(cluster, database, { ports: proxy.ports }), maxWaiting: 100 });
  await archive(server, 0, archived);
  proxy.cutAfter(0);
  return { server, proxy };
}

/** Expects waiting events to be sent, and another one after them. */
async function takesEvents(server: TestServer): Promise<void> {
  await allSent(server);
  expect((await server.capture({ event: 'late', distinct_id: 'ann' })).status).toBe(200);
  await allSent(server);
}

test('a shard is killed and comes back: no event is lost or duplicated', async () => {
  const server = await startArchiving(settingsOf(cluster, 'killed_shard'));
  const last = cluster.servers.at(-1);
  await archive(server, 0, 500);
  onTestFinished(async () => last?.start());
  await last?.kill();
  for (let sent = 500; sent < 2000; sent += 500) {
    expect((await server.capture(batchOf(sent, 500), '/batch/')).status).toBe(200);
    await vi.waitFor(async () => expect(await statusOf(server)).toMatchObject({ state: 'waiting' }), soon);
    await server.api('POST', '/api/archive/retry/');
  }
  const health = { status: 'ok', sending: { state: 'waiting', lag_ms: expect.any(Number) } };
  await vi.waitFor(async () => expect((await server.api('GET', '/api/health/')).body).toMatchObject(health), soon);
  await last?.start();
  await allSent(server);
  await expectEqual(server.dataDir, 'killed_shard', 2000);
});

test('the network is cut in the middle of blocks: no event is lost or duplicated', async () => {
  const proxy = await cuttingProxy();
  const server = await startArchiving(settingsOf(cluster, 'cut_network', { ports: proxy.ports }));
  await archive(server, 0, 10);
  const padding = 'x'.repeat(2000);
  for (const bytes of [1_000, 150_000, 400_000]) {
    proxy.cutAfter(bytes);
    await server.capture(batchOf(10 + bytes, 400, padding), '/batch/');
    await vi.waitFor(() => expect(proxy.cuts()).toBeGreaterThan(0), soon);
    await vi.waitFor(async () => expect(await statusOf(server)).toMatchObject({ state: 'waiting' }), soon);
    proxy.cutAfter(Number.POSITIVE_INFINITY);
    await allSent(server);
  }
  // The confirmation of the block does not arrive.
  proxy.dropAnswers(true);
  await server.capture(batchOf(2_000_000, 400, padding), '/batch/');
  await vi.waitFor(async () => expect(await statusOf(server)).toMatchObject({ state: 'waiting' }), soon);
  proxy.dropAnswers(false);
  await allSent(server);
  await expectEqual(server.dataDir, 'cut_network', 1610);
});

test('a retry that somebody asks for also sends a deletion at once', async () => {
  const { server, proxy } = await cutOff('retried_deletion', 10);
  proxy.cutAfter(Number.POSITIVE_INFINITY);
  await server.capture(batchOf(10, 10), '/batch/?test_run=first');
  await allSent(server);
  proxy.cutAfter(0);
  await server.api('DELETE', '/api/projects/1/test_runs/first/');
  await vi.waitFor(async () => expect(await statusOf(server)).toMatchObject({ state: 'waiting' }), soon);
  proxy.cutAfter(Number.POSITIVE_INFINITY);
  await server.api('POST', '/api/archive/retry/');
  // The next attempt of its own would be half a minute later.
  await vi.waitFor(async () => expect(await statusOf(server)).toMatchObject({ error: null }), { timeout: 15_000 });
  await expectEqual(server.dataDir, 'retried_deletion', 10);
});

test('Benchtop is killed while it sends and comes back: no event is lost or duplicated', async () => {
  const processes = createServerProcesses('clickhouse');
  onTestFinished(() => processes.close());
  const passwordFile = { BENCHTOP_EVENTS_PASSWORD: clickHousePassword };
  const env = { BENCHTOP_EVENTS_USER: clickHouseUser, ...passwordFile };
  const addresses = cluster.servers.map(({ port }) => `127.0.0.1:${port}`).join(',');
  const options = { args: ['--events-url', `clickhouse://${addresses}/killed_benchtop?cluster=pair`], env };
  let sent = 0;
  for (let round = 0; round < 4; round += 1) {
    const server = await processes.spawn(options).listening();
    const last = sent + 1500;
    for (; sent < last; sent += 500) expect(await server.capture(batchOf(sent, 500, 'x'.repeat(500)))).toBe(200);
    if (round > 0) await new Promise((resolve) => setTimeout(resolve, 150 * round));
    await server.end('SIGKILL');
  }
  const server = await processes.spawn(options).listening();
  const api = (method: string, path: string, body?: unknown) => server.api(method, path, body);
  await allSent({ api });
  await expectEqual(processes.dataDir, 'killed_benchtop', sent);
});

test('with a full outbox events are refused with 503, and accepted again once it is sent', async () => {
  const { server, proxy } = await cutOff('full', 90);
  expect((await server.capture(batchOf(90, 60), '/batch/')).status).toBe(200);
  expect((await server.capture(batchOf(150, 60), '/batch/')).status).toBe(200);
  const refused = await server.capture({ event: 'late', distinct_id: 'ann' });
  expect(refused).toMatchObject({ status: 503, body: { code: 'archive_full' } });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await server.api('GET', '/api/health/')).status).toBe(503);
  expect(await statusOf(server)).toMatchObject({ is_full: true, max_waiting: 100 });
  // The outbox survives a restart.
  await server.restart();
  await vi.waitFor(async () => expect((await server.api('GET', '/api/health/')).status).toBe(503), soon);
  expect((await server.capture({ event: 'late', distinct_id: 'ann' })).status).toBe(503);
  proxy.cutAfter(Number.POSITIVE_INFINITY);
  await takesEvents(server);
  await expectEqual(server.dataDir, 'full', 211);
});

test('events that the spool held at a start fill the outbox once', async () => {
  const { server, proxy } = await cutOff('spooled', 10);
  const other = new Database(databaseFile(server.dataDir));
  other.exec('BEGIN IMMEDIATE');
  expect((await server.capture(batchOf(10, 60), '/batch/')).status).toBe(200);
  const restarted = server.restart();
  other.exec('ROLLBACK');
  other.close();
  await restarted;
  await vi.waitFor(() => expect(eventsInSqlite(server.dataDir).length).toBe(70), soon);
  expect((await server.capture(batchOf(70, 30), '/batch/')).status).toBe(200);
  await vi.waitFor(async () => expect(await statusOf(server)).toMatchObject({ waiting: { count: 90 } }), soon);
  expect((await server.capture(batchOf(100, 10), '/batch/')).status).toBe(200);
  proxy.cutAfter(Number.POSITIVE_INFINITY);
  await allSent(server);
  await expectEqual(server.dataDir, 'spooled', 110);
});

test('events deleted from the outbox no longer fill it', async () => {
  const { server, proxy } = await cutOff('unsent', 10);
  const { batch } = batchOf(10, 150);
  const inRun = batch.map((event) => ({ ...event, properties: { ...event.properties, $benchtop_test_run: 'big' } }));
  await server.capture({ batch: inRun }, '/batch/');
  expect((await server.capture({ event: 'late', distinct_id: 'ann' })).status).toBe(503);
  expect((await server.api('DELETE', '/api/projects/1/test_runs/big/')).status).toBe(204);
  await vi.waitFor(() => expect(eventsInSqlite(server.dataDir).length).toBe(10), soon);
  proxy.cutAfter(Number.POSITIVE_INFINITY);
  await takesEvents(server);
  await expectEqual(server.dataDir, 'unsent', 11);
});

test('after a restore from a copy the archive matches the database', async () => {
  const said: string[] = [];
  const server = await startArchiving(settingsOf(cluster, 'restored'), said);
  await archive(server, 0, 300);
  const { body: copy } = await server.api('POST', '/api/storage/copies/');
  await server.capture({ event: '$merge_dangerously', distinct_id: 'person 1', properties: { alias: 'person 2' } });
  await archive(server, 300, 300);
  expect((await server.api('POST', '/api/storage/restore/', { copy: (copy as { name: string }).name })).status).toBe(
    200,
  );
  await archive(server, 600, 100);
  await expectEqual(server.dataDir, 'restored', 400);
});

test('an archive that lost events is refilled at the next start', async () => {
  const said: string[] = [];
  const server = await startArchiving(settingsOf(cluster, 'emptied'), said);
  await archive(server, 0, 300);
  await cluster.servers.at(-1)?.run('TRUNCATE TABLE emptied.benchtop_events_local');
  await server.restart();
  await allSent(server);
  expect(said).toEqual(['The archive in ClickHouse had other events than the database, so it is filled anew.']);
  await expectEqual(server.dataDir, 'emptied', 300);
});

/** Starts a proxy in front of the cluster that cuts a connection after `limit` bytes, and all later ones. */
async function cuttingProxy() {
  let limit = Number.POSITIVE_INFINITY;
  let isMute = false;
  let cuts = 0;
  const sockets = new Set<Socket>();
  const servers = await Promise.all(
    cluster.servers.map(async ({ port }) => {
      const server = createServer((client) => {
        const target = connect(port, '127.0.0.1');
        let bytes = 0;
        const end = () => {
          client.destroy();
          target.destroy();
        };
        for (const socket of [client, target]) {
          sockets.add(socket);
          socket.on('error', end).on('close', () => {
            sockets.delete(socket);
            end();
          });
        }
        client.on('data', (data) => {
          bytes += data.length;
          if (bytes <= limit) return void target.write(data);
          cuts += 1;
          target.write(data.subarray(0, Math.max(0, data.length - (bytes - limit))), end);
        });
        target.on('data', (data) => (isMute ? end() : client.write(data)));
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      return server;
    }),
  );
  const endAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  onTestFinished(async () => {
    endAll();
    for (const server of servers) await new Promise((resolve) => server.close(resolve));
  });
  return {
    ports: servers.map((server) => (server.address() as { port: number }).port),
    cuts: () => cuts,
    cutAfter(bytes: number) {
      cuts = 0;
      limit = bytes;
      // Open connections would resume with old bytes.
      endAll();
    },
    dropAnswers(isOn: boolean) {
      isMute = isOn;
    },
  };
}
