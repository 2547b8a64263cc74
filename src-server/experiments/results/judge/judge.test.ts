import { expect, test } from 'vitest';
import { experimentResults, type MetricResult } from '../results-contract.ts';
import { called, did, inNovember, labForAll, trend } from '../results-testing.ts';

const { lab } = labForAll();

const start_date = inNovember(11);
const funnel = { events: [{ id: 'paid' }], funnel_window_days: 2 };

type Group = { variant: string; of: number; paid: number; day?: number; times?: number };
let flags = 0;
/** Runs an experiment with people by variant and day of exposure; an hour later the first of them pay, `times` times each. */
async function ran(filters: object, groups: Group[], fields: object = {}) {
  flags += 1;
  const key = `flag-${flags}`;
  const keys = [...new Set(groups.map(({ variant }) => variant))];
  const feature_flag_variants = keys.map((variant) => ({ key: variant, rollout_percentage: 100 / keys.length }));
  const { parameters = {}, ...rest } = fields as { parameters?: object };
  const id = await lab.add({
    name: key,
    feature_flag_key: key,
    start_date,
    filters,
    ...rest,
    parameters: { feature_flag_variants, ...parameters },
  });
  const batch = groups.flatMap(({ variant, of, paid, day = 12, times = 1 }, group) =>
    Array.from({ length: of }, (_, index) => {
      const person = `${key}-${group}-${index}`;
      const pays = Array.from({ length: index < paid ? times : 0 }, () => did('paid', person, inNovember(day, 1)));
      return [called(person, variant, inNovember(day), key), ...pays];
    }).flat(),
  );
  await lab.capture(batch);
  return { id, key };
}

async function resultBy(id: number, people: string): Promise<MetricResult> {
  return experimentResults.parse((await lab.get(`${id}/results/?people=${people}`)).body).result;
}
const peopleIn = ({ variants }: MetricResult) => variants.map(({ evidence }) => evidence.people);

test('only people past their window decide, unless everyone is requested; both are counted', async () => {
  const { id } = await ran(funnel, [
    { variant: 'control', of: 400, paid: 40 },
    { variant: 'test', of: 400, paid: 40 },
    // The test variant converts sooner: control’s people come too late to be seen.
    { variant: 'control', of: 300, paid: 0, day: 21 },
    { variant: 'test', of: 300, paid: 150, day: 21 },
  ]);
  const mature = await lab.result(id);
  expect(mature.basis).toMatchObject({ people: 'mature', mature: 800, everyone: 1400, window_days: 2 });
  expect(peopleIn(mature)).toEqual([400, 400]);
  expect(mature.verdict.kind).toBe('no_clear_difference');
  // The compatibility fields count everyone.
  expect(mature.variants.map(({ exposures }) => exposures)).toEqual([700, 700]);
  const everyone = await resultBy(id, 'everyone');
  expect(peopleIn(everyone)).toEqual([700, 700]);
  expect(everyone.verdict).toMatchObject({
    kind: 'better',
    cautions: [
      { code: 'fewer_than_needed' },
      { code: 'suspicious_lift' },
      { code: 'open_outcomes', people: 600, window_days: 2 },
    ],
  });
  expect(await lab.get(`${id}/results/?people=young`)).toMatchObject({ status: 400, body: { attr: 'people' } });
});

test('until someone is past the window, the verdict waits', async () => {
  const { id } = await ran({ events: [{ id: 'paid' }] }, [
    { variant: 'control', of: 150, paid: 10 },
    { variant: 'test', of: 150, paid: 100 },
  ]);
  const result = await lab.result(id);
  expect(result).toMatchObject({ status: 'ready', significant: true });
  expect(result.verdict).toMatchObject({
    kind: 'collecting',
    next: [{ code: 'wait_for_window', window_days: 14, mature: 0, everyone: 300 }],
  });
  expect(result.explanation).toContain('0 people past their 14-day window (300 exposed)');
});

test('the better variant is named whatever a small or empty variant shows', async () => {
  const { id } = await ran(funnel, [
    { variant: 'control', of: 1000, paid: 100 },
    { variant: 'a', of: 1000, paid: 190 },
    { variant: 'b', of: 20, paid: 8 },
    { variant: 'c', of: 0, paid: 0 },
    { variant: 'd', of: 1000, paid: 200 },
  ]);
  // The weights differ from this split.
  const weights = ['control', 'a', 'b', 'c', 'd'].map((key, index) => [key, [33, 33, 1, 0, 33][index]] as const);
  const feature_flag_variants = weights.map(([key, rollout_percentage]) => ({ key, rollout_percentage }));
  await lab.change(id, { parameters: { feature_flag_variants } });
  const { verdict, variants, significance_code, health } = await lab.result(id);
  expect(health?.sample_ratio?.state).not.toBe('mismatch');
  expect(verdict).toMatchObject({ kind: 'better', variant: 'd', also: ['a'] });
  expect(significance_code).toBe('not_enough_exposure');
  expect(variants.map(({ outcome }) => outcome)).toEqual(['reference', 'better', 'collecting', 'collecting', 'better']);
  expect(variants[3]).toMatchObject({
    exposures: 0,
    success_count: 0,
    failure_count: 0,
    comparison: null,
    evidence: { value: null, versus: null },
  });
});

test('no successes in either variant are no difference', async () => {
  const { id } = await ran(funnel, [
    { variant: 'control', of: 2000, paid: 0 },
    { variant: 'test', of: 2000, paid: 0 },
  ]);
  const { verdict, variants } = await lab.result(id);
  expect(verdict).toMatchObject({ kind: 'no_clear_difference', doubts: [{ code: 'few_conversions', conversions: 0 }] });
  expect(variants[1]?.evidence.versus).toMatchObject({ lift: null, lift_interval: null, p_value: 1 });
});

