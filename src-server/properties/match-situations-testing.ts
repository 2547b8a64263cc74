import fc from 'fast-check';
import type { JsonObject } from '../core/contract.ts';
import { type PropertyOperator, propertyOperator } from './contract.ts';

const words = [
  'Pro',
  'pro',
  'PRO',
  'p',
  'true',
  'False',
  'null',
  '',
  ' ',
  'ÄÖ',
  'äö',
  '{"a":"x"}',
  '["x",1.5]',
  'a',
  'abc',
];
const numbers = ['5', '5.5', '-5', '1e3', ' 7 ', '.5', '5 apples', '0x10', 'NaN'];
const dates = [
  '2026-01-31',
  '2026-01-31T10:00:00Z',
  '2026-01-31T10:00:00.5+02:00',
  '2024-02-29',
  'Jan 5 2026 GMT',
  'soon',
];
const pieces = [
  'a',
  'b',
  '.',
  '^',
  '$',
  '\\d',
  '\\w',
  '\\s',
  '\\S',
  '\\b',
  '[a-c]',
  '[^a]',
  '(a|b)',
  '(?:ab)',
  'a*',
  'b+',
  '?',
  'x{2}',
  'a{0,2}',
  '|',
  '\\.',
  '(',
  ')',
  '\\x41',
  '\\/',
  ' ',
];

const scalar = fc.oneof(
  fc.constantFrom(...words, ...numbers, ...dates),
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.constantFrom('a', 'b', 'A', '1', ' ', '.', '\n', 'x', '\v'), { maxLength: 6 })
    .map((letters) => letters.join('')),
  fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true }).map((date) => date.toISOString()),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer({ min: -10, max: 10 }).map((half) => half / 2),
  fc.integer({ min: 0, max: 4e12 }),
  fc.boolean(),
  fc.constant(null),
);
const anyValue = fc.oneof(
  { weight: 8, arbitrary: scalar },
  { weight: 1, arbitrary: fc.array(scalar, { maxLength: 3 }) },
  {
    weight: 1,
    arbitrary: fc.dictionary(fc.constantFrom('a', 'b', '10', '9', 'toString', '😀', '\uFFFD'), scalar, {
      maxKeys: 4,
      noNullPrototype: true,
    }),
  },
);
const pattern = fc.array(fc.constantFrom(...pieces), { maxLength: 5 }).map((parts) => parts.join(''));
const ago = fc
  .tuple(
    fc.constantFrom('', '-'),
    fc.oneof(fc.nat({ max: 30 }), fc.nat({ max: 12_000 })),
    fc.constantFrom('h', 'd', 'w', 'm', 'y', 'x'),
  )
  .map((parts) => parts.join(''));

/** Generates values that suit the operator, most of them related to the property's. */
function wantedFor(operator: PropertyOperator, actual: unknown): fc.Arbitrary<unknown> {
  if (operator.endsWith('regex')) return fc.oneof(pattern, scalar);
  if (isOrder(operator))
    return fc.oneof(
      fc.integer({ min: -10, max: 10 }),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.constantFrom(...numbers),
      scalar,
    );
  if (operator === 'is_date_exact') return fc.oneof(fc.constant(actual), fc.constantFrom(...dates));
  if (operator.startsWith('is_date'))
    return fc.oneof(ago, fc.constantFrom(...dates), fc.integer({ min: 0, max: 4e12 }));
  return fc.oneof(
    fc.constant(actual),
    fc.constant(typeof actual === 'string' ? actual.toUpperCase() : [actual, 'a']),
    anyValue,
  );
}

const isOrder = (operator: string) => /^[gl]te?$/.test(operator);
const number = fc.oneof(fc.integer({ min: -10, max: 10 }), fc.double({ noNaN: true, noDefaultInfinity: true }));
export const situation = fc.constantFrom(...propertyOperator.options).chain((operator) =>
  fc
    .tuple(isOrder(operator) ? fc.oneof({ weight: 9, arbitrary: number }, anyValue) : anyValue, fc.nat({ max: 9 }))
    .chain(([actual, chance]) =>
      fc.record({
        filter: fc.record({
          key: fc.constant('key'),
          operator: fc.constant(operator),
          value: wantedFor(operator, actual),
        }),
        properties: fc.constant<JsonObject>(chance === 9 ? { other: actual } : { key: actual }),
        clock: fc.integer({ min: 0, max: 4e12 }),
      }),
    ),
);
