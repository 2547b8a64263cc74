import { beforeEach, expect, test } from 'vitest';
import { settled } from '../../actions/testing.ts';
import { experimentResults } from './results-contract.ts';
import { called, did, labForEach, labNow, trend } from './results-testing.ts';

let now = labNow;
beforeEach(() => {
  now = labNow;
});
const { server, lab } = labForEach(() => now);

/** Returns a time of November 2026. */
const at = (day: number, time = '12:00:00.000') => `2026-11-${String(day).padStart(2, '0')}T${time}Z`;
const start_date = at(10, '06:00:00.000');
const funnel = { events: [{ id: 'cart' }, { id: 'paid' }] };

test('a funnel counts by hand: order, window, exposure, end of the run and merges', async () => {
  const end_date = at(20, '18:00:00.000');
  const id = await lab.add({ start_date, end_date, filters: { ...funnel, funnel_window_days: 2 } });
  await lab.capture([
    // In order within two days, the last step at the very end of the window.
    called('a', 'control', at(11)),
    did('cart', 'a', at(12)),
    did('paid', 'a', at(13)),
    // A millisecond late.
    called('b', 'control', at(11)),
    did('cart', 'b', at(12)),
    did('paid', 'b', at(13, '12:00:00.001')),
    // The wrong way round, and before the exposure.
    did('cart', 'c', at(11, '11:59:59.999')),
    called('c', 'test', at(11)),
    did('paid', 'c', at(12)),
    did('cart', 'c', at(12, '13:00:00.000')),
    // All at the same moment, with the exposure last.
    did('cart', 'd', at(14)),
    did('paid', 'd', at(14)),
    called('d', 'test', at(14)),
    // One step before the merge, as somebody unknown, and one after it, late in the run.
    called('e-anonymous', 'test', at(19)),
    did('cart', 'e-anonymous', at(19, '13:00:00.000')),
    did('$identify', 'e', at(19, '14:00:00.000'), { $anon_distinct_id: 'e-anonymous' }),
    did('paid', 'e', end_date),
    // After the end.
    called('f', 'test', at(20)),
    did('cart', 'f', at(20, '17:00:00.000')),
    did('paid', 'f', at(20, '18:00:00.001')),
    // Exposed before the start, and after the end.
    called('g', 'control', at(10, '05:59:59.999')),
    called('h', 'control', at(20, '18:00:00.001')),
  ]);
  const result = await lab.result(id);
  expect(result).toMatchObject({
    status: 'collecting',
    run: { start: start_date, end: end_date },
    exposure: { source: 'feature_flag_called', total: 6, by_variant: { control: 2, test: 4 } },
    // Two people of test are not past their window.
    steps: [
      { control: 2, test: 2 },
      { control: 1, test: 1 },
    ],
    variants: [
      { key: 'control', exposures: 2, success_count: 1, failure_count: 1, value: 0.5, comparison: null },
      { key: 'test', exposures: 4, success_count: 2, failure_count: 2, value: 0.5, comparison: { lift: 0 } },
    ],
    significant: false,
    significance_code: 'not_enough_exposure',
    p_value: null,
  });
  expect(result.variants.map(({ evidence: { people, count } }) => ({ people, count }))).toEqual([
    { people: 2, count: 1 },
    { people: 2, count: 1 },
  ]);
  const { body } = await lab.get(`${id}/results/?people=everyone`);
  expect(experimentResults.parse(body).result.steps).toEqual([
    { control: 2, test: 4 },
    { control: 1, test: 2 },
  ]);
  expect(result.exposure).toMatchObject({ first_at: at(11), last_at: at(20) });
  expect(result.variants.map(({ posterior }) => posterior)).toEqual([
    { alpha: 2, beta: 2 },
    { alpha: 3, beta: 3 },
  ]);
});

test('each day has the state at its end, in UTC', async () => {
  const id = await lab.add({ start_date, end_date: at(13), filters: { events: [{ id: 'paid' }] } });
  await lab.capture([
    called('a', 'control', '2026-11-11T23:30:00-02:00'),
    called('b', 'test', at(11, '23:59:59.999')),
    did('paid', 'b', '2026-11-12T00:00:00+00:00'),
    called('c', 'test', at(12, '00:00:00.000')),
  ]);
  const { days, exposure } = await lab.result(id);
  expect(exposure?.days).toEqual([
    { date: '2026-11-10', by_variant: { control: 0, test: 0 } },
    { date: '2026-11-11', by_variant: { control: 0, test: 1 } },
    { date: '2026-11-12', by_variant: { control: 1, test: 1 } },
    { date: '2026-11-13', by_variant: { control: 0, test: 0 } },
  ]);
  // As soon as each variant has somebody.
  expect(days.map(({ date }) => date)).toEqual(['2026-11-12', '2026-11-13']);
  expect(days[0]?.variants).toMatchObject([
    { key: 'control', exposures: 1, success_count: 0, value: 0, lift: null, difference: null },
    { key: 'test', exposures: 2, success_count: 1, value: 0.5, lift: null, difference: 0.5 },
  ]);
});

