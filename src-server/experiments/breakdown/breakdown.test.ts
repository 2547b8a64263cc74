import { expect, test } from 'vitest';
import { called, did, labForEach, trend } from '../results/results-testing.ts';
import { type Breakdown, breakdown } from './breakdown-contract.ts';

const { lab, server } = labForEach();

const start_date = '2026-11-11T00:00:00.000Z';
const at = '2026-11-12T12:00:00.000Z';
const later = '2026-11-12T13:00:00.000Z';
const funnel = { events: [{ id: 'paid' }], funnel_window_days: 2 };

/** People with a plan, as the event that exposes them says it and sets it; the first of them pay. */
type Group = { variant: string; of: number; paid: number; plan?: unknown };
let people = 0;

async function expose(groups: Group[]): Promise<void> {
  const events = groups.flatMap(({ variant, of, paid, plan }) =>
    Array.from({ length: of }, (_, index) => {
      people += 1;
      const person = `person-${people}`;
      const exposure = called(person, variant, at);
      const properties = { ...exposure.properties, ...(plan === undefined ? {} : { plan, $set: { plan } }) };
      return [{ ...exposure, properties }, ...(index < paid ? [did('paid', person, later)] : [])];
    }).flat(),
  );
  await lab.capture(events);
}

const askFor = (id: number, query: string) => lab.get(`${id}/breakdown/?${query}`);
const read = async (id: number, query: string): Promise<Breakdown> => breakdown.parse((await askFor(id, query)).body);
const peopleOf = ({ values }: Breakdown) => values.map(({ kind, value, people: own }) => [kind, value, own]);

test('each value has the evidence of its people alone, after Holm over values and variants', async () => {
  const id = await lab.add({ start_date, filters: funnel });
  const free = [
    { variant: 'control', of: 300, paid: 60, plan: 'free' },
    { variant: 'test', of: 300, paid: 90, plan: 'free' },
  ];
  await expose(free);
  const alone = (await lab.result(id)).variants[1]?.evidence.versus;
  await expose([
    { variant: 'control', of: 100, paid: 30, plan: 'team' },
    { variant: 'test', of: 100, paid: 8, plan: 'team' },
    { variant: 'control', of: 50, paid: 9 },
    { variant: 'test', of: 50, paid: 9, plan: null },
  ]);
  const found = await read(id, 'property=plan');
  expect(peopleOf(found)).toEqual([
    ['value', 'free', 600],
    ['value', 'team', 200],
    ['not_set', null, 100],
  ]);
  expect(found).toMatchObject({ type: 'person', people: 'mature', distinct_values: 2, comparisons: 3 });
  const versus = found.values[0]?.variants[1]?.versus;
  expect(versus).toMatchObject({
    lift: expect.closeTo(0.5, 10),
    p_value: alone?.p_value,
    lift_interval: alone?.lift_interval,
    final: null,
  });
  // The second of three p-values is multiplied by 2.
  expect(versus?.p_value_adjusted).toBeCloseTo(2 * (alone?.p_value ?? 0), 10);
  expect(found.values[1]?.variants.map(({ key, people: own, count }) => [key, own, count])).toEqual([
    ['control', 100, 30],
    ['test', 100, 8],
  ]);
  expect(found.interaction).toMatchObject({ judgement: 'differs', variants: [{ key: 'test', values: 3 }] });
});

test('a person property is read as stored now, an exposure property as it was sent', async () => {
  const id = await lab.add({ start_date, filters: funnel });
  await expose([{ variant: 'control', of: 2, paid: 0, plan: 'free' }]);
  await lab.capture([did('upgraded', `person-${people}`, later, { $set: { plan: 'team' } })]);
  expect(peopleOf(await read(id, 'property=plan&type=person'))).toEqual([
    ['value', 'free', 1],
    ['value', 'team', 1],
  ]);
  expect(peopleOf(await read(id, 'property=plan&type=exposure'))).toEqual([['value', 'free', 2]]);
});

test('a property that no exposed person has gives no breakdown, and an unavailable breakdown says why', async () => {
  const id = await lab.add({ start_date, filters: funnel });
  expect(await read(id, 'property=plan')).toMatchObject({ state: 'no_exposures', values: [] });
  await expose([{ variant: 'control', of: 2, paid: 0, plan: 'free' }]);
  expect((await read(id, 'property=plan')).state).toBe('ready');
  for (const type of ['person', 'exposure']) {
    const unseen = await read(id, `property=color&type=${type}`);
    expect(unseen).toMatchObject({ state: 'unseen_property', distinct_values: 0 });
    expect(peopleOf(unseen)).toEqual([['not_set', null, 2]]);
  }
  await lab.change(id, { filters: {} });
  expect((await read(id, 'property=plan')).state).toBe('no_metric');
  const draft = await lab.add({ feature_flag_key: 'later', filters: funnel });
  expect((await read(draft, 'property=plan')).state).toBe('draft');
});

