import { expect, test } from 'vitest';
import { called, did, inNovember, labForAll, labNow, trend } from '../results-testing.ts';
import { type AaSimulation, aaSimulation } from './aa-simulation-contract.ts';

let now = labNow;
const { lab } = labForAll(() => now);

const funnel = { events: [{ id: 'paid' }], funnel_window_days: 1 };

/** Runs an experiment with 300 people a variant over six days and a true difference: twice as many pay in test variants. */
async function ran(key: string, keys: readonly string[], fields: object = {}, plan: object = {}): Promise<number> {
  const feature_flag_variants = keys.map((variant) => ({ key: variant, rollout_percentage: 100 / keys.length }));
  const id = await lab.add({
    name: key,
    feature_flag_key: key,
    start_date: inNovember(11),
    filters: funnel,
    ...fields,
    parameters: { feature_flag_variants, ...plan },
  });
  const batch = keys.flatMap((variant) =>
    Array.from({ length: 300 }, (_, index) => {
      const person = `${key}-${variant}-${index}`;
      const day = 12 + (index % 6);
      const pays = index % 20 < (variant === 'control' ? 4 : 8);
      const times = 1 + (index % 3);
      return [
        called(person, variant, inNovember(day, 1), key),
        did('seen', person, inNovember(day, 2)),
        ...(pays ? [did('came back', person, inNovember(day + 1, 2))] : []),
        ...Array.from({ length: pays ? times : 0 }, (_, time) =>
          did('paid', person, inNovember(day, 2 + time), { amount: time === 2 ? -3 : 10 }),
        ),
      ];
    }).flat(),
  );
  await lab.capture(batch);
  return id;
}

async function once(id: number, query: Record<string, string> = {}): Promise<AaSimulation> {
  const { status, body } = await lab.get(`${id}/replay/?${new URLSearchParams(query)}`);
  expect(status).toBe(200);
  return aaSimulation.parse(body);
}

async function simulated(id: number, query: Record<string, string> = {}): Promise<AaSimulation> {
  let simulation = await once(id, query);
  while (simulation.status === 'running') simulation = await once(id, { ...query, as_of: simulation.as_of });
  return simulation;
}

test('an A/A simulation concludes better or worse as rarely as the page allows, and is reproducible', async () => {
  const id = await ran('two', ['control', 'test']);
  const simulation = await simulated(id);
  expect(simulation).toMatchObject({
    status: 'done',
    people: 600,
    looks: 11,
    played: 1000,
    reshuffles: 1000,
  });
  const [primary] = simulation.metrics;
  expect(primary).toMatchObject({ index: null, allowed: 0.05, is_above: false });
  // Four standard errors over the 5%; the real difference is far from chance.
  expect(primary?.better_or_worse.share).toBeLessThan(0.05 + 4 * Math.sqrt((0.05 * 0.95) / 1000));
  expect((await lab.result(id)).verdict.kind).toBe('better');
  const { better, worse, better_or_worse: either, leading, leading_now: leads } = primary ?? expect.fail();
  expect(either.count).toBeLessThanOrEqual(better.count + worse.count);
  expect(either.count).toBeGreaterThanOrEqual(Math.max(better.count, worse.count));
  expect(leads.count).toBeLessThanOrEqual(leading.count);
  expect(leads.share).toBeGreaterThan(0);
  expect(leads.share).toBeLessThan(0.2);
  expect(either.interval[0]).toBeLessThanOrEqual(either.share);
  expect(either.interval[1]).toBeGreaterThan(either.share);
  now += 60_000;
  const again = await once(id);
  expect(again).toEqual({ ...simulation, as_of: new Date(now).toISOString() });
});

test('all metrics are simulated with the same deals, for any number of variants; secondary ones also together', async () => {
  const secondary_metrics = [
    { name: 'Payments', filters: trend },
    { name: 'Payers', filters: funnel },
  ];
  const id = await ran('five', ['control', 'a', 'b', 'c', 'd'], { secondary_metrics });
  const { metrics, any_secondary: any, people } = await simulated(id);
  expect(people).toBe(1500);
  expect(metrics.map(({ index, name }) => [index, name])).toEqual([
    [null, ''],
    [0, 'Payments'],
    [1, 'Payers'],
  ]);
  const counts = metrics.slice(1).map(({ better_or_worse: said }) => said.count);
  expect(any?.count).toBeGreaterThanOrEqual(Math.max(...counts));
  expect(any?.count).toBeLessThanOrEqual(counts.reduce((sum, count) => sum + count, 0));
});

test.each([
  ['mean_property', 'paid', { property: 'amount' }],
  ['ratio', 'paid', { property: 'amount', denominator: { events: [{ id: 'seen' }] } }],
  ['retention', 'came back', { return_days: [1, 1] }],
])('an A/A simulation has every kind as the primary metric, with refunds: %s', async (kind, event, options) => {
  const filters = { events: [{ id: event }], benchtop: { kind, ...options } };
  const id = await ran(`kind-${kind}`, ['control', 'test'], { filters });
  const { status, metrics } = await simulated(id);
  expect([status, metrics.length]).toEqual(['done', 1]);
  expect(metrics[0]?.leading_now.share).toBeGreaterThan(0);
  expect(metrics[0]?.better_or_worse.share).toBeLessThan(0.05 + 4 * Math.sqrt((0.05 * 0.95) / 1000));
  expect((await lab.result(id)).verdict.kind).toBe('better');
});

test('an A/A simulation says that it leaves out CUPED where the experiment uses it', async () => {
  const id = await ran('cuped', ['control', 'test']);
  expect((await once(id)).leaves_out_cuped).toBe(false);
  await lab.change(id, { parameters: { benchtop: { cuped: { days: 7 } } } });
  expect((await once(id)).leaves_out_cuped).toBe(true);
});

test('an A/A simulation is for its moment, and for the people that the page counts', async () => {
  const id = await ran('moment', ['control', 'test']);
  const early = await simulated(id, { as_of: inNovember(14) });
  expect(early).toMatchObject({ as_of: inNovember(14), looks: 4, people: 200 });
  expect(await once(id, { as_of: inNovember(30) })).toMatchObject({ as_of: new Date(now).toISOString() });
  const everyone = await simulated(id, { people: 'everyone', as_of: inNovember(14) });
  expect(everyone.people).toBe(early.people);
  expect((await lab.get(`${id}/replay/?as_of=soon`)).status).toBe(400);
  expect((await lab.get(`${id}/replay/?people=some`)).status).toBe(400);
  expect((await lab.get('999/replay/')).status).toBe(404);
});

test('without a start, a metric or people there is nothing to simulate', async () => {
  const draft = await lab.add({ name: 'draft', feature_flag_key: 'draft', filters: funnel });
  const empty = await lab.add({
    name: 'empty',
    feature_flag_key: 'empty',
    start_date: inNovember(11),
    filters: funnel,
  });
  const unmeasured = await ran('unmeasured', ['control', 'test'], { filters: {} });
  for (const id of [draft, empty, unmeasured]) {
    expect(await once(id)).toMatchObject({ status: 'nothing_to_replay', metrics: [], reshuffles: 0 });
  }
});

test('before the test at the planned size only the error of the looks is allowed, then both', async () => {
  const early = await ran('early', ['control', 'test'], {}, { recommended_sample_size: 6000 });
  expect((await simulated(early)).metrics[0]).toMatchObject({ allowed: 0.01 });
  const reached = await ran('reached', ['control', 'test'], {}, { recommended_sample_size: 500 });
  expect((await simulated(reached)).metrics[0]).toMatchObject({ allowed: 0.05 });
});
