import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonProblem, parseExactJson, parseLenientJson } from './lenient-json.ts';
import { parseJson } from './parse-json-contract.ts';

test.each<[string, unknown]>([
  ['1234567890123456781', 1234567890123456781n],
  ['-1234567890123456781', -1234567890123456781n],
  ['[9007199254740993,9007199254740992]', [9007199254740993n, 9007199254740992]],
  ['1000000000000000000000', 1000000000000000000000n],
  ['{"a": 1234567890123456781 ,"b":"1234567890123456781"}', { a: 1234567890123456781n, b: '1234567890123456781' }],
  ['"\\"1234567890123456781"', '"1234567890123456781'],
  ['{"1234567890123456781":1}', { '1234567890123456781': 1 }],
  ['1234567890123456.5', 1234567890123456.5],
  ['0.12345678901234567891', 0.12345678901234568],
  ['1234567890123456781e2', 123456789012345680000],
  ['1e-12345678901234567', 0],
  ['1760000000000', 1760000000000],
])('%s keeps all digits of integers, and nothing else changes', (text, value) => {
  expect(parseJson(text)).toStrictEqual(value);
  expect(parseLenientJson(text)).toStrictEqual(value);
  expect(parseExactJson(text)).toStrictEqual(JSON.parse(JSON.stringify(value, digitsAsText)));
});

/** `this` has the value before its `toJSON`. */
function digitsAsText(this: Record<string, unknown>, key: string, value: unknown): unknown {
  return typeof this[key] === 'bigint' ? String(this[key]) : value;
}

test('integers beside deep brackets, which are dropped, or beside one of 401 digits are text', () => {
  const tooLong = '9'.repeat(401);
  expect(parseLenientJson(`[9007199254740993,${tooLong}]`)).toEqual(['9007199254740993', tooLong]);
  const deep = (value: string) => `${'['.repeat(5000)}${value}${']'.repeat(5000)}`;
  expect(JSON.stringify((parseLenientJson(`[${deep('9007199254740993')}]`) as unknown[]).length)).toBe('1');
  expect(parseLenientJson(`[9007199254740993,${deep('1')}]`)).toMatchObject(['9007199254740993', {}]);
});

test("Python's NaN and Infinity become null, also beside large integers", () => {
  const text = '{"a":NaN,"b":-Infinity,"c":Infinity,"d":9007199254740993,"e":"NaN"}';
  expect(parseLenientJson(text)).toStrictEqual({ a: null, b: null, c: null, d: 9007199254740993n, e: 'NaN' });
});

test.each(['{1234567890123456781:1}', '01234567890123456781', '--1234567890123456781', '1234567890123456781 1'])(
  '%s stays invalid',
  (text) => {
    expect(() => JSON.parse(text)).toThrow();
    for (const parse of [parseJson, parseExactJson])
      expect(() => parse(text)).toThrow(messageOf(() => JSON.parse(text)));
  },
);

test('every document is parsed as by JSON.parse, except integers that a number cannot hold', () => {
  const big = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n });
  const document = fc.json();
  fc.assert(
    fc.property(document, fc.array(big), (json, integers) => {
      const text = `{"json":${json},"integers":[${integers}]}`;
      for (const parse of [parseJson, parseExactJson])
        expect(parse(`{"json":${json}}`)).toStrictEqual(JSON.parse(`{"json":${json}}`));
      expect(JSON.stringify((parseJson(text) as { integers: unknown }).integers)).toBe(`[${integers}]`);
      const { integers: parsed } = parseExactJson(text) as { integers: (number | string)[] };
      expect(parsed.map(String)).toEqual(integers.map(String));
      for (const value of parsed) expect(typeof value === 'string' || String(value).length <= 21).toBe(true);
    }),
  );
});

function messageOf(run: () => void): string {
  try {
    run();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('nothing was thrown');
}

test.each([
  '{"name": phc_secretSecretSecret}',
  '{"a":1,"b":2,"c":3,"name": phx_secretSecretSecret, "d": 4, "e": 5}',
  'phc_secret',
])('the error of %j does not quote it', (text) => {
  const said = messageOf(() => JSON.parse(text));
  expect(said).toContain('ph');
  expect(jsonProblem(new Error(said))).toMatch(/^Unexpected token 'p'.*not valid JSON$/);
  expect(jsonProblem(new Error(said))).not.toMatch(/phc|phx/);
});