test('a run of many days is thinned to sixty, including the last', async () => {
  const id = await lab.add({ start_date: '2026-01-01', filters: { events: [{ id: 'paid' }] } });
  await lab.capture([called('a', 'control', '2026-01-01'), called('b', 'test', '2026-01-02')]);
  const { days } = await lab.result(id);
  expect([days.length, days[0]?.date, days.at(-1)?.date]).toEqual([60, '2026-01-02', '2026-11-21']);
  expect(new Set(days.map(({ date }) => date)).size).toBe(60);
});

test('chances to win and expected losses agree with the closed form', async () => {
  const id = await lab.add({ start_date, filters: { events: [{ id: 'paid' }] } });
  await lab.capture([called('a', 'control', at(11)), called('b', 'test', at(11)), did('paid', 'b', at(12))]);
  const { probability, expected_loss: loss } = await lab.result(id);
  // Beta(1, 2) against Beta(2, 1): P(test is better) is the integral of 2x(2x - x²), and E[max(control - test, 0)] that of x²(1 - x)².
  expect(probability.test).toBeCloseTo(5 / 6, 9);
  expect((probability.control ?? 0) + (probability.test ?? 0)).toBeCloseTo(1, 12);
  expect(loss).toBeCloseTo(1 / 30, 9);
});

test('a trend counts each event once, against the persons of its variant', async () => {
  const filters = { ...trend, events: [{ id: 'paid' }, { id: null, properties: [{ key: 'price', value: 5 }] }] };
  const id = await lab.add({ start_date, filters });
  await lab.capture([
    ...['a', 'b'].map((person) => called(person, 'control', at(11))),
    ...['c', 'd', 'e', 'f'].map((person) => called(person, 'test', at(11))),
    did('paid', 'a', at(12), { price: 5 }),
    did('paid', 'a', at(13)),
    did('seen', 'b', at(13), { price: '5' }),
    did('seen', 'b', at(13), { price: 6 }),
    did('seen', 'c', at(13), { price: 5 }),
    did('paid', 'c', at(10), { price: 5 }),
  ]);
  const result = await lab.result(id);
  expect(result.variants).toMatchObject([
    { key: 'control', exposures: 2, count: 3, relative_exposure: 1, value: 1.5, posterior: { shape: 4, rate: 1 } },
    { key: 'test', exposures: 4, count: 1, relative_exposure: 2, value: 0.25, posterior: { shape: 2, rate: 2 } },
  ]);
  expect(result.variants[1]?.comparison?.difference).toBeCloseTo(-1.25, 12);
  expect(result.expected_loss).toBeNull();
  expect(result.p_value).toBe(result.variants[1]?.comparison?.p_value);
  expect(result.metric).toMatchObject({ insight: 'TRENDS', funnel_window_days: null, warnings: [] });
});

test('people in several variants are excluded, and unknown values are no variant', async () => {
  const id = await lab.add({ start_date, filters: trend });
  await lab.capture([
    called('a', 'control', at(11)),
    called('a', 'test', at(12)),
    called('b1', 'control', at(11)),
    called('b2', 'test', at(11)),
    did('$create_alias', 'b1', at(11), { alias: 'b2' }),
    called('c', false, at(11)),
    called('d', false, at(11)),
    called('d', 'test', at(12)),
    called('e', 'control', at(11)),
    called('e', 'control', at(12)),
  ]);
  const { exposure } = await lab.result(id);
  expect(exposure).toMatchObject({
    total: 2,
    by_variant: { control: 1, test: 1 },
    in_several_variants: 2,
    other_values: 1,
    first_at: at(11),
    last_at: at(12),
  });
});

test('without calls of the flag, the first event with it counts as exposure, even an event of the metric', async () => {
  const id = await lab.add({ start_date, filters: trend });
  const carrying = (value: unknown) => ({ '$feature/checkout': value });
  await lab.capture([
    did('paid', 'a', at(11), carrying('control')),
    did('paid', 'a', at(10, '05:00:00.000'), carrying('test')),
    did('paid', 'b', at(11), carrying('test')),
    did('paid', 'b', at(12)),
    did('paid', 'c', at(12)),
    did('seen', 'c', at(13), carrying('test')),
    did('seen', 'd', at(13), carrying(false)),
    did('seen', 'd', at(13), carrying(null)),
  ]);
  const first = await lab.result(id);
  expect(first.exposure).toMatchObject({
    source: 'feature_property',
    by_variant: { control: 1, test: 2 },
    other_values: 1,
  });
  expect(first.variants).toMatchObject([
    { count: 1, relative_exposure: 1, value: 1 },
    { count: 2, relative_exposure: 1, value: 2 },
  ]);
  await lab.capture([called('z', 'control', at(14))]);
  expect((await lab.result(id)).exposure).toMatchObject({ source: 'feature_flag_called', total: 1 });
});

