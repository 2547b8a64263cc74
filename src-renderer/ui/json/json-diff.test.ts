import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonDiff } from './json-diff.ts';

const text = (before: unknown, after: unknown) => jsonDiff(before, after).map(({ sign, text }) => `${sign}${text}`);

test('a changed value is shown as the old line and the new one', () => {
  expect(text({ a: 1, b: [1, 2] }, { a: 1, b: [1, 3] })).toEqual([
    ' {',
    '   "a": 1,',
    '   "b": [',
    '     1,',
    '-    2',
    '+    3',
    '   ]',
    ' }',
  ]);
});

test('an added value is all new, and a removed one is all old', () => {
  expect(text(null, { a: 1 })).toEqual(['+{', '+  "a": 1', '+}']);
  expect(text({ a: 1 }, null)).toEqual(['-{', '-  "a": 1', '-}']);
});

test('both sides can be rebuilt from the difference', () => {
  const json = fc.jsonValue({ maxDepth: 3 }).filter((value) => value !== null);
  fc.assert(
    fc.property(json, json, (before, after) => {
      const lines = jsonDiff(before, after);
      const side = (sign: string) => lines.filter((line) => line.sign !== sign).map((line) => line.text);
      expect(side('+').join('\n')).toBe(JSON.stringify(before, null, 2));
      expect(side('-').join('\n')).toBe(JSON.stringify(after, null, 2));
    }),
  );
});

test('values with thousands of different lines are shown one after the other, without delay', () => {
  const numbers = (from: number) => Array.from({ length: 20_000 }, (_, n) => from + n);
  const lines = text(numbers(0), numbers(50_000));
  expect(lines).toHaveLength(2 * 20_002);
  expect([lines[1], lines[20_003]]).toEqual(['-  0,', '+  50000,']);
}, 20_000);
