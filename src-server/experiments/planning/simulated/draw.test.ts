import { expect, test } from 'vitest';
import { binomialDensity } from '../../../statistics/distributions.ts';
import { drawBinomial } from '../../../statistics/draw-binomial.ts';
import { seededUniform } from '../../../statistics/seeded-uniform.ts';

test.each([
  [5, 0.5],
  [400, 0.01],
  [3000, 0.05],
  [3000, 0.5],
  [3000, 0.93],
  [200_000, 0.5],
])('successes of %d trials with the chance %d come as often as their probability', (n, p) => {
  const draws = 20_000;
  const uniform = seededUniform(n);
  const seen = new Map<number, number>();
  for (let draw = 0; draw < draws; draw++) {
    const k = drawBinomial(uniform, n, p);
    seen.set(k, (seen.get(k) ?? 0) + 1);
  }
  const [mean, spread] = [n * p, Math.sqrt(n * p * (1 - p))];
  // Pearson's chi-squared over ranges of a third of a standard deviation.
  let [chiSquared, ranges] = [0, 0];
  const width = Math.max(1, Math.round(spread / 3));
  for (let from = Math.floor(mean - 4 * spread); from < mean + 4 * spread; from += width) {
    const within = Array.from({ length: width }, (_, index) => from + index).filter((k) => k >= 0 && k <= n);
    const expected = draws * within.reduce((sum, k) => sum + binomialDensity(k, n, p), 0);
    if (expected < 10) continue;
    chiSquared += (within.reduce((sum, k) => sum + (seen.get(k) ?? 0), 0) - expected) ** 2 / expected;
    ranges += 1;
  }
  expect(chiSquared).toBeLessThan(ranges + 4 * Math.sqrt(2 * ranges));
});

test('a chance of 0 draws nothing, and a chance of 1 draws everything', () => {
  const never = () => {
    throw new Error('drew a number');
  };
  expect([drawBinomial(never, 0, 0.3), drawBinomial(never, 9, 0), drawBinomial(never, 9, 1)]).toEqual([0, 0, 9]);
});
