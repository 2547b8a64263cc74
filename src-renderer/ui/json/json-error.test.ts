import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readJson } from './json-error.ts';

test.each([
  ['{\n  "a": 1,\n}', 3, 1],
  ['{\n  "a": 1\n  "b": 2\n}', 3, 3],
  ['{\n  "a": tru\n}', 2, 8],
  ['{\n  "a": [1,\n  2', 3, 4],
  ['{\n "a": "open\n}', 2, 7],
  ["{\n  'a': 1 }", 2, 3],
  ['{}\n{}', 2, 1],
  ['{} // no', 1, 4],
  ['"\\x"', 1, 1],
  ['\ufeff{}', 1, 1],
  ['', 1, 1],
  ['no JSON at all, '.repeat(3), 1, 1],
])('the problem in %j is at line %i, column %i', (text, line, column) => {
  expect(readJson(text)).toEqual({ problem: { line, column, message: expect.stringMatching(/\.$/) } });
});

test('truncated JSON is refused, however deeply nested', () => {
  expect(readJson('['.repeat(1_000_000))).toEqual({
    problem: { line: 1, column: 1, message: 'This is not valid JSON.' },
  });
});

test('every text that JSON.parse refuses gets a problem with a position', () => {
  const broken = fc
    .tuple(fc.json(), fc.nat(), fc.string({ maxLength: 3 }))
    .map(([json, at, typed]) => json.slice(0, at % (json.length + 1)) + typed + json.slice(at % (json.length + 1)));
  fc.assert(
    fc.property(broken, (text) => {
      const read = readJson(text);
      if ('value' in read) return;
      expect(read.problem.message).not.toBe('This is not valid JSON.');
      expect(text.split('\n')[read.problem.line - 1]).toBeDefined();
    }),
    { numRuns: 1000 },
  );
});

test('JSON of every kind is parsed', () => {
  const text = '{"a": [1, -2.5e3, true, false, null, "\\u00e4\\n", {}], "b": {"c": []}}';
  expect(readJson(text)).toEqual({ value: JSON.parse(text) });
});
