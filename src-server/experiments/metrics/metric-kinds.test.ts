import { expect, test } from 'vitest';
import { baseline } from '../planning/plan-contract.ts';
import type { MetricResult } from '../results/results-contract.ts';
import { called, did, expectLastDay, labForAll } from '../results/results-testing.ts';

const { lab } = labForAll();

const at = (day: number, hour = 10) =>
  `2026-11-${String(day).padStart(2, '0')}T${String(hour).padStart(2, '0')}:00:00Z`;
let runs = 0;

/** Runs an experiment from 1 to 20 November with an exposed person "one" and "two" in control, "three" in test. */
async function measured(filters: object, events: (who: (name: string) => string) => object[]): Promise<MetricResult> {
  const flag = `kinds-${++runs}`;
  const who = (name: string) => `${flag}-${name}`;
  const id = await lab.add({ feature_flag_key: flag, start_date: at(1), end_date: at(20), filters });
  const exposed = [
    called(who('one'), 'control', at(2), flag),
    called(who('two'), 'control', at(2), flag),
    called(who('three'), 'test', at(2), flag),
  ];
  await lab.capture([...exposed, ...events(who)]);
  const result = await lab.result(id);
  expect(result.days.length).toBeGreaterThan(15);
  expectLastDay(result);
  return result;
}
const values = ({ variants }: MetricResult) => variants.map(({ evidence: { value, count } }) => ({ value, count }));
const spent = (who: string, day: number, amount: unknown) => did('paid', who, at(day), { amount });

const ofProperty = { events: [{ id: 'paid' }], benchtop: { kind: 'mean_property', property: 'amount', cap_share: 0 } };

test('a property is summed by person: negative values, numeric text, and values that are not numbers', async () => {
  const result = await measured(ofProperty, (who) => [
    spent(who('one'), 3, 10),
    spent(who('one'), 4, -4),
    spent(who('two'), 3, ' 2.5 '),
    spent(who('two'), 3, 'much'),
    spent(who('three'), 3, null),
    spent(who('three'), 3, true),
    spent(who('three'), 3, 30),
    spent(who('three'), 1, 99),
  ]);
  expect(values(result)).toEqual([
    { value: 4.25, count: 8.5 },
    { value: 30, count: 30 },
  ]);
  expect(result.metric).toMatchObject({ kind: 'mean_property', insight: 'TRENDS', property: 'amount' });
  expect(result.metric?.warnings).toEqual([
    { code: 'no_number', subject: 'amount', detail: '3 events have no number in "amount", and count as 0.' },
  ]);
  // The compatibility fields are of the events.
  expect(result.variants.map(({ count }) => count)).toEqual([4, 3]);
});

test('a property is told from one whose name goes on after a NUL', async () => {
  const result = await measured(ofProperty, (who) => [
    did('paid', who('one'), at(3), { 'amount\u0000old': 99 }),
    did('paid', who('three'), at(3), { 'amount\u0000old': 99, amount: 30 }),
  ]);
  expect(values(result).map(({ count }) => count)).toEqual([0, 30]);
});

test('a sum of a property that no event has warns once', async () => {
  const filters = { ...ofProperty, benchtop: { ...ofProperty.benchtop, property: 'price' } };
  const result = await measured(filters, (who) => [did('paid', who('one'), at(3), { amount: 1 })]);
  expect(result.metric?.warnings).toMatchObject([{ code: 'unseen_property', subject: 'price' }]);
});

test('a metric with fewer people than the cap may cut keeps its values', async () => {
  const filters = { ...ofProperty, benchtop: { ...ofProperty.benchtop, cap_share: 0.05 } };
  const result = await measured(filters, (who) => [
    ...Array.from({ length: 30 }, (_, index) => called(who(`no-${index}`), 'control', at(2), `kinds-${runs}`)),
    spent(who('three'), 3, 30),
  ]);
  expect(values(result)).toEqual([
    { value: 0, count: 0 },
    { value: 30, count: 30 },
  ]);
  expect(result.basis?.cap).toBe(30);
});

