import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { generator } from './simulate-plan.ts';
import { seeds } from './simulate-plan-testing.ts';
import { drawCount, evenSpread, type Spread } from './simulated-counts.ts';

function momentsOf(mean: number, spread: Spread) {
  const people = 40_000;
  const counts = Array.from({ length: people }, (_, index) => {
    const random = generator(1, index);
    return drawCount(mean, spread, random(), random);
  });
  const average = counts.reduce((sum, count) => sum + count, 0) / people;
  const variance = counts.reduce((sum, count) => sum + (count - average) ** 2, 0) / people;
  return { average, variance, most: Math.max(...counts) };
}

describe('simulated counts', () => {
  test.each([
    [0.3, 1],
    [2, 1],
    [2, 5],
    [2, 20],
    [20, 3],
  ])('have the mean %d and the dispersion %d, within chance', (mean, dispersion) => {
    const { average, variance } = momentsOf(mean, { dispersion, tail: 'light' });
    expect(Math.abs(average - mean)).toBeLessThan(5 * Math.sqrt((mean * dispersion) / 40_000));
    expect(variance / average / dispersion).toBeGreaterThan(0.85);
    expect(variance / average / dispersion).toBeLessThan(1.15);
  });

  test('with a heavy tail keep the mean, and few people make many of the events', () => {
    const { average, variance, most } = momentsOf(2, { ...evenSpread, tail: 'heavy' });
    expect(Math.abs(average - 2)).toBeLessThan(5 * Math.sqrt(variance / 40_000));
    expect(variance / average).toBeGreaterThan(5);
    expect(most).toBeGreaterThan(80);
  });

  test('are never fewer where the mean is larger, for the same chance', () => {
    const spread = fc.record({ dispersion: fc.constantFrom(1, 1.5, 5, 20), tail: fc.constantFrom('light', 'heavy') });
    const mean = fc.double({ min: 0, max: 5, noNaN: true });
    fc.assert(
      fc.property(seeds, spread, mean, mean, (seed, spreadOf, one, other) => {
        const drawn = (of: number) => {
          const random = generator(seed, 1);
          return drawCount(of, spreadOf as Spread, random(), random);
        };
        expect(drawn(Math.max(one, other))).toBeGreaterThanOrEqual(drawn(Math.min(one, other)));
      }),
    );
  });
});
