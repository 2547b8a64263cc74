import fc from 'fast-check';
import { expect, test } from 'vitest';
import { alwaysValidP, alwaysValidZ } from './always-valid.ts';
import { meanRatioInterval, shareRatioInterval } from './ratio.ts';
import { capOf, type Histogram, meanOf, type Sample, sampleOf, together } from './sample.ts';
import { meanInterval, shareInterval, valueDifferenceOf } from './value-interval.ts';

const z = 1.959963985;
const share = (n: number, sum: number): Sample => ({ n, sum, squares: sum, cubes: sum, active: sum, negative: 0 });

test('the intervals match the examples published with their methods', () => {
  // Koopman (1984), example 1: 36 of 40 against 16 of 80.
  const [low, high] = shareRatioInterval(share(80, 16), share(40, 36), z) ?? [];
  expect([low, high]).toEqual([expect.closeTo(2.94, 2), expect.closeTo(7.15, 2)]);
  // Newcombe, Two-sided confidence intervals for the single proportion (1998): 81 of 263.
  expect(shareInterval(share(263, 81), z)).toEqual([expect.closeTo(0.2553, 4), expect.closeTo(0.3662, 4)]);
  // Newcombe, Interval estimation for the difference (1998), method 10: 56 of 70 against 48 of 80.
  const of = (sample: Sample) => ({ value: meanOf(sample), interval: shareInterval(sample, z) });
  expect(valueDifferenceOf(of(share(80, 48)), of(share(70, 56)))).toEqual([
    expect.closeTo(0.0524, 4),
    expect.closeTo(0.3339, 4),
  ]);
});

const histogram = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 1, max: 200 })), { minLength: 1, maxLength: 8 })
  .map((entries): Histogram => new Map(entries));
const counts = fc.integer({ min: 1, max: 5000 }).chain((n) => fc.tuple(fc.constant(n), fc.integer({ min: 0, max: n })));
const isInside = (value: number, [low, high]: [number, number]) => low <= value && value <= high;

test('a value is never outside its own interval', () => {
  fc.assert(
    fc.property(counts, counts, histogram, histogram, fc.double({ min: 1, max: 6, noNaN: true }), (a, b, c, d, at) => {
      const [control, tested] = [share(...a), share(...b)];
      expect(isInside(meanOf(tested), shareInterval(tested, at))).toBe(true);
      const ratio = shareRatioInterval(control, tested, at);
      if (ratio !== null)
        expect(isInside(meanOf(tested) / meanOf(control), [ratio[0] - 1e-6, ratio[1] + 1e-6])).toBe(true);
      const [one, other] = [sampleOf(c), sampleOf(d)];
      const between = meanInterval(other, at, together(one, other));
      expect(isInside(meanOf(other), [between[0] - 1e-9, between[1] + 1e-9])).toBe(true);
      for (const isPooled of [true, false]) {
        const ofMeans = meanRatioInterval(one, other, at, isPooled);
        if (ofMeans === null) continue;
        const middle = meanOf(other) / meanOf(one);
        expect(isInside(middle, [ofMeans[0] * (1 - 1e-9), ofMeans[1] * (1 + 1e-9)])).toBe(true);
      }
    }),
  );
});

test('without a success in control there is no ratio', () => {
  expect(shareRatioInterval(share(100, 0), share(100, 5), z)).toBeNull();
  expect(meanRatioInterval(share(100, 5), share(100, 0), z, false)).toBeNull();
  expect(shareRatioInterval(share(100, 5), share(100, 0), z)?.[0]).toBe(0);
});

test('the cap is the smallest value that no more than the given share of people exceed', () => {
  const groups: Histogram[] = [
    new Map([
      [0, 900],
      [1, 98],
      [7, 1],
    ]),
    new Map([
      [0, 1000],
      [900, 1],
    ]),
  ];
  // Two of 2,000 people may be above it.
  expect(capOf(groups, 0.001)).toBe(1);
  expect(capOf(groups, 0.0005)).toBe(7);
  expect(capOf(groups, 0)).toBe(900);
  expect(capOf([], 0.001)).toBe(0);
  expect(sampleOf(groups[1] as Histogram, 1)).toEqual({
    n: 1001,
    sum: 1,
    squares: 1,
    cubes: 1,
    active: 1,
    negative: 0,
  });
});

test('one more person with a rare value moves the cap little, even when such people are about the capped share', () => {
  const shares = fc.constantFrom(0.001, 0.01, 0.05);
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 300 }),
      fc.integer({ min: 300, max: 20_000 }),
      shares,
      (having, of, share) => {
        // Person n of `persons` has the value n.
        const above = (persons: number) => {
          const group: Histogram = new Map([[0, of - persons]]);
          for (let value = 1; value <= persons; value++) group.set(value, 1);
          return persons - capOf([group], share);
        };
        expect(above(having)).toBeLessThanOrEqual(Math.min(0.05 * having, share * of));
        expect(above(having + 1) - above(having)).toBeOneOf([0, 1]);
      },
    ),
  );
});

test('the p-value over all looks is the level whose bound the estimate just crosses', () => {
  for (const persons of [100, 5000, 200_000]) {
    const bound = alwaysValidZ(persons, 5000, 0.05);
    expect(alwaysValidP(bound, persons, 5000, 0.05)).toBeCloseTo(0.05, 9);
    expect(bound).toBeGreaterThan(z);
    expect(alwaysValidP(alwaysValidZ(persons, 5000, 0.05, 0.01), persons, 5000, 0.05)).toBeCloseTo(0.01, 9);
  }
  // The bound is narrowest at 5,000 people, in standard errors.
  const widthAt = (persons: number) => alwaysValidZ(persons, 5000, 0.05) / Math.sqrt(persons);
  expect(alwaysValidZ(5000, 5000, 0.05) / Math.sqrt(5000)).toBeLessThan(widthAt(4000));
});
