import fc from 'fast-check';
import { expect, test } from 'vitest';
import { adjustedSample, adjustmentOf, type CovariatePairs } from './cuped.ts';
import { meanOf, momentsOf } from './sample.ts';
import { type Draws, seeded } from './statistics-testing.ts';

/** Draws persons whose value is the sum of their earlier behavior and of noise. */
function drawn(
  { normal }: Draws,
  persons: number,
  { habit, noise, effect = 0 }: Record<string, number>,
): CovariatePairs {
  const covariates = Array.from({ length: persons }, () => (habit ?? 1) * normal());
  return { covariates, values: covariates.map((before) => before + (noise ?? 1) * normal() + effect + 10) };
}

const someGroups = fc
  .array(fc.array(fc.tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 9 })), { minLength: 20 }), {
    minLength: 2,
    maxLength: 3,
  })
  .map((groups): CovariatePairs[] =>
    groups.map((group) => ({ values: group.map(([value]) => value), covariates: group.map(([, before]) => before) })),
  );
const whole = (groups: readonly CovariatePairs[], by: NonNullable<ReturnType<typeof adjustmentOf>>) => {
  const samples = groups.map((group) => adjustedSample(group, by));
  return samples.reduce(
    (sum, { n }, index) => sum + momentsOf(samples[index] as (typeof samples)[0]).variance * (n - 1),
    0,
  );
};

test('adjusting keeps the overall mean, and theta minimizes the variance', () => {
  fc.assert(
    fc.property(someGroups, fc.double({ min: -2, max: 2, noNaN: true }), (groups, off) => {
      const by = adjustmentOf(groups);
      fc.pre(by !== null);
      const plain = groups.flatMap(({ values }) => values);
      const sum = groups.reduce((total, group) => total + adjustedSample(group, by).sum, 0);
      expect(sum / plain.length).toBeCloseTo(plain.reduce((total, value) => total + value, 0) / plain.length, 8);
      const least = whole(groups, by);
      expect(whole(groups, { ...by, theta: by.theta + off })).toBeGreaterThanOrEqual(least - 1e-6);
      // The remaining variance is 1 - reduction.
      expect(least).toBeCloseTo(whole(groups, { ...by, theta: 0 }) * (1 - by.reduction), 6);
    }),
  );
});

test('the unit and origin of the covariate do not matter', () => {
  fc.assert(
    fc.property(someGroups, fc.constantFrom(-3, 0.5, 100), (groups, unit) => {
      const by = adjustmentOf(groups);
      fc.pre(by !== null);
      const moved = groups.map(({ values, covariates }) => ({
        values,
        covariates: covariates.map((x) => 7 + unit * x),
      }));
      const movedBy = adjustmentOf(moved);
      for (const [index, group] of groups.entries()) {
        const other = movedBy && adjustedSample(moved[index] as CovariatePairs, movedBy);
        expect(other?.sum).toBeCloseTo(adjustedSample(group, by).sum, 6);
        expect(other?.squares).toBeCloseTo(adjustedSample(group, by).squares, 5);
      }
    }),
  );
});

test('a constant covariate or too few people adjust nothing', () => {
  const group = (persons: number, before: (index: number) => number) => ({
    values: Array.from({ length: persons }, (_, index) => index % 3),
    covariates: Array.from({ length: persons }, (_, index) => before(index)),
  });
  expect(adjustmentOf([group(100, () => 0), group(100, () => 0)])).toBeNull();
  expect(adjustmentOf([group(14, (index) => index), group(15, (index) => index)])).toBeNull();
  expect(adjustmentOf([group(100, (index) => index), group(0, () => 0)])).not.toBeNull();
  expect(adjustmentOf([])).toBeNull();
});

test('the variance falls by the squared correlation, and the effect is unchanged', () => {
  const draws = seeded(11);
  const runs = 400;
  let [plain, adjusted, adjustedSquares, reductions] = [0, 0, 0, 0];
  let plainSquares = 0;
  for (let run = 0; run < runs; run++) {
    const groups = [drawn(draws, 200, { habit: 2, noise: 1 }), drawn(draws, 200, { habit: 2, noise: 1, effect: 0.5 })];
    const by = adjustmentOf(groups) as NonNullable<ReturnType<typeof adjustmentOf>>;
    const differenceOf = (theta: number) => {
      const [control = 0, test = 0] = groups.map((group) => meanOf(adjustedSample(group, { ...by, theta })));
      return test - control;
    };
    plain += differenceOf(0) - 0.5;
    plainSquares += (differenceOf(0) - 0.5) ** 2;
    adjusted += differenceOf(by.theta) - 0.5;
    adjustedSquares += (differenceOf(by.theta) - 0.5) ** 2;
    reductions += by.reduction;
  }
  // Within four standard errors: the variance is 2 (1 + 4) / 200, or 2 / 200 adjusted.
  expect(Math.abs(plain / runs)).toBeLessThan(4 * Math.sqrt(0.05 / runs));
  expect(Math.abs(adjusted / runs)).toBeLessThan(4 * Math.sqrt(0.01 / runs));
  expect(reductions / runs).toBeCloseTo(0.8, 2);
  const left = adjustedSquares / plainSquares;
  expect(left).toBeGreaterThan(0.2 * (1 - 4 * Math.sqrt(4 / runs)));
  expect(left).toBeLessThan(0.2 * (1 + 4 * Math.sqrt(4 / runs)));
});

test('people with a refund are active, and their group counts as having negative values', () => {
  const adjustment = { theta: 0.5, mean: 1, reduction: 0.5, p: 1 };
  const refunds = adjustedSample({ values: [-5, 0, 2], covariates: [1, 1, 1] }, adjustment);
  expect(refunds).toMatchObject({ sum: -3, active: 2, negative: 1 });
  // An adjusted value below 0 is no refund.
  expect(adjustedSample({ values: [0, 2], covariates: [9, 0] }, adjustment).negative).toBe(0);
});
