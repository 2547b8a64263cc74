import { expect, test } from 'vitest';
import { significanceLevel } from '../../../statistics/contract.ts';
import { adjustedSample, adjustmentOf, type CovariatePairs } from '../../../statistics/cuped.ts';
import type { Sample } from '../../../statistics/sample.ts';
import { type Draws, seeded } from '../../../statistics/statistics-testing.ts';
import { narrowestWithoutPlan, ratioAlarm } from '../rules-contract.ts';
import { evidenceAgainst } from './evidence.ts';

/** Draws persons with their own habits, who do as much before as after, and later a multiple of it. */
function drawn({ gamma, poisson }: Draws, persons: number, times: number): CovariatePairs {
  const habits = Array.from({ length: persons }, () => gamma(1));
  return {
    covariates: habits.map((habit) => poisson(3 * habit)),
    values: habits.map((habit) => poisson(3 * times * habit)),
  };
}

/** Squared correlation of the behavior before and after: (9 / (3 + 9))². */
const reduction = 0.5625;

/** Returns the evidence as it is, and after CUPED. */
function judged(draws: Draws, persons: readonly [number, number], times = 1) {
  const groups = [drawn(draws, persons[0], 1), drawn(draws, persons[1], times)];
  const by = adjustmentOf(groups);
  if (by === null) throw new Error('no adjustment');
  const against = (theta: number) => {
    const [control, test] = groups.map((group) => adjustedSample(group, { ...by, theta })) as [Sample, Sample];
    return evidenceAgainst('count', control, test, { share: significanceLevel, narrowestAt: narrowestWithoutPlan });
  };
  return { plain: against(0), adjusted: against(by.theta), by };
}

type Judged = ReturnType<typeof judged>;
const shareOf = (runs: number, seed: number, one: (draws: Draws) => boolean) => {
  const draws = seeded(seed);
  return Array.from({ length: runs }, () => one(draws)).filter(Boolean).length / runs;
};
const isFound = ({ p_value: p }: Judged['plain']) => p < significanceLevel;
/** Returns three standard errors of a share. */
const chance = (share: number, runs: number) => 3 * Math.sqrt((share * (1 - share)) / runs);

test.each([
  { persons: [300, 300] as const, seed: 41 },
  { persons: [900, 100] as const, seed: 42 },
])('without a difference, 5% are found at one look and very few over all looks: %o', ({ persons, seed }) => {
  const runs = 1000;
  const found = shareOf(runs, seed, (draws) => isFound(judged(draws, persons).adjusted));
  expect(found).toBeLessThan(0.05 + chance(0.05, runs));
  expect(found).toBeGreaterThan(0.05 - chance(0.05, runs));
  const always = shareOf(
    300,
    seed,
    (draws) => judged(draws, persons).adjusted.always_valid_p_value < significanceLevel,
  );
  expect(always).toBeLessThan(0.02);
});

test('95% of the intervals of the lift contain the true lift', () => {
  const runs = 1000;
  const held = shareOf(runs, 43, (draws) => {
    const [low, high] = judged(draws, [300, 300], 1.3).adjusted.lift_interval ?? [0, 0];
    return low <= 0.3 && 0.3 <= high;
  });
  expect(held).toBeGreaterThan(0.93);
  expect(held).toBeLessThan(0.99);
});

test('the power stays the same with the fewer people that CUPED needs', () => {
  const runs = 800;
  const [all, fewer] = [400, Math.round(400 * (1 - reduction))];
  const without = shareOf(runs, 44, (draws) => isFound(judged(draws, [all, all], 1.25).plain));
  const found = shareOf(runs, 45, (draws) => isFound(judged(draws, [fewer, fewer], 1.25).adjusted));
  expect(without).toBeGreaterThan(0.7);
  expect(Math.abs(found - without)).toBeLessThan(Math.SQRT2 * chance(without, runs));
});

test('variants that differ before the exposure by chance are called unbalanced in 0.1% of runs', () => {
  const runs = 2000;
  const alarms = shareOf(runs, 46, (draws) => judged(draws, [100, 100]).by.p < ratioAlarm);
  expect(alarms).toBeLessThan(0.001 + chance(0.001, runs));
});
