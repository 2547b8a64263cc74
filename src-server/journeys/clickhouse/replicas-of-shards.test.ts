import { expect, onTestFinished, test, vi } from 'vitest';
import { clusterForAll } from '../../testing/clickhouse-hooks.ts';
import { allMoved } from '../../testing/moved-events.ts';
import { allSent, batchOf, readPages, settingsOf, soon, startArchiving, statusOf } from './archive-testing.ts';

const cluster = clusterForAll(2, 2);

test('one replica of each shard is lost: all is read from the others, and both are filled again', async () => {
  onTestFinished(async () => void (await Promise.all(cluster.servers.map((server) => server.start()))));
  const server = await startArchiving(settingsOf(cluster, 'shards', { keepDays: 0 }));
  await server.capture(batchOf(400), '/batch/');
  await allMoved(server.dataDir);
  await server.restart();
  const before = await readPages(server, '?limit=100');
  const [first, , , last] = cluster.servers;
  for (const lost of [first, last]) {
    await lost?.kill();
    lost?.wipe();
  }
  await server.restart();
  expect(await readPages(server, '?limit=100')).toEqual(before);
  await server.capture({ event: 'late', distinct_id: 'ann' });
  await vi.waitFor(async () => expect(await statusOf(server)).toMatchObject({ state: 'waiting' }), soon);
  for (const lost of [first, last]) await lost?.start();
  await allSent(server);
  await allMoved(server.dataDir);
  const rows = 'SELECT id, uuid, properties FROM shards.benchtop_events_local FINAL ORDER BY id';
  const [one, other, third, fourth] = await Promise.all(cluster.servers.map((each) => each.run(rows)));
  expect(one).toEqual(other);
  expect(third).toEqual(fourth);
  expect((one?.length ?? 0) + (third?.length ?? 0)).toBe(401);
  expect(Math.min(one?.length ?? 0, third?.length ?? 0)).toBeGreaterThan(0);
  expect(await server.api('POST', '/api/archive/check/', { project_id: 1 })).toMatchObject({
    body: { check: { is_equal: true, events: 401, unequal_replicas: [] } },
  });
});
