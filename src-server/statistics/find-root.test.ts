import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findRoot } from './find-root.ts';

test('a root is found anywhere in the range, including its ends', () => {
  const range = fc.tuple(
    fc.double({ min: -100, max: 100, noNaN: true }),
    fc.double({ min: 0.001, max: 100, noNaN: true }),
  );
  fc.assert(
    fc.property(
      range,
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.constantFrom(1, 3, 9),
      ([from, width], place, power) => {
        const root = from + place * width;
        const found = findRoot((x) => (x - root) ** power, from, from + width, 1e-9);
        expect(Math.abs(found - root)).toBeLessThan(1e-8);
      },
    ),
  );
});

test('without a root in the range, the nearer end is returned', () => {
  expect(findRoot((x) => x + 1, 0, 1, 1e-9)).toBe(0);
  expect(findRoot((x) => x - 3, 0, 1, 1e-9)).toBe(1);
});
