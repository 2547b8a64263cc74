import { expect, test } from 'vitest';
import { readJson } from './json-error.ts';

test.each([
  ['{\n  "a": 1,\n}', 3],
  ['{\n  "a": 1\n  "b": 2\n}', 3],
  ['{\n  "a": tru\n}', 2],
  ['{\n  "a": [1,\n  2', 3],
  ['{\n "a": "open\n}', 2],
  ["{\n  'a': 1 }", 2],
  ['{}\n{}', 2],
  ['', 1],
])('the problem in %j is at line %i', (text, line) => {
  expect(readJson(text)).toEqual({ problem: { line, message: expect.stringMatching(/\.$/) } });
});

test('JSON of every kind is read', () => {
  const text = '{"a": [1, -2.5e3, true, false, null, "\\u00e4\\n", {}], "b": {"c": []}}';
  expect(readJson(text)).toEqual({ value: JSON.parse(text) });
});
