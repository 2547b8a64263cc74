import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Interval } from '#server/experiments/results/results-contract.ts';
import { spanOn } from '../../../ui/charts/scale.ts';
import { liftScale } from './lift-scale.ts';

const intervals = fc
  .tuple(fc.double({ min: -1, max: 20, noNaN: true }), fc.double({ min: 1e-6, max: 20, noNaN: true }))
  .map(([low, width]): Interval => [low, low + width]);

describe('the axis of lifts', () => {
  test('is nice, has zero on it and holds all intervals', () => {
    expect(liftScale([[0.078, 0.372], null, [-0.003, 0.076]])).toEqual({
      low: -0.1,
      high: 0.4,
      ticks: [-0.1, 0, 0.1, 0.2, 0.3, 0.4],
    });
  });

  test('goes from −100% to +200% at most, and always around zero', () => {
    fc.assert(
      fc.property(fc.array(fc.option(intervals)), intervals, (others, one) => {
        const given = [...others, one];
        const { low, high, ticks } = liftScale(given);
        expect(low).toBeGreaterThanOrEqual(-1);
        expect(high).toBeLessThanOrEqual(2.0000001);
        expect(ticks).toContain(0);
        expect(ticks.length).toBeLessThanOrEqual(12);
      }),
    );
  });

  test('goes below −100% where negative amounts have such a lift', () => {
    expect(spanOn(liftScale([[-1.9, -1.7]]), [-1.9, -1.7])).toMatchObject({ isCutLow: false, isCutHigh: false });
    expect(liftScale([[-1.1, 0.5]]).low).toBe(-1);
  });

  test('has no ticks while no lift is known', () => {
    expect(liftScale([null])).toMatchObject({ ticks: [] });
  });

  test('an interval beyond its end is cut there, and is known to be', () => {
    const scale = liftScale([[-0.5, 9]]);
    expect(spanOn(scale, [-0.5, 9])).toMatchObject({ to: 1, isCutLow: false, isCutHigh: true });
  });
});
