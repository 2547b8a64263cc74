import fc from 'fast-check';
import { expect, test } from 'vitest';
import { positionOn, type Span, spanOn, valueScale } from './scale.ts';

const intervals = fc
  .tuple(fc.double({ min: -1, max: 20, noNaN: true }), fc.double({ min: 1e-6, max: 20, noNaN: true }))
  .map(([low, width]): Span => [low, low + width]);

test('an axis contains every interval', () => {
  fc.assert(
    fc.property(fc.array(intervals, { minLength: 1 }), (given) => {
      const scale = valueScale(given);
      for (const [low, high] of given) {
        expect(spanOn(scale, [low, high])).toMatchObject({ isCutLow: false, isCutHigh: false });
        expect(positionOn(scale, low)).toBeLessThanOrEqual(positionOn(scale, high));
      }
    }),
  );
});

test('an axis of no values has no ticks', () => {
  expect(valueScale([])).toMatchObject({ ticks: [] });
});

test('an axis for a single value still has a width', () => {
  const { low, high } = valueScale([[0, 0]]);
  expect(high).toBeGreaterThan(low);
});
