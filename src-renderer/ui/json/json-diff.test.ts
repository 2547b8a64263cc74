import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonDiff } from './json-diff.ts';

const text = (before: unknown, after: unknown) => jsonDiff(before, after).map(({ sign, text }) => `${sign}${text}`);

test('a changed value stands as the old line and the new one', () => {
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

test('a value that was not there is all new, and one that is gone is all old', () => {
  expect(text(null, { a: 1 })).toEqual(['+{', '+  "a": 1', '+}']);
  expect(text({ a: 1 }, null)).toEqual(['-{', '-  "a": 1', '-}']);
});

test('both sides can be read off the difference', () => {
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
