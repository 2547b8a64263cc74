import fc from 'fast-check';
import { expect, test } from 'vitest';
import { binomialDensity } from './distributions.ts';
import { binomialTwoSided, fisherTwoSided } from './exact-tests.ts';
import { testSplit } from './split.ts';
import { holm, poissonP, proportionP, sequentialInterval } from './statistics.ts';
import { expectNear } from './statistics-testing.ts';

const most = 10_000_000;
const probability = fc.double({ min: 0, max: 1, noNaN: true });

// Expected values from R's fisher.test, binom.test and poisson.test, and from SciPy.
test.each([
  [[3, 10, 9, 10], 0.019766611097880443],
  [[1, 100, 8, 100], 0.03489915197211575],
  [[0, 5, 5, 5], 0.007936507936507936],
  [[0, 10, 0, 10], 1],
] as const)('the exact test of %j has the expected p-value', ([a, first, b, second], p) => {
  expectNear(fisherTwoSided(a, first, b, second), p, 1e-10);
  expectNear(fisherTwoSided(b, second, a, first), p, 1e-10);
  expectNear(fisherTwoSided(first - a, first, second - b, second), p, 1e-10);
});

test('two rates have the p-value of the exact test', () => {
  expectNear(poissonP({ count: 11, exposure: 800 }, { count: 3, exposure: 1083 }), 0.01171844528944261, 1e-9);
  expectNear(binomialTwoSided(3, 20, 0.3), 0.22041826738070913, 1e-9);
  expectNear(
    poissonP({ count: most, exposure: 1 }, { count: most + 10_000, exposure: 1 }),
    2 * 0.012699300566248382,
    1e-9,
  );
  expect(poissonP({ count: 0, exposure: 1 }, { count: 0, exposure: 1 })).toBe(1);
});

test('the two-sided binomial test sums all outcomes that are at most as likely', () => {
  const trials = fc.integer({ min: 1, max: 120 });
  fc.assert(
    fc.property(trials, fc.nat(), fc.double({ min: 0.01, max: 0.99, noNaN: true }), (n, seed, p) => {
      const successes = seed % (n + 1);
      const limit = binomialDensity(successes, n, p) * (1 + 1e-7);
      const chances = Array.from({ length: n + 1 }, (_, count) => binomialDensity(count, n, p));
      const extreme = chances.filter((chance) => chance <= limit).reduce((sum, chance) => sum + chance, 0);
      expectNear(binomialTwoSided(successes, n, p), extreme, 1e-8);
    }),
  );
});

test('two shares of many people have the p-value of the pooled z-test', () => {
  const p = proportionP({ successes: 100, exposures: 1000 }, { successes: 130, exposures: 1000 });
  expectNear(p, 0.03548845046647471, 1e-9);
});

test('without a difference, under 6% of p-values of shares are below 0.05, for all sizes', () => {
  for (const [n, m] of [
    [10, 10],
    [20, 20],
    [50, 50],
    [100, 20],
    [200, 50],
    [300, 30],
  ] as const) {
    const pValues = Array.from({ length: n + 1 }, (_, a) =>
      Array.from({ length: m + 1 }, (_, b) =>
        proportionP({ successes: a, exposures: n }, { successes: b, exposures: m }),
      ),
    );
    for (const share of [0.005, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5]) {
      let wrong = 0;
      for (const [a, row] of pValues.entries()) {
        for (const [b, p] of row.entries()) {
          if (p < 0.05) wrong += binomialDensity(a, n, share) * binomialDensity(b, m, share);
        }
      }
      expect(wrong, `${n} and ${m} persons, ${share}`).toBeLessThan(0.06);
    }
  }
});

test('p-values are between 0 and 1 and do not depend on the order of groups, up to ten million people', () => {
  const group = fc
    .tuple(fc.oneof(fc.constantFrom(1, most), fc.integer({ min: 1, max: most })), probability)
    .map(([exposures, share]) => ({ exposures, successes: Math.round(exposures * share) }));
  fc.assert(
    fc.property(group, group, (one, other) => {
      const p = proportionP(one, other);
      expect(p).toBeGreaterThanOrEqual(0);
      expect(p).toBeLessThanOrEqual(1 + 1e-12);
      expect(Math.abs(p - proportionP(other, one))).toBeLessThan(1e-9);
      const [first, second] = [one, other].map(({ exposures, successes }) => ({
        count: successes,
        exposure: exposures,
      }));
      if (first === undefined || second === undefined) return;
      const q = poissonP(first, second);
      expect(q).toBeGreaterThanOrEqual(0);
      expect(q).toBeLessThanOrEqual(1);
      expect(Math.abs(q - poissonP(second, first))).toBeLessThan(1e-7);
    }),
  );
  expect(proportionP({ successes: 0, exposures: 0 }, { successes: 0, exposures: 0 })).toBe(1);
  expect(proportionP({ successes: 5, exposures: 5 }, { successes: most, exposures: most })).toBe(1);
});

