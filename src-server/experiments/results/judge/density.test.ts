import { expect, test } from 'vitest';
import { densityOf } from './density.ts';

type Own = Parameters<typeof densityOf>[1];

test.each([
  ['around a mean', 4, [2, 6]],
  ['beside a skewed mean', 4, [2.5, 7]],
  ['of a mean near 0', 0.1, [-1.5, 2.1]],
  ['of a mean of 0', 0, [-2, 2]],
] as const)('a curve %s has nearly all of its area, and 95% of it in the interval', (_, value, [low, high]) => {
  const curve = densityOf('count', { people: 500, count: 10, value, interval: [low, high] } as unknown as Own);
  const areaWithin = (from: number, to: number) =>
    curve.reduce((sum, [x, y], index) => {
      const [before, at] = curve[index - 1] ?? [x, y];
      return before >= from && x <= to ? sum + ((x - before) * (y + at)) / 2 : sum;
    }, 0);
  expect(areaWithin(-Infinity, Infinity)).toBeCloseTo(1, 2);
  expect(Math.abs(areaWithin(low, high) - 0.95)).toBeLessThan(0.06);
});
