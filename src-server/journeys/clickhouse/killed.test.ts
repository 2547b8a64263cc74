import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { dayMs } from '../../core/text/time-contract.ts';
import { clickHousePassword, clickHouseUser } from '../../testing/clickhouse.ts';
import { clusterForAll } from '../../testing/clickhouse-hooks.ts';
import { createServerProcesses } from '../../testing/process.ts';
import { allSent, eventsInSqlite, statusOf, unmovedIn } from './archive-testing.ts';

const cluster = clusterForAll();

const jumpingClock = join(import.meta.dirname, '../../../scripts/torture/jumping-clock.ts');
const rounds = 8;

test('Benchtop is killed while properties are moved and brought back: each acknowledged one is unchanged', async () => {
  const processes = createServerProcesses('clickhouse-moving');
  onTestFinished(() => processes.close());
  const clock = join(processes.dataDir, '../clock');
  const env = {
    BENCHTOP_EVENTS_USER: clickHouseUser,
    BENCHTOP_EVENTS_PASSWORD: clickHousePassword,
    BENCHTOP_TORTURE_CLOCK: clock,
    NODE_OPTIONS: `--import ${jumpingClock}`,
  };
  const addresses = cluster.servers.map(({ port }) => `127.0.0.1:${port}`).join(',');
  const url = ['--events-url', `clickhouse://${addresses}/killed_moving?cluster=pair`];
  const spawn = (limits: string[]) => processes.spawn({ args: [...url, ...limits], env }).listening();
  const sent = new Map<string, string>();
  for (let round = 0; round < rounds; round += 1) {
    // Events captured before are old enough to be moved.
    writeFileSync(clock, String(2 * round * dayMs));
    const before = round === 0 ? 0 : unmovedIn(processes.dataDir);
    const server = await spawn(round % 4 === 3 ? [] : ['--events-keep-days', '1']);
    for (let block = 0; block < 3; block += 1) {
      const batch = Array.from({ length: 300 }, (_, number) => ({
        event: `event ${number % 5}`,
        distinct_id: `person ${number % 97}`,
        uuid: randomUUID(),
        properties: { round, number, padding: 'é'.repeat(number % 400), $ip: '127.0.0.1' },
      }));
      expect(await server.capture({ batch })).toBe(200);
      for (const { uuid, properties } of batch) sent.set(uuid, JSON.stringify(properties));
    }
    const isUnderWay = () => expect(unmovedIn(processes.dataDir)).not.toBe(before + 900);
    // It searches at the start, and then once a minute.
    if (round % 2 === 1) await vi.waitFor(isUnderWay, { timeout: 20_000, interval: 10 });
    else await allSent({ api: (method, path, body) => server.api(method, path, body) });
    await server.end('SIGKILL');
  }
  const server = await spawn([]);
  const api = (method: string, path: string, body?: unknown) => server.api(method, path, body);
  const isBack = { state: 'idle', keep_days: null, moved_until: null, lost: 0 };
  await vi.waitFor(async () => expect(await statusOf({ api })).toMatchObject(isBack), {
    timeout: 60_000,
    interval: 200,
  });
  const stored = eventsInSqlite(processes.dataDir).map(({ uuid, properties }) => [uuid, properties]);
  expect(new Map(stored as [string, string][])).toEqual(sent);
  expect(await server.end('SIGTERM')).toBe(0);
});
