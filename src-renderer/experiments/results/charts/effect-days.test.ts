import { expect, test } from 'vitest';
import type { DayState } from '#server/experiments/results/results-contract.ts';
import { bandOf, effectPoints, effectScale, lineOf } from './effect-days.ts';

type VariantState = DayState['variants'][number];
type Shown = VariantState['evidence'];
/** Returns a state whose compatibility fields, which nobody is shown, differ. */
const state = (key: string, given: Partial<Shown>): VariantState => ({
  key,
  exposures: 900,
  value: 9,
  credible_interval: [8, 10],
  probability: 0.8,
  difference: 9,
  difference_interval: [8, 10],
  lift: 9,
  lift_interval: [8, 10],
  sequential_interval: [8, 10],
  evidence: {
    people: 100,
    value: 0.12,
    interval: [0.08, 0.17],
    is_too_little: false,
    lift: 0.2,
    lift_interval: [-0.3, 0.9],
    always_valid_interval: [-0.5, 1.6],
    ...given,
  },
});
const testAt = (given: Partial<Shown>) => state('test', given);
const control = state('control', { value: 0.1, lift: null, lift_interval: null, always_valid_interval: null });
const days: DayState[] = [
  { date: '2026-11-17', variants: [control, testAt({ lift_interval: [-0.9, 12] })] },
  { date: '2026-11-18', variants: [control, testAt({})] },
];

test('the evidence is shown, with the always-valid interval, and no compatibility field', () => {
  const [, last] = effectPoints(days, 'test', 'lift');
  expect(last).toEqual({
    date: '2026-11-18',
    people: 100,
    estimate: 0.2,
    interval: [-0.3, 0.9],
    sequential: [-0.5, 1.6],
  });
});

test('a value is shown without it, and a day before anybody came shows nothing', () => {
  expect(effectPoints(days, 'control', 'value')[0]).toMatchObject({ estimate: 0.1, sequential: null });
  const none = [{ date: '2026-11-16', variants: [testAt({ people: 0 })] }];
  expect(effectPoints(none, 'test', 'lift')[0]).toMatchObject({ estimate: null, interval: null });
});

test('the axis has zero and the last interval on it, and does not follow a wild first day', () => {
  const { low, high } = effectScale([effectPoints(days, 'test', 'lift')], 'lift');
  expect(low).toBeLessThanOrEqual(-0.5);
  expect(high).toBeGreaterThanOrEqual(0.9);
  expect(high).toBeLessThan(6);
});

test('the axis of a lift ends at −100%, though the always-valid interval extends beyond', () => {
  const wide = [{ date: '2026-11-18', variants: [control, testAt({ always_valid_interval: [-4, 5] })] }];
  expect(effectScale([effectPoints(wide, 'test', 'lift')], 'lift').low).toBeGreaterThanOrEqual(-1);
});

test.each(['value', 'lift'] as const)('the axis of a %s holds those of negative amounts', (measure) => {
  const lost = state('test', {
    value: -5,
    interval: [-6, -4],
    lift: -2,
    lift_interval: [-2.3, -1.9],
    always_valid_interval: null,
  });
  const { low, high } = effectScale(
    [effectPoints([{ date: '2026-11-18', variants: [lost] }], 'test', measure)],
    measure,
  );
  expect(low).toBeLessThanOrEqual(measure === 'value' ? -6 : -2.3);
  expect(high).toBeGreaterThanOrEqual(measure === 'value' ? -4 : 0);
});

test('a band goes from the edge of its first known day to the edge of its last, through the middle of each', () => {
  const scale = { low: 0, high: 1, ticks: [] };
  const points = effectPoints([{ date: '2026-11-16', variants: [] }, ...days], 'test', 'value');
  const edges = [1 / 3, 1.5 / 3, 2.5 / 3, 1];
  expect(bandOf(points, scale, 'interval')).toEqual(edges.map((at) => [at, 0.08, 0.17]));
  expect(lineOf(points, scale)).toEqual(edges.map((at) => [at, 0.12]));
  expect(bandOf(points.slice(0, 1), scale, 'interval')).toEqual([]);
});

test('a band leaves the plot where its values leave the axis', () => {
  const [first] = bandOf(
    effectPoints(days.slice(0, 1), 'test', 'lift'),
    { low: -0.5, high: 0.5, ticks: [] },
    'interval',
  );
  expect(first?.[1]).toBeLessThan(0);
  expect(first?.[2]).toBeGreaterThan(1);
});
