import { expect, test } from 'vitest';
import { experimentSummaries } from '../results-contract.ts';
import { called, did, exposedAndPaid, labForAll, type PaidByVariant, trend } from '../results-testing.ts';

const { lab, server } = labForAll();

const start_date = '2026-11-11T12:00:00Z';
const dayAt = (day: number) => `2026-11-${day}T00:00:00Z`;
const exposed_at = dayAt(12);
const done_at = dayAt(13);
/** The day on which a person came, so that as many came in each of the last seven days as in each of all ten. */
const evenly = (index: number) => (index % 10 < 3 ? 12 : 15);
const funnel = { events: [{ id: 'paid' }], funnel_window_days: 1 };

let flags = 0;
/** Creates an experiment with its own flag and this many persons by variant, of whom the first did it once, a day after they came. */
async function populated(filters: object, people: PaidByVariant, fields: object = {}, day?: (place: number) => number) {
  flags += 1;
  const key = `flag-${flags}`;
  const keys = Object.keys(people);
  const id = await lab.add({
    name: key,
    feature_flag_key: key,
    start_date,
    filters,
    parameters: {
      feature_flag_variants: keys.map((variant) => ({ key: variant, rollout_percentage: 100 / keys.length })),
    },
    ...fields,
  });
  const batch = exposedAndPaid(people, { flag: key, hours: 24, ...(day && { day }) });
  if (batch.length > 0) await lab.capture(batch);
  return { id, key };
}

test('missing metric, start, people or data come first', async () => {
  const { id } = await populated({}, { control: [0, 0], test: [0, 0] }, { start_date: null });
  const state = async () => {
    const { status, explanation, significance_code: code, variants } = await lab.result(id);
    return { status, explanation, code, variants: variants.length };
  };
  expect(await state()).toMatchObject({
    status: 'no_metric',
    explanation: expect.stringContaining('in Setup'),
    code: null,
  });
  await lab.change(id, { filters: funnel });
  expect(await state()).toMatchObject({ status: 'draft', explanation: expect.stringContaining('Launch it') });
  await lab.change(id, { start_date: '2026-11-22T10:00:00Z' });
  expect(await state()).toMatchObject({
    status: 'draft',
    explanation: expect.stringContaining('22 Nov 2026, 10:00 UTC'),
  });
  const { id: other, key } = await populated(funnel, { control: [0, 0], test: [0, 0] });
  const nobody = await lab.result(other);
  expect(nobody).toMatchObject({ status: 'no_exposures', exposure: { total: 0, source: null, first_at: null } });
  expect(nobody.explanation).toContain(`requests the flag “${key}”`);
  await lab.capture([called('off', false, exposed_at, key)]);
  expect((await lab.result(other)).explanation).toContain('1 person got a value');
  await lab.capture([called('one', 'control', exposed_at, key)]);
  const few = await lab.result(other);
  expect(few).toMatchObject({
    status: 'collecting',
    variants: [{ exposures: 1 }, { exposures: 0, outcome: 'collecting', comparison: null }],
    significance_code: 'not_enough_exposure',
  });
  expect(few.explanation).toContain('1 person so far, 0 in the smallest variant.');
});

test('after the end a verdict is decided or not, in results and list, and worded in the past tense', async () => {
  const of = async (people: PaidByVariant) => {
    const { id } = await populated(funnel, people);
    const open = await lab.result(id);
    await lab.change(id, { end_date: '2026-11-20T12:00:00Z' });
    const ended = await lab.result(id);
    const { results } = experimentSummaries.parse((await lab.get('summaries/?limit=1000')).body);
    expect(results.find((one) => one.id === id)?.result?.verdict).toEqual(ended.verdict);
    expect(open.verdict.standing).toBe('open');
    return { kind: ended.verdict.kind, standing: ended.verdict.standing, explanation: ended.explanation };
  };
  expect(await of({ control: [40, 4], test: [40, 8] })).toEqual({
    kind: 'collecting',
    standing: 'not_decided',
    explanation:
      'Not decided: ended with too little data. 80 people, 40 in the smallest variant. A verdict needed 100 people in control and each variant with weight; the numbers decide nothing. Repeat it for longer, or include more people.',
  });
  expect(await of({ control: [400, 40], test: [400, 60] })).toMatchObject({
    kind: 'leaning',
    standing: 'not_decided',
    explanation: expect.stringMatching(/^Not decided: “test” led, not conclusively\. “test” 15\.0%/),
  });
  expect(await of({ control: [400, 40], test: [400, 42] })).toMatchObject({
    kind: 'no_clear_difference',
    standing: 'decided',
  });
  expect(await of({ control: [400, 40], test: [400, 140] })).toMatchObject({ kind: 'better', standing: 'decided' });
});

