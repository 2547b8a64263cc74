import { afterAll, beforeAll, expect, test } from 'vitest';
import { archiveCheckReport } from '../../events/archive/archive-contract.ts';
import { seededUniform } from '../../statistics/seeded-uniform.ts';
import { type ClickHouseCluster, startClickHouse } from '../../testing/clickhouse.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { allSent, settingsOf } from './archive-testing.ts';

const events = Number(process.env.BENCHTOP_TEST_EVENTS ?? 100_000);
const batchSize = 2000;
const people = 5000;
const local = 'counted.benchtop_events_local';

let cluster: ClickHouseCluster;
let server: TestServer;
beforeAll(async () => {
  cluster = await startClickHouse(2);
  server = await startTestServer({ archive: settingsOf(cluster, 'counted') });
  const random = seededUniform(7);
  const started = performance.now();
  for (let sent = 0; sent < events; sent += batchSize) {
    const batch = Array.from({ length: batchSize }, () => generatedEvent(random));
    expect((await server.capture({ batch }, '/batch/')).status).toBe(200);
  }
  const captured = performance.now();
  // Reading the status counts the outbox, in the thread that also reads blocks.
  await allSent(server, { timeout: 8 * 60_000, interval: Math.max(100, events / 200) });
  const seconds = (from: number) => Math.round((performance.now() - from) / 1000);
  console.log(
    `${events} events: all sent ${seconds(started)} s after the first and ${seconds(captured)} s after the last`,
  );
}, 15 * 60_000);
afterAll(async () => {
  await server?.close();
  await cluster?.close();
});

const check = async () => {
  const { status, body } = await server.api('POST', '/api/archive/check/', { project_id: 1 });
  expect(status).toBe(200);
  return archiveCheckReport.parse(body).check;
};

test('events and people by name and day are the same as in SQLite, with merges', async () => {
  const started = performance.now();
  const result = await check();
  console.log(`${events} events checked in ${Math.round(performance.now() - started)} ms`);
  expect(result).toEqual({
    is_equal: true,
    events,
    groups: expect.any(Number),
    different: 0,
    differences: [],
    unequal_replicas: [],
  });
  // Each of 20 names on each of 90 days and a few old ones, and merges.
  expect(result?.groups).toBeGreaterThan(1500);
});

test('a block that arrives twice and merged parts change nothing', async () => {
  for (const shard of cluster.servers) {
    // New versions refuse an insert of more than 100 months.
    for (const month of await shard.run(`SELECT DISTINCT month FROM ${local}`))
      await shard.run(`INSERT INTO ${local} SELECT * FROM ${local} WHERE month = ${month}`);
  }
  expect((await check())?.is_equal).toBe(true);
  for (const shard of cluster.servers) await shard.run(`OPTIMIZE TABLE ${local}`);
  expect((await check())?.is_equal).toBe(true);
});

test('merges after events were sent move their people, and both sides are equal again', async () => {
  for (let number = 0; number < 200; number += 2) {
    const properties = { alias: `person ${number}` };
    await server.capture({ event: '$merge_dangerously', distinct_id: `person ${number + 1}`, properties });
  }
  await allSent(server);
  expect(await check()).toMatchObject({ is_equal: true, events: events + 100 });
});

test('a surplus event and a missing event are reported', async () => {
  const [first] = cluster.servers;
  const ghost = `(1, 'ghost', 86400000, '00000000-0000-4000-8000-000000000001', 'x', 1, 0, 1, 0, 0, '', '{}')`;
  await first?.run(`INSERT INTO ${local} VALUES ${ghost}`);
  expect(await check()).toMatchObject({
    is_equal: false,
    different: 1,
    differences: [
      { event: 'ghost', day: '1970-01-02', sqlite: { events: 0, people: 0 }, archive: { events: 1, people: 1 } },
    ],
  });
  await first?.run(`ALTER TABLE ${local} DELETE WHERE event = 'ghost'`);
  await cluster.servers.at(-1)?.run(`TRUNCATE TABLE ${local}`);
  const lost = await check();
  expect(lost?.is_equal).toBe(false);
  expect(lost?.different).toBeGreaterThan(lost?.differences.length ?? 0);
});

function generatedEvent(random: () => number) {
  const distinct_id = `person ${Math.floor(random() ** 2 * people)}`;
  const kind = random();
  if (kind < 0.01) {
    return {
      event: '$identify',
      distinct_id,
      properties: { $anon_distinct_id: `person ${Math.floor(random() * people)}` },
    };
  }
  const age = kind < 0.02 ? random() * 60 * 365 * 86_400_000 : random() * 90 * 86_400_000;
  return {
    event: `event ${Math.floor(random() * 20)}`,
    distinct_id,
    timestamp: new Date(Date.UTC(2026, 9, 1) - Math.floor(age)).toISOString(),
    properties: { plan: random() < 0.5 ? 'pro' : 'free', total: Math.floor(random() * 1000) / 10 },
  };
}