test('a window counts these days since the exposure, and excludes people whose window has not passed', async () => {
  const filters = { ...ofProperty, benchtop: { ...ofProperty.benchtop, window_days: 3 } };
  const result = await measured(filters, (who) => [
    spent(who('one'), 5, 1),
    did('paid', who('one'), at(5, 11), { amount: 5 }),
    called(who('late'), 'test', at(18), `kinds-${runs}`),
    spent(who('late'), 18, 7),
  ]);
  expect(values(result)).toEqual([
    { value: 0.5, count: 1 },
    { value: 0, count: 0 },
  ]);
  expect(result.basis).toMatchObject({ window_days: 3, mature: 3, everyone: 4 });
});

test('a ratio divides the sums of all people', async () => {
  const denominator = { events: [{ id: 'seen' }], property: 'pages' };
  const filters = {
    events: [{ id: 'paid' }],
    benchtop: { kind: 'ratio', property: 'amount', denominator, cap_share: 0 },
  };
  const result = await measured(filters, (who) => [
    spent(who('one'), 3, 10),
    did('seen', who('one'), at(3), { pages: 4 }),
    did('seen', who('two'), at(3), { pages: 1 }),
    spent(who('three'), 3, 6),
  ]);
  expect(values(result)).toEqual([
    { value: 2, count: 10 },
    // Division by zero.
    { value: null, count: 6 },
  ]);
  expect(result.metric?.denominator).toMatchObject({ property: 'pages', steps: [{ id: 'seen' }] });
  expect(result.variants[1]?.evidence.versus).toBeNull();
});

test('retention counts people who came back, in days of 24 hours since the exposure', async () => {
  const filters = { events: [{ id: 'paid' }], benchtop: { kind: 'retention', return_days: [1, 2] } };
  const result = await measured(filters, (who) => [
    did('paid', who('one'), at(3, 9)),
    did('paid', who('two'), at(3)),
    did('paid', who('two'), at(4)),
    did('paid', who('three'), at(5)),
    called(who('late'), 'test', at(18), `kinds-${runs}`),
  ]);
  expect(values(result)).toEqual([
    { value: 0.5, count: 1 },
    { value: 0, count: 0 },
  ]);
  expect(result.variants.map(({ success_count: successes }) => successes)).toEqual([1, 0]);
  expect(result.basis).toMatchObject({ window_days: 3, mature: 3, everyone: 4, cap: null });
});

test('the highest values of this share of people are capped, in a ratio of both parts', async () => {
  const denominator = { events: [{ id: 'seen' }] };
  const benchtop = { kind: 'ratio', property: 'amount', denominator, cap_share: 0.05 };
  const result = await measured({ events: [{ id: 'paid' }], benchtop }, (who) =>
    Array.from({ length: 37 }, (_, index) => {
      const person = who(`more-${index}`);
      const visits = Array.from({ length: index === 0 ? 9 : 1 }, () => did('seen', person, at(3)));
      return [called(person, 'test', at(2), `kinds-${runs}`), spent(person, 3, index === 1 ? 1000 : 2), ...visits];
    }).flat(),
  );
  expect(result.basis).toMatchObject({ cap: 2, denominator_cap: 1 });
  expect(values(result)[1]).toEqual({ value: 2, count: 36 * 2 + 1000 });
});

test('the baseline of each kind equals the measurement of an experiment', async () => {
  const asked = async (filters: object) => baseline.parse((await lab.post('baseline/', { filters, days: 20 })).body);
  const mean = await asked({ events: [{ id: 'paid' }], benchtop: { kind: 'mean_property', property: 'amount' } });
  expect(mean).toMatchObject({ kind: 'mean', successes: null });
  expect(mean.value).toBeGreaterThan(0);
  expect(mean.variance).toBeGreaterThan(0);
  const denominator = { events: [{ id: 'seen' }] };
  const ratio = await asked({ events: [{ id: 'seen' }], benchtop: { kind: 'ratio', denominator } });
  expect(ratio).toMatchObject({ kind: 'ratio', value: 1, variance: 0 });
  const retention = await asked({ events: [{ id: 'paid' }], benchtop: { kind: 'retention', return_days: [1, 3] } });
  expect(retention).toMatchObject({ kind: 'proportion' });
  expect(retention.successes).toBeGreaterThan(1);
});
