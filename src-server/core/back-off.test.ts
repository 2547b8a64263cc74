import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readRetryAfter, refusedDelay, retryDelay } from './back-off.ts';

const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

test('the delay grows with each failure up to five minutes, and jitter at most halves it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5000 }), random, (failures, chance) => {
      const delay = retryDelay(failures, chance);
      expect(delay).toBeLessThanOrEqual(300_000);
      expect(delay).toBeGreaterThanOrEqual(500);
      expect(retryDelay(failures + 1, chance)).toBeGreaterThanOrEqual(delay);
    }),
  );
  expect([1, 2, 3, 9, 10, 60].map((failures) => retryDelay(failures, 0))).toEqual([
    500, 1000, 2000, 128_000, 150_000, 150_000,
  ]);
});

test('the delay that the receiver asks for is used', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 50 }), random, fc.nat(3_600_000), (failures, chance, asked) => {
      const delay = retryDelay(failures, chance, asked);
      expect(delay).toBe(Math.max(retryDelay(failures, chance), asked));
    }),
  );
  expect(refusedDelay(0)).toBe(675_000);
  expect(refusedDelay(0.999)).toBeLessThan(900_000);
});

test.each([
  [undefined, undefined],
  ['0', 0],
  ['17', 17_000],
  [' 3 ', 3000],
  ['10000000000', 3_600_000],
  ['Thu, 01 Jan 1970 00:01:40 GMT', 90_000],
  ['Thu, 01 Jan 1970 00:00:01 GMT', 0],
  ['Fri, 02 Jan 1970 00:00:01 GMT', 3_600_000],
  ['-1', undefined],
  ['1.5', undefined],
  ['soon', undefined],
  ['', undefined],
])('Retry-After %j is %j ms', (text, expected) => {
  expect(readRetryAfter(text, 10_000)).toBe(expected);
});
