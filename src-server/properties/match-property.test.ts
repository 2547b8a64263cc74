import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../core/contract.ts';
import { InvalidFilterError } from './compile-value.ts';
import { operatorTraits, type PropertyOperator, propertyOperator } from './contract.ts';
import { compileProperty } from './match-property.ts';
import { absent, cases } from './match-property-testing.ts';

const now = Date.UTC(2026, 2, 31, 12);
function matches(operator: PropertyOperator, value: unknown, actual: unknown): boolean {
  const properties: JsonObject = actual === absent ? {} : { key: actual };
  return compileProperty({ key: 'key', operator, value }, () => now)(properties);
}

const shown = (value: unknown) => (value === absent ? 'a missing key' : JSON.stringify(value));
const rows = cases.flatMap(({ operator, value, holds, fails }) => [
  ...holds.map((actual) => [operator, shown(value), shown(actual), true, value, actual] as const),
  ...fails.map((actual) => [operator, shown(value), shown(actual), false, value, actual] as const),
]);

test.each(rows)('%s %s on %s is %s', (operator, _value, _actual, expected, value, actual) => {
  expect(matches(operator, value, actual)).toBe(expected);
});

test('inherited object members are not properties', () => {
  expect(compileProperty({ key: 'toString', operator: 'is_set' })({})).toBe(false);
  expect(compileProperty({ key: 'constructor', operator: 'not_icontains', value: 'x' })({})).toBe(true);
  expect(compileProperty({ key: '__proto__', operator: 'exact', value: 'a' })(JSON.parse('{"__proto__":"a"}'))).toBe(
    true,
  );
});

test('an extremely nested value is read to the maximum depth of stored JSON', () => {
  const deep: unknown = JSON.parse(`${'['.repeat(50_000)}"x"${']'.repeat(50_000)}`);
  for (const operator of ['exact', 'icontains', 'regex'] as const) expect(matches(operator, 'x', deep)).toBe(false);
  expect(matches('is_not', 'x', deep)).toBe(true);
  expect(matches('icontains', 'x', JSON.parse(`${'['.repeat(400)}"x"${']'.repeat(400)}`))).toBe(true);
});

test('a relative date moves with the clock', () => {
  let clock = now;
  const isFresh = compileProperty({ key: 'seen', operator: 'is_date_after', value: '-1d' }, () => clock);
  expect(isFresh({ seen: '2026-03-31' })).toBe(true);
  clock += 2 * 86_400_000;
  expect(isFresh({ seen: '2026-03-31' })).toBe(false);
});

describe('on a machine that is not in UTC', () => {
  test.each([
    ['2026-01-31 10:00', '2026-01-31T10:00:00Z'],
    ['2026-01-31T10:00', '2026-01-31T10:00:00Z'],
    ['Jan 31 2026 10:00', '2026-01-31T10:00:00Z'],
    ['31 Jan 2026', '2026-01-31T00:00:00Z'],
    ['01-31-2026', '2026-01-31T00:00:00.000Z'],
    ['Sat, 31 Jan 2026 10:00:00 EST', '2026-01-31T15:00:00Z'],
    ['Sat Jan 31 2026 10:00:00 GMT+0100 (CET)', '2026-01-31T09:00:00Z'],
  ])('the date %s is %s', (text, instant) => {
    const zone = process.env.TZ;
    process.env.TZ = 'America/New_York';
    try {
      expect(new Date(Date.UTC(2026, 0, 31)).getTimezoneOffset()).toBe(300);
      expect(matches('is_date_exact', instant, text)).toBe(true);
    } finally {
      if (zone === undefined) delete process.env.TZ;
      else process.env.TZ = zone;
    }
  });
});

const needsValue = propertyOperator.options.filter((operator) => operatorTraits[operator].value !== 'none');
const refused: [PropertyOperator, unknown, RegExp][] = [
  ...needsValue.flatMap((operator): [PropertyOperator, unknown, RegExp][] => [
    [operator, undefined, /needs a value/],
    [operator, null, /needs a value/],
    [operator, [], /needs at least one value; got an empty array/],
  ]),
  ...(['gt', 'gte', 'lt', 'lte'] as const).flatMap((operator) =>
    ['', 'five', '5 apples', true, [5], {}, 'Infinity'].map((value): [PropertyOperator, unknown, RegExp] => [
      operator,
      value,
      /needs a number/,
    ]),
  ),
  ...(['is_date_exact', 'is_date_before', 'is_date_after'] as const).flatMap((operator) =>
    ['', 'soon', true, ['2026-01-01'], {}, '10000d', '-7x', '2026-13-01', '2026-02-30', 'Jan 5 2026', 'release 5'].map(
      (value): [PropertyOperator, unknown, RegExp] => [operator, value, /needs a date, like 2026-01-31/],
    ),
  ),
  ['is_date_exact', '-7d', /needs a date, like/],
  ['regex', '(', /The regex is not valid: .*missing/],
  ['not_regex', '(?<=a)b', /The regex is not valid/],
  ['regex', '(a)\\1', /The regex is not valid/],
];
test.each(refused)('%s with %j is refused with a message', (operator, value, message) => {
  const compile = () => compileProperty({ key: 'key', operator, value });
  expect(compile).toThrow(InvalidFilterError);
  expect(compile).toThrow(message);
});

test('a regex that makes backtracking engines hang is answered immediately', () => {
  expect(matches('regex', '^(a+)+$', `${'a'.repeat(50_000)}b`)).toBe(false);
});
