import { expect, test } from 'vitest';
import { slopePerMinute } from './slope.ts';

const at = (value: (at: number) => number) =>
  Array.from({ length: 30 }, (_, index) => ({ at: index, value: value(index) }));

test.each([
  ['flat memory', () => 200, 0],
  ['a steady leak of 1 MiB a second', (at: number) => 100 + at, 60],
  ['noise around a flat line', (at: number) => 200 + (at % 2 === 0 ? 0.5 : -0.5), 0],
])('the slope of %s', (_, value, slope) => {
  expect(Math.abs(slopePerMinute(at(value)) - slope)).toBeLessThan(1);
});

test('a single sample has no slope', () => {
  expect(slopePerMinute([{ at: 0, value: 1 }])).toBe(0);
});
