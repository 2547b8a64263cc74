import { expect, test } from 'vitest';
import { planOf } from './planning-testing.ts';
import { simulated } from './simulated/simulated-plan-testing.ts';

const share = { kind: 'proportion' };
const almostNone = { effect: 99, direction: 'decrease' };
const ten = Array.from({ length: 10 }, () => 10);
const nineSmall = [91, ...Array.from({ length: 9 }, () => 1)];

test.each<[string, { effect: number; [field: string]: unknown }]>([
  ['10% to almost none', { ...share, baseline: 0.1, ...almostNone }],
  ['1% to almost none', { ...share, baseline: 0.01, ...almostNone }],
  ['50% to 99.5%', { ...share, baseline: 0.5, effect: 99 }],
  ['99.5% to 1%', { ...share, baseline: 0.995, effect: 99, direction: 'decrease' }],
  ['99% to 99.9%', { ...share, baseline: 0.99, effect: 0.91 }],
  ['1% to 10%', { ...share, baseline: 0.01, effect: 900 }],
  ['1% to 3%', { ...share, baseline: 0.01, effect: 200 }],
  ['5% to 1%', { ...share, baseline: 0.05, effect: 80, direction: 'decrease' }],
  ['0.01% to 0.03%', { ...share, baseline: 0.0001, effect: 200 }],
  ['30% to 48%', { ...share, baseline: 0.3, effect: 60 }],
  ['90/10, 10% to 20%', { ...share, baseline: 0.1, effect: 100, weights: [90, 10] }],
  ['90/10, 1% to 10%', { ...share, baseline: 0.01, effect: 900, weights: [90, 10] }],
  ['90/10, 10% to almost none', { ...share, baseline: 0.1, ...almostNone, weights: [90, 10] }],
  ['10/90, 75% to almost none', { ...share, baseline: 0.75, ...almostNone, weights: [10, 90] }],
  ['99/1, 10% to 20%', { ...share, baseline: 0.1, effect: 100, weights: [99, 1] }],
  ['99/1, 50% to 99%', { ...share, baseline: 0.5, effect: 98, weights: [99, 1] }],
  ['99/1, 1% to 10%', { ...share, baseline: 0.01, effect: 900, weights: [99, 1] }],
  ['99/1, 10% to almost none', { ...share, baseline: 0.1, ...almostNone, weights: [99, 1] }],
  ['1/99, 1% to 5%', { ...share, baseline: 0.01, effect: 400, weights: [1, 99] }],
  ['10 variants, 50% to 99.5%', { ...share, baseline: 0.5, effect: 99, weights: ten }],
  ['10 variants, 1% to 10%', { ...share, baseline: 0.01, effect: 900, weights: ten }],
  ['9 small variants, 1% to 10%', { ...share, baseline: 0.01, effect: 900, weights: nineSmall }],
  ['9 small variants, 99.8% to 97.4%', { baseline: 0.998, effect: 2.4, direction: 'decrease', weights: nineSmall }],
  ['a count of almost no variance', { kind: 'count', baseline: 2, variance: 1e-7, effect: 10 }],
  ['a rare count of impossibly little variance', { kind: 'count', baseline: 0.005, variance: 1e-7, effect: 20 }],
  ['a doubled count', { kind: 'count', baseline: 2, effect: 100 }],
  ['a rare count, tenfold', { kind: 'count', baseline: 0.01, effect: 900 }],
  ['a rare count, to almost none', { kind: 'count', baseline: 0.01, variance: 0.1, ...almostNone }],
  ['99/1, a doubled count', { kind: 'count', baseline: 2, variance: 40, effect: 100, weights: [99, 1] }],
  ['a mean that is the same for all', { kind: 'mean', baseline: 2, variance: 0, effect: 10 }],
  ['a mean of almost no variance', { kind: 'mean', baseline: 2, variance: 1e-7, effect: 10 }],
  [
    '10/90, a mean of little variance, to almost none',
    { kind: 'mean', baseline: 0.65, variance: 2e-6, ...almostNone, weights: [10, 90] },
  ],
  [
    '9 small variants, a ratio of little variance',
    { kind: 'ratio', baseline: 74, variance: 0.56, effect: 1.2, weights: nineSmall },
  ],
  ['a mean of much variance', { kind: 'mean', baseline: 10, variance: 10_000, effect: 300 }],
  ['a ratio of almost no variance, to almost none', { kind: 'ratio', baseline: 2, variance: 1e-7, ...almostNone }],
])('an extreme plan has the promised power: %s', (_, { effect, ...question }) => {
  const { people } = planOf({ significance: undefined, ...question, minimum_detectable_effect: effect });
  const { effect: found } = simulated({ ...question, effect, people_per_day: people, days: 1, runs: 1000 });
  expect(found?.power).toBeGreaterThan(0.799);
  expect(found?.found_at_end.share).toBeGreaterThan(0.78);
});

test('a plan with enough people and conversions needs no more than the formula', () => {
  expect(planOf({}).per_variant).toEqual([15_549, 15_549]);
});

test('the curve of a large decrease falls where too few conversions are left', () => {
  const { power_curve: curve } = planOf({ baseline: 0.02, direction: 'decrease', minimum_detectable_effect: 80 });
  const powerOf = (effect: number) => curve.find((point) => point.effect === effect)?.power;
  expect(powerOf(80)).toBeCloseTo(0.8, 3);
  expect(powerOf(100)).toBeLessThan(0.7);
});