test('with several variants significance alone does not recommend one', async () => {
  const { id } = await populated(funnel, {
    control: [400, 40],
    a: [400, 60],
    b: [400, 40],
    c: [400, 41],
    d: [400, 42],
  });
  const { significant, explanation, verdict } = await lab.result(id);
  expect(significant).toBe(true);
  expect(verdict).toMatchObject({ kind: 'leaning', variant: 'a', doubts: [{ code: 'looks_include_zero' }] });
  expect(explanation).toMatch(
    /^“a” leads, not conclusive\. .* Not conclusive: the always-valid interval \(95% at any number of looks\) includes zero/,
  );
});

test('a trend caused by few people is not recommended, whatever the number of events', async () => {
  const { id, key } = await populated(trend, { control: [150, 3], test: [150, 6] });
  const again = (variant: string, index: number) =>
    Array.from({ length: 9 }, () => did('paid', `${key}-${variant}-${index}`, done_at));
  const of = (variant: string, persons: number) =>
    Array.from({ length: persons }, (_, index) => again(variant, index)).flat();
  await lab.capture([...of('control', 3), ...of('test', 6)]);
  const { significance_code: code, explanation, variants, verdict } = await lab.result(id);
  expect(code).toBe('significant');
  expect(explanation).not.toContain('ship');
  expect(verdict).toMatchObject({
    kind: 'no_clear_difference',
    doubts: [{ code: 'few_conversions', conversions: 4.5 }],
  });
  // Of 150 persons each 3 and 6 did it ten times: means 0.2 and 0.4.
  expect(variants.map(({ evidence }) => [evidence.people, evidence.count, evidence.value])).toEqual([
    [150, 30, 0.2],
    [150, 60, 0.4],
  ]);
  expect(variants[1]?.evidence.versus?.p_value).toBeGreaterThan(0.3);
  expect(variants[1]?.evidence.versus?.is_too_little).toBe(true);
});

test('control at a chance of 0.9 with a high p-value gives no verdict, in data and text', async () => {
  const { id } = await populated(trend, { control: [200, 145], test: [200, 120] });
  const { significance_code: code, probability, verdict, explanation, variants } = await lab.result(id);
  expect(code).toBe('high_p_value');
  expect(probability.control).toBeGreaterThan(0.9);
  expect(verdict).toMatchObject({ kind: 'no_clear_difference', doubts: [{ code: 'looks_include_zero' }] });
  expect(variants.map(({ outcome }) => outcome)).toEqual(['reference', 'no_clear_difference']);
  expect(explanation).not.toContain('keep');
});

test.each([
  ['not_enough_exposure', funnel, [120, 10], [99, 50], 'needs 100 people'],
  ['low_win_probability', funnel, [150, 70], [150, 75], 'includes zero. 300 of 33,042 people needed'],
  ['high_loss', funnel, [120, 60], [120, 30], 'keep control.'],
  ['significant', funnel, [120, 30], [120, 60], 'ship “test” to everyone'],
  ['significant', funnel, [1000, 100], [1000, 122], '“test” leads, not conclusive'],
  ['high_p_value', trend, [200, 120], [200, 145], '“test” leads, not conclusive'],
  ['significant', trend, [200, 100], [200, 160], 'ship “test” to everyone'],
  ['significant', { ...trend, direction: 'decrease' }, [200, 160], [200, 100], 'ship “test” to everyone'],
  ['significant', trend, [200, 160], [200, 100], 'keep control.'],
] as const)('the verdict is %s (%o, control %o, test %o)', async (code, filters, control, others, text) => {
  const { id } = await populated(filters, { control: [...control], test: [...others] });
  const result = await lab.result(id);
  expect(result).toMatchObject({ significance_code: code, significant: code === 'significant' });
  expect(result.status).toBe(code === 'not_enough_exposure' ? 'collecting' : 'ready');
  expect(result.explanation).toContain(text);
  expect((result.probability.control ?? 0) + (result.probability.test ?? 0)).toBeCloseTo(1, 9);
});

test('p-values are adjusted over the variants, for secondary metrics over all metrics', async () => {
  const metrics = [{ name: 'Paid', filters: funnel }, { filters: trend }, { name: 'Nothing', filters: {} }];
  const people = { control: [150, 40], a: [150, 60], b: [150, 45] } as const;
  const { id } = await populated(
    funnel,
    { control: [...people.control], a: [...people.a], b: [...people.b] },
    { secondary_metrics: metrics },
  );
  const pOf = ({ variants }: { variants: { comparison: { p_value: number; p_value_adjusted: number } | null }[] }) =>
    variants.flatMap(({ comparison }) => comparison ?? []);
  const [low, high] = pOf(await lab.result(id)) as [
    { p_value: number; p_value_adjusted: number },
    { p_value: number; p_value_adjusted: number },
  ];
  expect(low.p_value_adjusted).toBeCloseTo(2 * low.p_value, 12);
  expect(high.p_value_adjusted).toBeCloseTo(Math.max(high.p_value, 2 * low.p_value), 12);
  const results = await lab.secondary(id);
  expect(results.map(({ index, name, status }) => [index, name, status])).toEqual([
    [0, 'Paid', 'ready'],
    [1, 'Metric 2', 'ready'],
    [2, 'Nothing', 'no_metric'],
  ]);
  const all = results.flatMap(pOf);
  const smallest = Math.min(...all.map(({ p_value: p }) => p));
  expect(all.length).toBe(4);
  expect(Math.min(...all.map(({ p_value_adjusted: p }) => p))).toBeCloseTo(6 * smallest, 12);
  expect(await lab.secondary(id, '?id=1')).toEqual([results[1]]);
  for (const wrong of ['3', '-1', '1.5', 'x']) {
    expect(await lab.get(`${id}/secondary_results/?id=${wrong}`)).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', attr: 'id' },
    });
  }
});

