import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sumOfWeights } from '#server/core/sum-contract.ts';
import { addedWeight, evenWeights, withoutWeight } from './variant-weights.ts';

test.each<[number, number[]]>([
  [1, [100]],
  [2, [50, 50]],
  [3, [34, 33, 33]],
  [6, [17, 17, 17, 17, 16, 16]],
])('%i even weights are %j', (count, weights) => {
  expect(evenWeights(count)).toEqual(weights);
});

test.each<[string, number[], number[]]>([
  ['an even split stays even', [50, 50], [34, 33, 33]],
  ['an even split with a rest stays even', [34, 33, 33], [25, 25, 25, 25]],
  ['a split set by hand stays, the new one starts at 0', [90, 10], [90, 10, 0]],
  ['one that does not sum to 100 is left alone', [40, 40], [40, 40, 0]],
  ['the first takes all', [], [100]],
])('adding a variant: %s', (_, before, after) => {
  expect(addedWeight(before)).toEqual(after);
});

test.each<[string, number[], number, number[]]>([
  ['an even split stays even', [34, 33, 33], 0, [50, 50]],
  ['the others keep their ratio', [50, 30, 20], 0, [60, 40]],
  ['a rest of rounding goes to the largest', [10, 60, 30], 1, [25, 75]],
  ['one without a share leaves the others alone', [90.5, 9.5, 0], 2, [90.5, 9.5]],
  ['others without a share become even', [100, 0, 0], 0, [50, 50]],
  ['the last one leaves none', [100], 0, []],
])('removing a variant: %s', (_, before, index, after) => {
  expect(withoutWeight(before, index)).toEqual(after);
});

test('after any removal, the weights sum to 100', () => {
  const split = fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 2, maxLength: 12 });
  fc.assert(
    fc.property(split, fc.nat(), (weights, at) => {
      const left = withoutWeight(weights, at % weights.length);
      expect(sumOfWeights(left)).toBe(100);
      expect(left.every((weight) => weight >= 0)).toBe(true);
    }),
  );
});