test('a split is compared with the weights', () => {
  const even = testSplit([500, 600], [50, 50]);
  expect(even.expected).toEqual([550, 550]);
  expect(even.chiSquared).toBeCloseTo(100 / 11, 12);
  expect(even.degreesOfFreedom).toBe(1);
  expectNear(even.p, 0.002568831527022719, 1e-9);
  expect(testSplit([60, 30, 10], [6, 3, 1])).toMatchObject({ chiSquared: 0, degreesOfFreedom: 2, p: 1 });
  expect(testSplit([0, 0], [50, 50])).toMatchObject({ chiSquared: 0, p: 1 });
  expect(testSplit([most, most + 20_000], [50, 50]).p).toBeLessThan(0.001);
});

test('where few people are expected of a variant, its split has exact binomial tests', () => {
  const rare = testSplit([990, 10], [99.9, 0.1]);
  expect(rare).toMatchObject({ method: 'exact_binomial', expected: [999, expect.closeTo(1, 12)] });
  // The chance of 10 or more of 1,000: the sum of the binomial's terms.
  expectNear(rare.p, 1.0742833868464864e-7, 1e-9);
  const three = testSplit([160, 90, 2], [50, 49, 1]);
  expect(three.p).toBeCloseTo(3 * binomialTwoSided(160, 252, 0.5), 12);
  expectNear(testSplit([99, 1], [99, 1]).p, 1, 1e-9);
  expect(testSplit([495, 5], [99, 1]).method).toBe('chi_squared');
});

test('a split is wrong where a variant of weight 0 has people', () => {
  const wrong = testSplit([500, 500, 500], [50, 50, 0]);
  expect(Number.isFinite(wrong.chiSquared)).toBe(true);
  expect(wrong.p).toBeLessThan(1e-9);
});

test('adjusted p-values match the procedure, in input order', () => {
  expect(holm([0.01, 0.04, 0.03])).toEqual([0.03, 0.06, 0.06]);
  expect(holm([0.6, 0.7])).toEqual([1, 1]);
  expect(holm([0.02])).toEqual([0.02]);
  expect(holm([])).toEqual([]);
});

test('adjusting keeps the ranks of p-values, makes none smaller and does not depend on input order', () => {
  fc.assert(
    fc.property(fc.array(probability, { minLength: 1, maxLength: 30 }), (pValues) => {
      const adjusted = holm(pValues);
      const turned = holm([...pValues].reverse()).reverse();
      for (const [index, p] of pValues.entries()) {
        expect(adjusted[index]).toBeGreaterThanOrEqual(p);
        expect(adjusted[index]).toBeLessThanOrEqual(1);
        expect(adjusted[index]).toBe(turned[index]);
        for (const [other, q] of pValues.entries()) {
          if (p < q) expect(adjusted[index]).toBeLessThanOrEqual(adjusted[other] ?? -1);
        }
      }
    }),
  );
});

test('the sequential interval contains the difference, is wider than the fixed one, and narrows with more people', () => {
  const at = (n: number) => sequentialInterval({ n, mean: 0.1, variance: 0.09 }, { n, mean: 0.13, variance: 0.1131 });
  const halves = [100, 1000, 10_000, most].map((n) => {
    const [lower, upper] = at(n) ?? [0, 0];
    expect((lower + upper) / 2).toBeCloseTo(0.03, 9);
    const half = (upper - lower) / 2;
    expect(half).toBeGreaterThan(1.96 * Math.sqrt((0.09 + 0.1131) / n));
    return half;
  });
  expect(halves).toEqual([...halves].sort((a, b) => b - a));
});

test('there is no sequential interval without data', () => {
  const one = { n: 1, mean: 1, variance: 0 };
  const many = { n: 100, mean: 0.5, variance: 0.25 };
  const none = { n: 0, mean: 0, variance: 0 };
  const allAlike = { n: 100, mean: 0, variance: 0 };
  expect(sequentialInterval(one, many)).toBeNull();
  expect(sequentialInterval(many, none)).toBeNull();
  expect(sequentialInterval(allAlike, allAlike)).toBeNull();
  expect(sequentialInterval(allAlike, many)).not.toBeNull();
});