test('secondary metrics may be an object: by name, in a list under "metrics", or one', async () => {
  const { id } = await populated(funnel, { control: [1, 0], test: [1, 1] });
  const named = async (secondary_metrics: object) => {
    await lab.change(id, { secondary_metrics });
    return (await lab.secondary(id)).map(({ name, metric }) => [name, metric?.insight]);
  };
  expect(await named({ Sales: { filters: trend }, note: 'free' })).toEqual([['Sales', 'TRENDS']]);
  expect(await named({ metrics: [{ name: 'A', filters: funnel }] })).toEqual([['A', 'FUNNELS']]);
  expect(await named({ name: 'B', filters: trend })).toEqual([['B', 'TRENDS']]);
  expect(await named({})).toEqual([]);
});

test('health reports a split mismatch, changes, needed people and a rehearsal', async () => {
  const { id } = await populated(funnel, { control: [150, 40], test: [60, 20] }, {}, evenly);
  const first = await lab.result(id);
  expect(first.health).toMatchObject({
    sample_ratio: { expected: { control: 105, test: 105 }, degrees_of_freedom: 1, state: 'mismatch', is_alarm: true },
    changes: [],
    per_day: 21,
    is_rehearsal: true,
  });
  // (150 - 105)² / 105, twice.
  expect(first.health?.sample_ratio?.chi_squared).toBeCloseTo(270 / 7, 9);
  expect(first.explanation).toContain('Unhealthy: the split does not match the weights');
  const { needed = null, days_left: left = null } = first.health ?? {};
  // The last person counts a day after the exposure.
  expect(left).toBeCloseTo(((needed ?? 0) - 210) / 21 + 1, 9);
  const feature_flag_variants = [
    { key: 'control', rollout_percentage: 70 },
    { key: 'test', rollout_percentage: 30 },
  ];
  await lab.change(id, { parameters: { feature_flag_variants, recommended_sample_size: 420 } });
  const { health } = await lab.result(id);
  expect(health).toMatchObject({ needed: 420, days_left: 11, sample_ratio: { is_alarm: false } });
  expect(health?.changes.map(({ kind }) => kind)).toEqual(['weights_changed']);
});

test('the days left run until the last of the needed people has passed the window', async () => {
  const people = { control: [100, 40], test: [100, 20] } satisfies PaidByVariant;
  const { id } = await populated({ ...funnel, funnel_window_days: 30 }, people, {}, evenly);
  const daysLeft = async (recommended_sample_size: number) => {
    await lab.change(id, { parameters: { recommended_sample_size } });
    return (await lab.result(id)).health?.days_left;
  };
  expect(await daysLeft(400)).toBeCloseTo(10 + 30, 9);
  const exposedBefore = await daysLeft(200);
  expect(exposedBefore).toBeGreaterThan(20);
  expect(exposedBefore).toBeLessThan(30);
  const { body } = await lab.get(`${id}/results/?people=everyone`);
  expect(body).toMatchObject({ result: { health: { days_left: 0 } } });
});

test('any number of simulated people is a rehearsal', async () => {
  const { id, key } = await populated(funnel, { control: [500, 10], test: [500, 10] });
  expect((await lab.result(id)).health?.is_rehearsal).toBe(false);
  await lab.capture([did('seen', `${key}-test-7`, done_at, { $set: { nested: { $simulated: true } } })]);
  expect((await lab.result(id)).health?.is_rehearsal).toBe(false);
  await lab.capture([did('seen', 'somebody else', done_at, { $set: { $simulated: true } })]);
  expect((await lab.result(id)).health?.is_rehearsal).toBe(false);
  await lab.capture([did('seen', `${key}-test-8`, done_at, { $set: { $simulated: true } })]);
  expect((await lab.result(id)).health?.is_rehearsal).toBe(true);
});

test('an experiment of another project has no results here', async () => {
  const { id } = await populated(funnel, { control: [1, 0], test: [1, 0] });
  const { body } = await server.api('POST', '/api/projects/', { name: 'Other' });
  const other = (body as { id: number }).id;
  for (const path of ['results/', 'secondary_results/']) {
    expect((await server.api('GET', `/api/projects/${other}/experiments/${id}/${path}`)).status).toBe(404);
    expect((await lab.get(`999/${path}`)).status).toBe(404);
  }
});
