import { expect, test } from 'vitest';
import { pairedSampleOf, ratioChangeP } from './ratio-change.ts';
import { type Draws, seeded } from './statistics-testing.ts';

const uncapped = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY] as const;

/** Draws persons who differ in how much they do, early and late. */
function drawn({ gamma, poisson }: Draws, persons: number, [early, late]: readonly [number, number]) {
  const pairs = Array.from({ length: persons }, () => {
    const habit = gamma(1);
    return [poisson(early * habit), poisson(late * habit)] as const;
  });
  return pairedSampleOf(pairs, uncapped);
}

test('a constant effect is reported as a change only as often as the p-value says', () => {
  const draws = seeded(21);
  const runs = 2000;
  let wrong = 0;
  // Later all values are halved, and the lift stays 30%.
  for (let run = 0; run < runs; run++) {
    const p = ratioChangeP(drawn(draws, 150, [1, 0.5]), drawn(draws, 100, [1.3, 0.65]));
    wrong += Number(p !== null && p < 0.05);
  }
  expect(wrong / runs).toBeLessThan(0.05 + 3 * Math.sqrt((0.05 * 0.95) / runs));
  expect(wrong / runs).toBeGreaterThan(0.03);
});

test('an effect that disappears later is detected', () => {
  const draws = seeded(22);
  const found = Array.from({ length: 100 }, () =>
    ratioChangeP(drawn(draws, 1500, [1, 1]), drawn(draws, 1500, [1.4, 1])),
  ).filter((p) => p !== null && p < 0.05);
  expect(found.length).toBeGreaterThan(95);
});

test('a mean of zero or an empty group is not compared', () => {
  const group = (...pairs: [number, number][]) => pairedSampleOf(pairs, uncapped);
  expect(ratioChangeP(group(), group([1, 1], [2, 1]))).toBeNull();
  expect(ratioChangeP(group([1, 0], [2, 0]), group([1, 1], [2, 1]))).toBeNull();
  expect(ratioChangeP(group([1, 1], [1, 1]), group([2, 2], [2, 2]))).toBe(1);
  expect(ratioChangeP(group([1, 1], [1, 1]), group([2, 1], [2, 1]))).toBeNull();
});
