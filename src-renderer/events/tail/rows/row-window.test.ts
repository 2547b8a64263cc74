import fc from 'fast-check';
import { expect, test } from 'vitest';
import { drawnRows, scrollTopFor, visibleRows } from './row-window.ts';

const natural = fc.integer({ min: 0, max: 5_000 });
const height = fc.integer({ min: 28, max: 2_000 });

test.each([
  { scrollTop: 0, first: 0, end: 4 },
  { scrollTop: 27, first: 0, end: 5 },
  { scrollTop: 28, first: 1, end: 5 },
  { scrollTop: -10, first: 0, end: 4 },
])('at $scrollTop px a list of 100 px shows the rows from $first to before $end', ({ scrollTop, first, end }) => {
  expect(visibleRows(scrollTop, 100, 28)).toEqual({ first, end });
});

test.each([
  { count: 3, active: -1, drawn: [0, 1, 2] },
  { count: 100, active: -1, drawn: [8, 9, 10, 11, 12, 13, 14, 15] },
  { count: 100, active: 2, drawn: [2, 8, 9, 10, 11, 12, 13, 14, 15] },
  { count: 100, active: 9, drawn: [8, 9, 10, 11, 12, 13, 14, 15] },
  { count: 100, active: 99, drawn: [8, 9, 10, 11, 12, 13, 14, 15, 99] },
  { count: 12, active: -1, drawn: [6, 7, 8, 9, 10, 11] },
  { count: 0, active: -1, drawn: [] },
])('of $count rows with active row $active, those in sight are drawn with two around: $drawn', (row) => {
  expect(drawnRows({ first: 10, end: 14 }, row.count, 2, row.active)).toEqual(row.drawn);
});

test('each row in sight is drawn, once, in order', () => {
  fc.assert(
    fc.property(natural, height, natural, natural, (scrollTop, px, count, active) => {
      const sight = visibleRows(scrollTop, px, 28);
      const drawn = drawnRows(sight, count, 8, active);
      expect(drawn).toEqual([...new Set(drawn)].sort((one, other) => one - other));
      for (let row = sight.first; row < Math.min(sight.end, count); row++) expect(drawn).toContain(row);
      if (active < count) expect(drawn).toContain(active);
      expect(drawn.every((row) => row >= 0 && row < count)).toBe(true);
    }),
  );
});

test('a list scrolls no further than to the whole of a row, and not when it shows it', () => {
  fc.assert(
    fc.property(natural, natural, height, (index, scrollTop, px) => {
      const to = scrollTopFor(index, scrollTop, px, 28);
      expect(index * 28).toBeGreaterThanOrEqual(to);
      expect(index * 28 + 28).toBeLessThanOrEqual(to + px);
      const isInSight = index * 28 >= scrollTop && index * 28 + 28 <= scrollTop + px;
      if (isInSight) expect(to).toBe(scrollTop);
      expect(scrollTopFor(index, to, px, 28)).toBe(to);
    }),
  );
});
