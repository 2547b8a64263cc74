import { expect, test, vi } from 'vitest';
import { action } from '../../actions/contract.ts';
import { settled } from '../../actions/testing.ts';
import { isoTime } from '../../core/text/time-contract.ts';
import { clusterForAll } from '../../testing/clickhouse-hooks.ts';
import { allMoved } from '../../testing/moved-events.ts';
import type { TestServer } from '../../testing/server.ts';
import { planSettings } from '../../tracking-plan/contract.ts';
import { allSent, isPro, ofProperties, read, readPages, settingsOf, startArchiving } from './archive-testing.ts';

const cluster = clusterForAll(1);

/** More than the blocks in which neighbors are read. */
const batches = 6;
const batchSize = 700;

const batchOf = (batch: number) => ({
  batch: Array.from({ length: batchSize }, (_, index) => {
    const number = batch * batchSize + index;
    return {
      event: number % 61 === 7 ? 'rare' : 'common',
      distinct_id: `person ${number % 91}`,
      timestamp: isoTime(Date.now() - (number % 20) * 3_600_000),
      properties: {
        number,
        plan: number % 4 === 0 ? 'pro' : 'free',
        // Too large to be read with others.
        ...(number % 610 === 7 ? { padding: 'é'.repeat(15_000) } : {}),
      },
    };
  }),
});

async function readAll(server: TestServer, actionId: number): Promise<unknown[]> {
  const answers: unknown[] = [];
  const ask = (method: string, path: string, body?: object) => read(server, method, path, body);
  for (const query of [
    '?distinct_id=person%205',
    '?person=person%2012&after=300',
    '?event=rare&limit=20',
    `?event=rare&${ofProperties(isPro)}`,
    `?person=person%205&${ofProperties(isPro)}`,
    '?event=rare&search=PRO',
  ]) {
    const results = await readPages(server, query);
    expect({ query, length: results.length }).not.toEqual({ query, length: 0 });
    answers.push(results);
  }
  answers.push(await ask('GET', 'events/properties/?event=rare'));
  answers.push(await ask('GET', `actions/${actionId}/events/`));
  answers.push(await ask('POST', 'experiments/excluded_people/', { bots: true, properties: [isPro] }));
  for (const property of ['plan', null]) {
    await ask('PATCH', 'tracking_plan/settings/', { build_property: property });
    await vi.waitFor(async () => {
      const settings = planSettings.parse(await ask('GET', 'tracking_plan/settings/'));
      expect(settings.is_counting).toBe(false);
    }, 30_000);
    for (const name of ['rare', 'common']) answers.push(await ask('GET', `tracking_plan/event/?event=${name}`));
  }
  return answers;
}

test('moved events that are far apart are read as before', async () => {
  const server = await startArchiving(settingsOf(cluster, 'scattered'));
  for (let batch = 0; batch < batches; batch++) {
    expect((await server.capture(batchOf(batch), '/batch/')).status).toBe(200);
  }
  await allSent(server);
  const steps = [{ event: 'rare', properties: [isPro] }];
  const { body } = await server.api('POST', '/api/projects/1/actions/', { name: 'Rare', steps });
  const { id } = action.parse(body);
  await settled((method, rest) => server.api(method, `/api/projects/1/actions/${rest}`), id);
  const before = await readAll(server, id);
  await server.restart({ archive: settingsOf(cluster, 'scattered', { keepDays: 0 }) });
  await allMoved(server.dataDir);
  expect(await readAll(server, id)).toEqual(before);
});
