import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sumOf } from '../core/sum-contract.ts';
import { beta, direction, gamma, pair, variants } from './posteriors-testing.ts';
import { bestProbabilities, type Posterior } from './statistics.ts';

test('the chances of ten variants sum to 1, whatever the counts', () => {
  fc.assert(
    fc.property(variants(10), direction, (posteriors, way) => {
      const chances = bestProbabilities(posteriors, way);
      expect(Math.abs(sumOf(chances) - 1)).toBeLessThan(1e-9);
      for (const chance of chances) {
        expect(chance).toBeGreaterThanOrEqual(0);
        expect(chance).toBeLessThanOrEqual(1 + 1e-9);
      }
    }),
  );
});

test('chances do not depend on the order of the variants', () => {
  const shuffled = variants(10).chain((posteriors) =>
    fc.tuple(fc.constant(posteriors), fc.shuffledSubarray([...posteriors.keys()], { minLength: posteriors.length })),
  );
  fc.assert(
    fc.property(shuffled, direction, ([posteriors, order], way) => {
      const chances = bestProbabilities(posteriors, way);
      const ofShuffled = bestProbabilities(
        order.map((index) => posteriors[index] as Posterior),
        way,
      );
      for (const [place, index] of order.entries()) expect(ofShuffled[place]).toBeCloseTo(chances[index] ?? -1, 9);
    }),
  );
});

test('identical variants have the same chance, for any number of variants', () => {
  fc.assert(
    fc.property(fc.oneof(beta, gamma), fc.integer({ min: 2, max: 10 }), direction, (posterior, length, way) => {
      for (const chance of bestProbabilities(
        Array.from({ length }, () => posterior),
        way,
      )) {
        expect(chance).toBeCloseTo(1 / length, 9);
      }
    }),
  );
});

test('with two variants, P(one is lowest) equals P(the other is highest)', () => {
  fc.assert(
    fc.property(pair, ([one, other]) => {
      const [lowest] = bestProbabilities([one, other], 'decrease');
      expect(bestProbabilities([one, other], 'increase')[1]).toBeCloseTo(lowest ?? -1, 7);
    }),
  );
});
