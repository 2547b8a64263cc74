import { expect, test, vi } from 'vitest';
import { serverHealth } from '../capture/health-contract.ts';
import { readArchiveSettings } from '../events/archive/archive-settings.ts';
import { startTestServer } from '../testing/server.ts';

/** Nothing listens on port 1. */
const archive = readArchiveSettings('clickhouse://127.0.0.1:1/events', { maxWaiting: 100, keepDays: null }, {});

test('while ClickHouse has never answered, the health has the wait of the oldest event, also after a restart', async () => {
  await using server = await startTestServer({ archive });
  const lag = async () => serverHealth.parse((await server.api('GET', '/api/health/')).body).sending?.lag_ms;
  expect(await lag()).toBeNull();
  await server.capture({ event: 'seen', distinct_id: 'ada' });
  expect(await lag()).toBeGreaterThanOrEqual(0);
  await server.restart();
  await vi.waitFor(async () => expect(await lag()).toBeGreaterThanOrEqual(0), 20_000);
});
