import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import { serverForEach } from '../../testing/server-hooks.ts';
import { type ExperimentSummary, experimentSummaries, type MetricResult } from './results-contract.ts';
import { called, did, labOf } from './results-testing.ts';

const start = Date.UTC(2026, 10, 21, 12);
let now: number;
beforeEach(() => {
  now = start;
});
const server = serverForEach({ clock: { now: () => now, uuid: randomUUID } });
const lab = labOf(server);

const at = '2026-11-20T12:00:00.000Z';
const start_date = '2026-11-19T12:00:00.000Z';
const filters = { events: [{ id: 'paid' }] };
const visit = (index: number, flag: string) => [
  called(`p${index}`, index % 2 === 0 ? 'control' : 'test', at, flag),
  did('paid', `p${index}`, at),
];
const visits = (count: number, flag: string) =>
  lab.capture(Array.from({ length: count }, (_, index) => visit(index, flag)).flat());

async function summaries(query = ''): Promise<ExperimentSummary[]> {
  return experimentSummaries.parse((await lab.get(`summaries/${query}`)).body).results;
}

/** Asks until all of them are computed. */
async function allSummaries(): Promise<ExperimentSummary[]> {
  for (;;) {
    const found = await summaries();
    if (found.every(({ result }) => result !== null)) return found;
  }
}

/** Returns the part of a result that a summary has. */
function summaryOf({ steps: _steps, days: _days, exposure, variants, ...rest }: MetricResult) {
  const withoutDays = exposure === null ? null : (({ days: _, ...whole }) => whole)(exposure);
  const narrow = variants.map(({ density: _density, posterior: _posterior, ...variant }) => variant);
  return { ...rest, exposure: withoutDays, variants: narrow };
}

test('one request has the result of each experiment of a list, equal to its own results', async () => {
  const draft = await lab.add({ feature_flag_key: 'later', filters });
  const running = await lab.add({ start_date, filters });
  const archived = await lab.add({
    feature_flag_key: 'old',
    start_date,
    end_date: start_date,
    filters,
    archived: true,
  });
  await visits(300, 'checkout');
  const found = await summaries('?archived=false');
  expect(found).toEqual([
    { id: running, result: summaryOf(await lab.result(running)) },
    { id: draft, result: summaryOf(await lab.result(draft)) },
  ]);
  expect(found.map(({ result }) => [result?.status, result?.exposure?.total])).toEqual([
    ['ready', 300],
    ['draft', undefined],
  ]);
  expect((await summaries('?archived=true')).map(({ id }) => id)).toEqual([archived]);
});

test('a summary is cached for a minute while no event arrives and the experiment does not change', async () => {
  const id = await lab.add({ start_date, filters });
  await visits(10, 'checkout');
  const computedAt = async () => Date.parse((await summaries())[0]?.result?.computed_at ?? '');
  expect(await computedAt()).toBe(start);
  now = start + 50_000;
  expect(await computedAt()).toBe(start);
  await lab.change(id, { name: 'Checkout, shorter' });
  expect(await computedAt()).toBe(now);
  now += 70_000;
  expect(await computedAt()).toBe(now);
  await visits(20, 'checkout');
  now += 59_000;
  expect((await summaries())[0]?.result).toMatchObject({
    computed_at: new Date(now).toISOString(),
    exposure: { total: 20 },
  });
});

test('a list of a hundred experiments answers in time with its results so far, and delays no one', async () => {
  await visits(1000, 'checkout');
  for (let index = 0; index < 100; index++) await lab.add({ feature_flag_key: `flag${index}`, start_date, filters });
  const id = await lab.add({ start_date, filters });
  let isListed = false;
  const list = summaries('?limit=1000').finally(() => {
    isListed = true;
  });
  expect((await lab.result(id)).exposure?.total).toBe(1000);
  expect(isListed).toBe(false);
  expect(await list).toHaveLength(101);
  expect(await allSummaries()).toHaveLength(100);
});

test('a list request that the client aborts is not computed to the end', async () => {
  await visits(1000, 'checkout');
  for (let index = 0; index < 30; index++) await lab.add({ feature_flag_key: `flag${index}`, start_date, filters });
  const left = new AbortController();
  const headers = { Authorization: `Bearer ${server.personalKey}` };
  const url = `${server.url}/api/projects/1/experiments/summaries/`;
  const request = fetch(url, { signal: left.signal, headers }).catch((error: Error) => error.name);
  await summaries('?limit=1');
  left.abort();
  expect(await request).toBe('AbortError');
  // Longer than any request computes.
  await setTimeout(2500);
  now += 1000;
  const computedAt = async (query: string) => Date.parse((await summaries(query))[0]?.result?.computed_at ?? '');
  expect(await computedAt('?limit=1')).toBe(start);
  expect(await computedAt('?limit=1&offset=29')).toBe(now);
});
