import { expect, test } from 'vitest';
import { looksVolatile, Volatility } from './volatile.ts';

test.each<[unknown, boolean]>([
  ['0198f3c1-77aa-7d0e-8c5e-3a3a36c6e111', true],
  ['2026-11-23T10:00:00.000Z', true],
  ['2026-11-23', false],
  [1_795_000_000_000, true],
  [1_795_000_000, true],
  // An id.
  [1_234_567_890_123_456, true],
  ['1795000000123', true],
  ['9f86d081884c7d659a2feaa0c55ad015', true],
  ['abcdefabcdefabcdef', false],
  [49.9, false],
  [123_456, false],
  ['pro', false],
  [null, false],
  [true, false],
  [['2026-11-23T10:00:00Z'], false],
])('%j looks like an id or a time: %s', (value, isVolatile) => {
  expect(looksVolatile(value)).toBe(isVolatile);
});

const volatilityOf = (pairs: [unknown, unknown][], compared = pairs.length): boolean => {
  const volatility = new Volatility();
  for (const pair of pairs) volatility.add(pair);
  return volatility.isVolatile(() => compared);
};
const times = (length: number, pairOf: (index: number) => [unknown, unknown]) =>
  Array.from({ length }, (_, i) => pairOf(i));

test('strings that all differ are learned from ten pairs on, numbers never', () => {
  expect(volatilityOf(times(10, (i) => [`order ${i}`, `new ${i}`]))).toBe(true);
  expect(volatilityOf(times(9, (i) => [`order ${i}`, `new ${i}`]))).toBe(false);
  expect(volatilityOf(times(100, (i) => [i, i + 1]))).toBe(false);
  expect(volatilityOf(times(20, (i) => [`order ${i % 19}`, `new ${i}`]))).toBe(false);
});

test('a property that is equal in one pair is not learned, whatever its format', () => {
  const pairs = times(5, (i): [unknown, unknown] => [1_795_000_000_000 + i, 1_795_000_100_000 + i]);
  expect(volatilityOf(pairs)).toBe(true);
  expect(volatilityOf(pairs, 6)).toBe(false);
});
