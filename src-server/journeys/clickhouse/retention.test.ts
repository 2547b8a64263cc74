import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test, vi } from 'vitest';
import { dayMs } from '../../core/text/time-contract.ts';
import { clusterForAll } from '../../testing/clickhouse-hooks.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { allSent, batchOf, eventsInArchive, eventsInSqlite, settingsOf, soon } from './archive-testing.ts';

const cluster = clusterForAll();
const path = '/api/projects/1/event_retention/';

/** Starts a server with an archive, whose clock stands still until the test moves it. */
async function startOn(database: string, keepDays: number | null, options: { report?: () => void } = {}) {
  const clock = { now: Date.UTC(2026, 5, 1) };
  const server = await startTestServer({
    archive: settingsOf(cluster, database, { keepDays }),
    clock: { now: () => clock.now, uuid: randomUUID },
    ...options,
  });
  onTestFinished(() => server.close());
  return { server, clock };
}

/** Waits until old events are gone from both sides, and expects both to be equal. */
async function expectDeleted(server: TestServer, database: string, left: number): Promise<void> {
  const strip = ({ properties: _, ...event }: Record<string, unknown>) => event;
  const isGone = async () => {
    const stored = eventsInSqlite(server.dataDir).map(strip);
    expect(stored).toHaveLength(left);
    expect((await eventsInArchive(cluster, database)).map(strip)).toEqual(stored);
  };
  await vi.waitFor(isGone, soon);
  const { body } = await server.api('POST', '/api/archive/check/', { project_id: 1 });
  expect(body).toMatchObject({ check: { is_equal: true, events: left } });
}

test.each([
  ['copied', null],
  ['moved', 0],
] as const)(
  'old events leave the archive too, and a restart refills nothing: properties %s',
  async (name, keepDays) => {
    const { server, clock } = await startOn(`retention_${name}`, keepDays);
    await server.capture(batchOf(500), '/batch/');
    await server.capture({ event: 'in a run', distinct_id: 'ann' }, '/capture/?test_run=checkout');
    clock.now += 40 * dayMs;
    await server.capture(batchOf(60), '/batch/');
    await allSent(server);
    await server.api('PATCH', path, { keep_days: 30 });
    await expectDeleted(server, `retention_${name}`, 61);

    const before = await server.events('limit=100');
    await server.restart();
    await allSent(server);
    await expectDeleted(server, `retention_${name}`, 61);
    expect(await server.events('limit=100')).toEqual(before);
  },
);

test('events that the archive lacks are not deleted', async () => {
  const { server, clock } = await startOn('retention_waits', null, {
    // That the servers are away.
    report: () => undefined,
  });
  await server.capture(batchOf(50), '/batch/');
  await allSent(server);
  for (const shard of cluster.servers) await shard.kill();
  onTestFinished(async () => void (await Promise.all(cluster.servers.map((shard) => shard.start()))));
  await server.capture(batchOf(50), '/batch/');
  clock.now += 40 * dayMs;
  await server.api('PATCH', path, { keep_days: 30 });
  const stateOf = async () => (await server.api('GET', path)).body;
  await expect.poll(stateOf, soon).toMatchObject({ deleted_before: null, held_by: { reason: 'sending' } });
  await server.restart();
  await server.restart();
  expect(eventsInSqlite(server.dataDir)).toHaveLength(100);

  await Promise.all(cluster.servers.map((shard) => shard.start()));
  await allSent(server);
  await server.api('PATCH', path, { keep_days: 30 });
  await expectDeleted(server, 'retention_waits', 0);
});
