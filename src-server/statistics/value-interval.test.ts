import { expect, test } from 'vitest';
import { significanceLevel } from './contract.ts';
import { normalQuantile } from './distributions.ts';
import { histogramOf, momentsOf, sampleOf } from './sample.ts';
import { expectShare, seeded } from './statistics-testing.ts';
import { meanInterval } from './value-interval.ts';

const z = -normalQuantile(significanceLevel / 2);

/** Draws values of which 3 of 10 are above 0, lognormal. */
function drawn({ uniform, normal }: ReturnType<typeof seeded>, people: number) {
  return Array.from({ length: people }, () => (uniform() < 0.3 ? Math.exp(normal()) : 0));
}
const mean = 0.3 * Math.exp(0.5);

test.each([{ people: 200 }, { people: 1000 }])(
  '95% of the intervals of the mean of skewed values contain the true mean, of $people people',
  ({ people }) => {
    const draws = seeded(people);
    const runs = 2000;
    const contained = Array.from({ length: runs }, () => {
      const [low, high] = meanInterval(sampleOf(histogramOf(drawn(draws, people))), z);
      return low <= mean && mean <= high;
    }).filter(Boolean).length;
    expectShare(contained, runs, 1 - significanceLevel);
  },
);

test('an interval of skewed values moves up, and contains the mean', () => {
  const sample = sampleOf(histogramOf(drawn(seeded(7), 100)));
  const { mean: shown } = momentsOf(sample);
  const [low, high] = meanInterval(sample, z);
  expect(low).toBeLessThan(shown);
  expect(Math.log(high / shown)).toBeGreaterThan(Math.log(shown / low));
});