test('an exposure by property is divided by its own people', async () => {
  const key = 'carried';
  const id = await lab.add({ name: key, feature_flag_key: key, start_date, filters: trend });
  const carrying = (variant: string, of: number) =>
    Array.from({ length: of }, (_, index) =>
      did('paid', `${key}-${variant}-${index}`, inNovember(12), { [`$feature/${key}`]: variant }),
    );
  await lab.capture([...carrying('control', 800), ...carrying('test', 200)]);
  const { variants, verdict } = await lab.result(id);
  // The compatibility field compares the events as they are.
  expect(variants.map(({ value }) => value)).toEqual([1, 0.25]);
  expect(variants.map(({ evidence }) => evidence.value)).toEqual([1, 1]);
  expect(variants[1]?.evidence.versus?.p_value).toBe(1);
  expect(verdict.kind).toBe('unhealthy');
});

test('in a trend, the highest values of 0.1% of the people are capped', async () => {
  const { id } = await ran(trend, [
    { variant: 'control', of: 1000, paid: 500 },
    { variant: 'test', of: 1000, paid: 500 },
    { variant: 'test', of: 1, paid: 1, times: 900 },
  ]);
  const { basis, variants } = await lab.result(id);
  expect(basis?.cap).toBe(1);
  expect(variants[1]?.evidence).toMatchObject({ people: 1001, count: 1400 });
  expect(variants[1]?.evidence.value).toBeCloseTo(501 / 1001, 12);
  // The curve agrees with the interval: 95% of it lies inside.
  const { density = [], evidence: { interval = null } = {} } = variants[1] ?? {};
  const area = density.reduce((sum, [x, y], index) => {
    const [before, at] = density[index - 1] ?? [x, y];
    const isInside = interval !== null && before >= interval[0] && x <= interval[1];
    return isInside ? sum + ((x - before) * (y + at)) / 2 : sum;
  }, 0);
  expect(area).toBeGreaterThan(0.9);
  expect(area).toBeLessThan(0.96);
});

test('the planned number of people is tested once, as the plan was at the launch', async () => {
  const groups: Group[] = [
    { variant: 'control', of: 300, paid: 40 },
    { variant: 'test', of: 300, paid: 66 },
  ];
  const parameters = { recommended_sample_size: 600 };
  const { id, key } = await ran(funnel, groups, { parameters });
  const first = await lab.result(id);
  expect(first.basis).toMatchObject({
    look_share: 0.01,
    plan: { people: 600, reached_at: inNovember(14) },
    planned_now: 600,
  });
  const { final = null } = first.variants[1]?.evidence.versus ?? {};
  expect(final).toMatchObject({ p_value: expect.closeTo(0.00725037, 7), conversions: 53 });
  expect(first.verdict.kind).toBe('better');

  // Later people do not change the test, nor the verdict while they agree.
  const later = Array.from({ length: 200 }, (_, index) =>
    called(`${key}-later-${index}`, index % 2 === 0 ? 'control' : 'test', inNovember(13), key),
  );
  await lab.capture(later);
  const second = await lab.result(id);
  expect(peopleIn(second)).toEqual([400, 400]);
  expect(second.variants[1]?.evidence.versus?.final).toEqual(final);
  expect(second.verdict.kind).toBe('better');

  const feature_flag_variants = ['control', 'test'].map((name) => ({ key: name, rollout_percentage: 50 }));
  await lab.change(id, { parameters: { feature_flag_variants, recommended_sample_size: 5000 } });
  const third = await lab.result(id);
  expect(third.variants[1]?.evidence.versus?.final).toEqual(final);
  expect(third.verdict.cautions).toContainEqual({ code: 'plan_changed', planned: 600, now: 5000 });
});

test('if stopped before the plan, only the looks decide, and the early stop stays a caution', async () => {
  const parameters = { recommended_sample_size: 6000 };
  const groups: Group[] = [
    { variant: 'control', of: 300, paid: 40 },
    { variant: 'test', of: 300, paid: 66 },
  ];
  const { id } = await ran(funnel, groups, { parameters, end_date: inNovember(20, 12) });
  const { verdict, variants } = await lab.result(id);
  expect(variants[1]?.evidence.versus?.final).toBeNull();
  expect(verdict).toMatchObject({ kind: 'leaning', next: [{ code: 'conclude_inconclusive' }] });
  expect(verdict.cautions).toContainEqual({ code: 'stopped_early', people: 600, planned: 6000, day: 10 });
});

test.each([null, inNovember(30)])('a stop records the progress of the run, which was to end %s', async (end_date) => {
  const groups: Group[] = [
    { variant: 'control', of: 300, paid: 40 },
    { variant: 'test', of: 300, paid: 66 },
  ];
  const { id } = await ran(funnel, groups, { end_date, parameters: { recommended_sample_size: 6000 } });
  const stopped = { ending: { day: 10, looks: 10, people: 600, planned_people: 6000 } };
  expect((await lab.change(id, { end_date: inNovember(20, 12) })).body).toMatchObject(stopped);
  // Also if the plan changes later.
  const feature_flag_variants = ['control', 'test'].map((key) => ({ key, rollout_percentage: 50 }));
  await lab.change(id, { parameters: { feature_flag_variants, recommended_sample_size: 500 } });
  const shipped = await lab.change(id, { flag_outcome: { kind: 'ship', variant: 'test' } });
  expect(shipped.body).toMatchObject(stopped);
});
