import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fisherTails, meanTails } from './permutation.ts';
import { type Sample, sampleOf } from './sample.ts';

const share = (n: number, sum: number): Sample => ({ n, sum, squares: sum, cubes: sum, active: sum, negative: 0 });
const sampleFrom = (values: readonly number[]) =>
  sampleOf(new Map(values.map((value, index) => [value + index * 1e-9, 1])));

test('the lady tasting tea has the p-value that Fisher published', () => {
  // R. A. Fisher, The Design of Experiments (1935), chapter 2: 17 of 70 with one mistake, 1 of 70 with none.
  expect(fisherTails(share(4, 1), share(4, 3)).upper).toBeCloseTo(17 / 70, 12);
  expect(fisherTails(share(4, 0), share(4, 4)).upper).toBeCloseTo(1 / 70, 12);
});

test.each([
  ['nobody succeeds', share(10_000, 0), share(101, 0), { lower: 1, upper: 1 }],
  ['everybody succeeds', share(50, 50), share(70, 70), { lower: 1, upper: 1 }],
  // Twice the hypergeometric tail from 66 on is 0.0072503741037792.
  ['test has more', share(300, 40), share(300, 66), { upper: 0.0072503741037792 / 2 }],
])('Fisher’s tails are exact: %s', (_, control, tested, expected) => {
  const tails = fisherTails(control, tested);
  for (const [tail, chance] of Object.entries(expected)) {
    expect(tails[tail as 'lower' | 'upper'] / chance).toBeCloseTo(1, 9);
  }
});

test('both tails include the observed table, and swapping the groups swaps them', () => {
  const group = fc.integer({ min: 1, max: 400 }).chain((n) => fc.tuple(fc.constant(n), fc.integer({ min: 0, max: n })));
  fc.assert(
    fc.property(group, group, ([n, a], [m, b]) => {
      const [one, other] = [fisherTails(share(n, a), share(m, b)), fisherTails(share(m, b), share(n, a))];
      expect(one.lower + one.upper).toBeGreaterThanOrEqual(1 - 1e-9);
      expect(one.lower).toBeCloseTo(other.upper, 9);
    }),
  );
});

/** Returns the share of all ways to deal the values whose test group has at least the observed sum. */
function enumerated(control: readonly number[], tested: readonly number[]): number {
  const values = [...control, ...tested];
  const observed = tested.reduce((sum, value) => sum + value, 0);
  let [ways, extreme] = [0, 0];
  const deal = (from: number, left: number, sum: number): void => {
    if (left === 0) {
      ways += 1;
      extreme += Number(sum >= observed - 1e-9);
      return;
    }
    for (let index = from; index <= values.length - left; index++)
      deal(index + 1, left - 1, sum + (values[index] ?? 0));
  };
  deal(0, tested.length, 0);
  return extreme / ways;
}

test.each([
  ['even groups', [1, 3, 5, 6, 8, 10, 13, 15, 18], [2, 4, 9, 12, 14, 17, 21, 24, 29]],
  [
    'a small group of skewed values',
    [0, 0.3, 0.5, 1.1, 1.2, 2.3, 2.4, 3.1, 3.7, 4.2, 5, 7.5, 9.1, 12.4],
    [1.3, 2.1, 6.7, 8.2, 20],
  ],
])('the tail of a mean is close to that over all permutations: %s', (_, control, tested) => {
  const { upper } = meanTails(sampleFrom(control), sampleFrom(tested));
  expect(Math.abs(upper - enumerated(control, tested))).toBeLessThan(0.02);
});

test('without people or variation there is no difference', () => {
  expect(meanTails(sampleFrom([1]), sampleFrom([1]))).toEqual({ lower: 1, upper: 1 });
  const ones = sampleOf(new Map([[1, 500]]));
  expect(meanTails(ones, ones)).toEqual({ lower: 1, upper: 1 });
});

test('a huge difference has a tiny tail, on its own side only', () => {
  const [low, high] = [
    sampleOf(
      new Map([
        [0, 9000],
        [1, 1000],
      ]),
    ),
    sampleOf(
      new Map([
        [0, 1000],
        [1, 9000],
      ]),
    ),
  ];
  const { lower, upper } = meanTails(low, high);
  expect([lower, upper]).toEqual([expect.closeTo(1, 9), expect.closeTo(0, 100)]);
});
