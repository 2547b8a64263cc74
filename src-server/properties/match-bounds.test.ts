import { expect, test } from 'vitest';
import { maxContainsText, maxDateText, maxNumberText, maxRegexText } from '../core/limits-contract.ts';
import { InvalidFilterError } from './compile-value.ts';
import { type PropertyOperator, propertyOperator } from './contract.ts';
import { compileProperty } from './match-property.ts';

/** Milliseconds after which a match counts as hung. Without limits, the worst one took half a minute. */
const hangMs = 5000;

const wanted: Record<PropertyOperator, unknown> = {
  exact: ['x', { a: 1 }],
  is_not: 'x',
  is_set: null,
  is_not_set: null,
  icontains: 'needle',
  not_icontains: 'needle',
  regex: '^(a|b|[0-9])*z.{900}[cd]$',
  not_regex: '(?:a?){900}z',
  gt: 5,
  gte: '5',
  lt: 5,
  lte: '5',
  is_date_exact: '2026-01-31',
  is_date_before: '-7d',
  is_date_after: '2026-01-31',
};

const nested = (levels: number): unknown => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`);
const values: Record<string, unknown> = {
  '80,000 digits': `${'1'.repeat(80_000)}x`,
  '1,000,000 digits': `${'1'.repeat(1_000_000)}x`,
  '1,000,000 clock times': '1:11'.repeat(1_000_000),
  '1,000,000 spaces after a digit': `1${' '.repeat(1_000_000)}x`,
  '19 MB of text': 'ab'.repeat(9_500_000),
  '19 MB of capitals': 'A'.repeat(19_000_000),
  '500 levels': nested(500),
  '5,000 levels': nested(5000),
  '1,000,000 items': Array.from({ length: 1_000_000 }, (_, index) => index),
  '200,000 keys': Object.fromEntries(Array.from({ length: 200_000 }, (_, index) => [`key ${index}`, index])),
};

test.each(propertyOperator.options)('%s is fast on the worst values that an event can have', (operator) => {
  const matches = compileProperty({ key: 'key', operator, value: wanted[operator] });
  const isNegative = operator.startsWith('is_not') || operator.startsWith('not_');
  for (const [name, value] of Object.entries(values)) {
    const start = performance.now();
    expect(matches({ key: value }), name).toBe(operator === 'is_set' || (isNegative && operator !== 'is_not_set'));
    expect(performance.now() - start, `${name}, ms`).toBeLessThan(hangMs);
  }
});

const matches = (operator: PropertyOperator, value: unknown, actual: unknown) =>
  compileProperty({ key: 'key', operator, value })({ key: actual });

test('icontains and regex read only the start of a long value', () => {
  const far = (characters: number) => `${' '.repeat(characters)}needle`;
  expect(matches('icontains', 'NEEDLE', far(maxContainsText - 6))).toBe(true);
  expect(matches('icontains', 'NEEDLE', far(maxContainsText - 5))).toBe(false);
  expect(matches('regex', 'needle', far(maxRegexText - 6))).toBe(true);
  expect(matches('regex', 'needle', far(maxRegexText - 5))).toBe(false);
  expect(matches('icontains', 'needle', [' '.repeat(maxContainsText), 'needle'])).toBe(false);
});

test('a large regex reads less of a value, so that the total steps stay the same', () => {
  const large = 'needle|x{1000}x{1000}x{1000}x{900}';
  expect(matches('regex', large, `${' '.repeat(2000)}needle`)).toBe(true);
  expect(matches('regex', large, `${' '.repeat(2500)}needle`)).toBe(false);
});

test('exact compares whole values of any length', () => {
  const long = 'A'.repeat(3_000_000);
  expect(matches('exact', long, long.toLowerCase())).toBe(true);
  expect(matches('exact', long, `${long}b`)).toBe(false);
  expect(matches('exact', [[1, { b: 2, a: 1 }]], [1, { a: 1, b: 2 }])).toBe(true);
});

test('a text that is too long for a number or a date is neither', () => {
  expect(matches('gt', 0, '1'.repeat(300))).toBe(true);
  expect(matches('gt', 0, `${' '.repeat(maxNumberText)}1`)).toBe(false);
  expect(matches('is_date_after', '2000-01-01', `2026-01-01${' '.repeat(maxDateText - 10)}`)).toBe(true);
  expect(matches('is_date_after', '2000-01-01', `2026-01-01${' '.repeat(maxDateText)}`)).toBe(false);
});

test.each([
  ['(a{1000}){1000}', /The regex is not valid: .*repeat/],
  ['.{1000}'.repeat(5), /The regex is too large: it compiles to \d+ instructions; the maximum is 4096/],
  ['a'.repeat(10_001), /A regex must have at most 10000 characters/],
  ['('.repeat(5000), /The regex is not valid/],
])('the regex %.20s is refused when it is compiled', (pattern, message) => {
  const compile = () => compileProperty({ key: 'key', operator: 'regex', value: pattern });
  expect(compile).toThrow(InvalidFilterError);
  expect(compile).toThrow(message);
});
