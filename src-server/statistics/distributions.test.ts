import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  binomialDensity,
  chiSquaredTail,
  incompleteBeta,
  normalCdf,
  normalQuantile,
  upperGamma,
} from './distributions.ts';
import { expectNear } from './statistics-testing.ts';

const most = 10_000_000;

// Expected values computed with 40 digits.
test.each([
  [2, 3, 0.5, 0.6875],
  [1, 1, 0.3, 0.3],
  [0.5, 0.5, 0.25, 1 / 3],
  [10, 20, 0.4, 0.7853183897628261],
  [100, 900, 0.13, 0.9984153755247726],
  [1000, 9000, 0.09, 0.00030228135081692033],
  [1, most + 1, 1e-7, 0.6321206140104728],
  [most + 1, 1, 0.9999999, 0.36787938598952724],
  [5, most, 1e-6, 0.9707474443392996],
])('the incomplete beta function of %d and %d at %d has its known value', (a, b, x, wanted) => {
  expectNear(incompleteBeta(a, b, x), wanted, 1e-9);
});

test.each([
  [0.5, 2, 0.04550026389635842],
  [4.5, 8, 0.06688158777412671],
  [1, 30, 9.357622968840175e-14],
  [100, 120, 0.027863739890520663],
  [1000, 900, 0.9994500977342882],
  [4.5, 500, 1.724068118922473e-209],
])('the upper incomplete gamma function of %d at %d has its known value', (a, x, wanted) => {
  expectNear(upperGamma(a, x), wanted, 1e-12);
});

test('binomial probabilities sum to 1, and their partial sums equal the incomplete beta function', () => {
  const parameters = fc.record({
    trials: fc.integer({ min: 1, max: 300 }),
    p: fc.double({ min: 0.001, max: 0.999, noNaN: true }),
  });
  fc.assert(
    fc.property(parameters, fc.nat(), ({ trials, p }, seed) => {
      const chances = Array.from({ length: trials + 1 }, (_, count) => binomialDensity(count, trials, p));
      expectNear(
        chances.reduce((sum, chance) => sum + chance, 0),
        1,
        1e-12,
      );
      const from = 1 + (seed % trials);
      const tail = chances.slice(from).reduce((sum, chance) => sum + chance, 0);
      expectNear(incompleteBeta(from, trials - from + 1, p), tail, 1e-9);
    }),
  );
});

test('the incomplete beta function with parameters up to ten million is symmetric and rises from 0 to 1', () => {
  const parameter = fc.integer({ min: 1, max: most });
  fc.assert(
    fc.property(parameter, parameter, fc.double({ min: 1e-9, max: 1 - 1e-9, noNaN: true }), (a, b, x) => {
      const chance = incompleteBeta(a, b, x);
      expect(chance).toBeGreaterThanOrEqual(0);
      expect(chance).toBeLessThanOrEqual(1);
      expect(Math.abs(chance + incompleteBeta(b, a, 1 - x) - 1)).toBeLessThan(1e-6);
      expect(incompleteBeta(a, b, Math.min(1, x * 1.01))).toBeGreaterThanOrEqual(chance - 1e-12);
    }),
    { numRuns: 300 },
  );
});

test.each([
  [0.99, 1, 0.00015708785790970184],
  [0.95, 1, 0.003932140000019523],
  [0.05, 1, 3.841458820694124],
  [0.05, 9, 16.918977604620448],
  [0.001, 2, 13.815510557964274],
  [0.001, 9, 27.877164871256568],
])('the chi-squared quantile leaves %d above it', (p, degreesOfFreedom, quantile) => {
  expectNear(chiSquaredTail(quantile, degreesOfFreedom), p, 1e-12);
});

test.each([
  [0, 0.5],
  [-1, 0.15865525393145705],
  [1.959963984540054, 0.975],
  [-5, 2.866515718791939e-7],
  [-10, 7.619853024160525e-24],
  [-37, 5.725571222524577e-300],
])('the normal distribution at %d has its known value', (z, wanted) => {
  expectNear(normalCdf(z), wanted, 1e-11);
});

test('the normal quantile inverts the distribution, deep into both tails', () => {
  fc.assert(
    fc.property(fc.double({ min: -30, max: 0, noNaN: true }), (exponent) => {
      const p = 10 ** exponent / 2;
      expectNear(normalCdf(normalQuantile(p)), p, 1e-9);
      expect(normalQuantile(1 - p)).toBeCloseTo(-normalQuantile(1 - (1 - p)), 6);
    }),
  );
  expect(normalQuantile(0.975)).toBeCloseTo(1.959963984540054, 12);
});
