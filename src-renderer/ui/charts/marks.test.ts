import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatDay } from '../format.ts';
import { dayMarks, sliceMarks, spread } from './marks.ts';

describe('the labels of an axis', () => {
  test.each([
    [0, []],
    [1, [0]],
    [4, [0, 1, 2, 3]],
    [6, [0, 1, 2, 3, 4, 5]],
    [8, [0, 2, 4, 6]],
    [14, [0, 3, 6, 9, 12]],
    [28, [0, 6, 12, 18, 24]],
    [31, [0, 6, 12, 18, 24, 30]],
  ])('of %i points are at %j', (count, expected) => expect(spread(count)).toEqual(expected));

  test('are evenly spaced, at most as many as requested, and one more would not fit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 4, max: 8 }), (count, most) => {
        const indexes = spread(count, most);
        const gaps = indexes.slice(1).map((index, order) => index - (indexes[order] ?? 0));
        expect(new Set(gaps).size).toBeLessThanOrEqual(1);
        expect(indexes[0]).toBe(0);
        expect(indexes.length).toBeLessThanOrEqual(most);
        expect((indexes.at(-1) ?? 0) + (gaps[0] ?? 1)).toBeGreaterThanOrEqual(count);
      }),
    );
  });

  test('are below the middle of their slices', () => {
    expect(sliceMarks(['a', 'b'], (point) => point)).toEqual([
      { share: 0.25, text: 'a' },
      { share: 0.75, text: 'b' },
    ]);
  });

  test('of days show the year where it changes', () => {
    const now = Date.parse('2026-11-21T12:00:00Z');
    const days = ['2025-12-30', '2025-12-31', '2026-01-01', '2026-01-02'];
    expect(dayMarks(days, now).map(({ text }) => text)).toEqual(['30 Dec 2025', '31 Dec', '1 Jan 2026', '2 Jan']);
    expect(dayMarks(days.slice(2), now).map(({ text }) => text)).toEqual([formatDay('2026-01-01', now), '2 Jan']);
  });
});
