import { expect, test } from 'vitest';
import { significanceLevel } from './contract.ts';
import { normalQuantile } from './distributions.ts';
import { histogramOf, momentsOf, type Sample, sampleOf, together } from './sample.ts';
import { expectShare, seeded } from './statistics-testing.ts';
import { meanInterval } from './value-interval.ts';

const z = -normalQuantile(significanceLevel / 2);

/** Draws values of which 3 of 10 are not 0, lognormal; of these, the share `refunds` is negative. */
function drawn({ uniform, normal }: ReturnType<typeof seeded>, people: number, spread = 1, refunds = 0): Sample {
  const value = () => (uniform() < 0.3 ? (uniform() < refunds ? -1 : 1) * Math.exp(spread * normal()) : 0);
  return sampleOf(histogramOf(Array.from({ length: people }, value)));
}
const meanAt = (spread: number, refunds: number) => 0.3 * (1 - 2 * refunds) * Math.exp(spread ** 2 / 2);

/** Returns how many of these intervals contain the true mean. */
function contained(runs: number, [people, others]: [number, number], spread: number, refunds: number): number {
  const draws = seeded(people);
  const mean = meanAt(spread, refunds);
  return Array.from({ length: runs }, () => {
    const [sample, other] = [drawn(draws, people, spread, refunds), drawn(draws, others, spread, refunds)];
    const [low, high] = meanInterval(sample, z, together(sample, other));
    return low <= mean && mean <= high;
  }).filter(Boolean).length;
}

test.each<[people: number, others: number]>([
  [200, 200],
  [1000, 1000],
])('95%% of the intervals of the mean of skewed values contain the true mean, of %d people beside %d', (...people) => {
  expectShare(contained(2000, people, 1, 0), 2000, 1 - significanceLevel);
});

test.each([
  ['a heavy tail', 1.5, 0],
  ['refunds', 1, 0.2],
])('at least 94%% do for a small group beside a large one, of values with %s', (_, spread, refunds) => {
  const runs = 2000;
  const least = runs * 0.94 - 3 * Math.sqrt(runs * 0.94 * 0.06);
  expect(contained(runs, [100, 900], spread, refunds)).toBeGreaterThan(least);
});

test('an interval of skewed values moves up, and contains the mean', () => {
  const sample = drawn(seeded(7), 100);
  const { mean: shown } = momentsOf(sample);
  const [low, high] = meanInterval(sample, z, sample);
  expect(low).toBeLessThan(shown);
  expect(Math.log(high / shown)).toBeGreaterThan(Math.log(shown / low));
});