test('actions and person properties are steps too; parts that cannot be counted are named', async () => {
  const actions = (method: string, rest: string, body?: unknown) =>
    server.api(method, `/api/projects/@current/actions/${rest}`, body);
  await lab.capture([
    called('a', 'control', at(11)),
    called('b', 'test', at(11)),
    did('paid', 'a', at(12), { price: 5, $set: { plan: 'team' } }),
    did('paid', 'b', at(12), { price: 7, $set: { plan: 'team' } }),
    did('paid', 'b', at(13), { price: 5, '"odd\\key': 1 }),
  ]);
  const { body } = await actions('POST', '', {
    name: 'Pays five',
    steps: [{ event: 'paid', properties: { price: 5 } }],
  });
  const { id: action } = await settled(actions, (body as { id: number }).id);
  const ofPerson = [{ key: 'plan', value: ['team', 'free'], type: 'person' }];
  const id = await lab.add({ start_date });
  const count = async (filters: object) => {
    expect((await lab.change(id, { filters: { insight: 'TRENDS', ...filters } })).status).toBe(200);
    const { variants, metric } = await lab.result(id);
    return { counts: variants.map((variant) => variant.count), warnings: metric?.warnings };
  };
  expect(await count({ actions: [{ id: action }] })).toEqual({ counts: [1, 1], warnings: [] });
  expect(await count({ actions: [{ id: `${action}`, properties: ofPerson }] })).toMatchObject({ counts: [1, 1] });
  expect(
    await count({ events: [{ id: 'paid', properties: [{ key: 'price', value: 7 }] }], properties: ofPerson }),
  ).toMatchObject({
    counts: [0, 1],
  });
  expect(await count({ events: [{ id: 'paid' }], properties: [{ key: '"odd\\key', value: 1 }] })).toMatchObject({
    counts: [0, 1],
  });
  const many = Array.from({ length: 2500 }, (_, index) => ({ key: `k${index}`, operator: 'is_not_set' }));
  expect(await count({ events: [{ id: 'paid', properties: many }] })).toMatchObject({ counts: [1, 2] });
  const plan = [{ key: 'plan', operator: 'is_not', value: 'team', type: 'person' }];
  expect(await count({ events: [{ id: 'paid', properties: plan }] })).toMatchObject({ counts: [0, 0] });
  expect((await count({ events: [{ id: 'never seen' }] })).warnings).toEqual([
    { code: 'unseen_event', subject: 'never seen', detail: 'No event named "never seen" has arrived yet.' },
  ]);
  expect((await count({ actions: [{ id: 77 }] })).warnings).toMatchObject([{ code: 'unknown_action', subject: '77' }]);
  const unseen = (key: string, operator: string) =>
    count({ events: [{ id: 'paid', properties: [{ key, operator, value: 5 }] }] });
  expect(await unseen('cost', 'exact')).toEqual({
    counts: [0, 0],
    warnings: [
      {
        code: 'unseen_property',
        subject: 'cost',
        detail: 'None of the newest events named "paid" has a property "cost".',
      },
    ],
  });
  // `is_not` also matches a missing property, so no warning.
  expect(await unseen('cost', 'is_not')).toEqual({ counts: [1, 2], warnings: [] });
  await actions('PATCH', `${action}/`, { deleted: true });
  expect(await count({ actions: [{ id: action }] })).toEqual({
    counts: [0, 0],
    warnings: [{ code: 'deleted_action', subject: 'Pays five', detail: expect.stringContaining('deleted') }],
  });
});

test.each([
  ['calls', (person: string, value: string, time: string) => called(person, value, time)],
  [
    'properties',
    (person: string, value: string, time: string) => did('seen', person, time, { '$feature/checkout': value }),
  ],
])('a former key of the flag still counts until another flag takes it: %s', async (_, exposed) => {
  const id = await lab.add({ start_date, filters: funnel });
  // A flag is renamed while its experiment is stopped.
  await lab.change(id, { end_date: new Date(now).toISOString() });
  await lab.changeFlag(id, { key: 'renamed' });
  await lab.change(id, { end_date: null });
  now += 3_600_000;
  const next = await lab.add({ start_date: at(21, '13:00:00.000'), filters: funnel });
  now += 3_600_000;
  await lab.capture([
    exposed('a', 'control', at(20)),
    exposed('b', 'test', at(21, '12:59:00.000')),
    exposed('c', 'test', at(21, '13:30:00.000')),
  ]);
  expect((await lab.result(id)).exposure?.by_variant).toEqual({ control: 1, test: 1 });
  expect((await lab.result(next)).exposure?.by_variant).toEqual({ control: 0, test: 1 });
});

test('the result is the same after a restart', async () => {
  const id = await lab.add({ start_date, filters: funnel });
  await lab.capture([called('a', 'control', at(11)), called('b', 'test', at(11)), did('cart', 'b', at(12))]);
  const before = await lab.result(id);
  await server.restart();
  expect(await lab.result(id)).toEqual(before);
});