test('the 20 values with the most people are shown, all rarer ones together', async () => {
  const id = await lab.add({ start_date, filters: trend });
  const groups = Array.from({ length: 24 }, (_, index) => ({
    plan: index,
    of: 30 - index,
    paid: 0,
    variant: 'control',
  }));
  await expose([...groups, { plan: '0', of: 1, paid: 1, variant: 'test' }]);
  const found = await read(id, 'property=plan');
  expect(found.distinct_values).toBe(24);
  expect(found.values).toHaveLength(21);
  expect(peopleOf(found)[0]).toEqual(['value', '0', 31]);
  expect(peopleOf(found)[20]).toEqual(['other', null, 10 + 9 + 8 + 7]);
});

test('a value with people in a variant without weight has another split than the weights', async () => {
  const feature_flag_variants = [
    { key: 'control', rollout_percentage: 100 },
    { key: 'test', rollout_percentage: 0 },
  ];
  const id = await lab.add({ start_date, filters: funnel, parameters: { feature_flag_variants } });
  await expose([
    { variant: 'control', of: 40, paid: 4, plan: 'team' },
    { variant: 'test', of: 120, paid: 4, plan: 'team' },
  ]);
  const [team] = (await read(id, 'property=plan')).values;
  expect(team?.sample_ratio).toMatchObject({ state: 'mismatch' });
});

test('the split of each value is checked, with one alarm for all values', async () => {
  const id = await lab.add({ start_date, filters: funnel });
  await expose([
    { variant: 'control', of: 100, paid: 9, plan: 'even' },
    { variant: 'test', of: 104, paid: 9, plan: 'even' },
    { variant: 'control', of: 90, paid: 9, plan: 'lost' },
    { variant: 'test', of: 30, paid: 9, plan: 'lost' },
    { variant: 'control', of: 9, paid: 1, plan: 'few' },
  ]);
  const [even, lost, few] = (await read(id, 'property=plan')).values;
  expect(even).toMatchObject({ by_variant: { control: 100, test: 104 }, sample_ratio: { state: 'ok' } });
  expect(lost?.sample_ratio).toMatchObject({ state: 'mismatch', chi_squared: 30, degrees_of_freedom: 1 });
  expect(lost?.sample_ratio?.p_value_adjusted).toBeCloseTo(2 * (lost?.sample_ratio?.p_value ?? 0), 15);
  expect(few?.sample_ratio).toMatchObject({ state: 'too_few', p_value_adjusted: 1 });
});

test('secondary metrics, everyone’s data and excluded people agree with the results', async () => {
  const secondary_metrics = [{ name: 'Payments', filters: trend }];
  const id = await lab.add({ start_date, filters: { ...funnel, funnel_window_days: 14 }, secondary_metrics });
  await expose([
    { variant: 'control', of: 20, paid: 5, plan: 'free' },
    { variant: 'test', of: 20, paid: 5, plan: 'staff' },
  ]);
  const counted = ({ values }: Breakdown) => values.map(({ variants }) => variants.map(({ people: own }) => own));
  expect(counted(await read(id, 'property=plan'))).toEqual([
    [0, 0],
    [0, 0],
  ]);
  expect(counted(await read(id, 'property=plan&people=everyone'))).toEqual([
    [20, 0],
    [0, 20],
  ]);
  expect(counted(await read(id, 'property=plan&metric=0'))).toEqual([
    [20, 0],
    [0, 20],
  ]);
  const properties = [{ key: 'plan', value: 'staff' }];
  await server.api('PATCH', '/api/projects/@current/', { experiment_exclusions: { properties } });
  expect(peopleOf(await read(id, 'property=plan'))).toEqual([['value', 'free', 20]]);
});

test('a draft and an experiment without a metric have no values', async () => {
  const draft = await lab.add({ filters: funnel });
  const nothing = { values: [], interaction: { judgement: 'too_little', p_value: null } };
  expect(await read(draft, 'property=plan')).toMatchObject(nothing);
  const empty = await lab.add({ start_date, feature_flag_key: 'empty' });
  expect(await read(empty, 'property=plan')).toMatchObject(nothing);
});

test.each([
  ['', 'property'],
  ['property=', 'property'],
  ['property=plan&type=group', 'type'],
  ['property=plan&metric=first', 'metric'],
  ['property=plan&metric=0', 'metric'],
  ['property=plan&people=young', 'people'],
  ['property=plan&limit=5', 'limit'],
])('the query "%s" is refused at %s', async (query, attr) => {
  const id = await lab.add({ start_date, filters: funnel });
  expect(await askFor(id, query)).toMatchObject({ status: 400, body: { attr } });
});
