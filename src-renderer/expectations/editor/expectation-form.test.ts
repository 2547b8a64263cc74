import { expect, test } from 'vitest';
import { type Expectation, expectationInput } from '#server/expectations/contract.ts';
import { formOf, inputOf, newForm, newType } from './expectation-form.ts';
import { validate } from './form-errors.ts';

const ofRun = { name: '', test_run: 'r1', event: 'checkout' };
const saved = (input: object): Expectation => ({
  ...expectationInput.parse({ ...ofRun, ...input }),
  id: 1,
  status: 'pending',
  found: 0,
  nearest: null,
  created_at: '2026-11-23T10:00:00.000Z',
  updated_at: '2026-11-23T10:00:00.000Z',
});

test.each([
  {},
  { count: { never: true } },
  { count: { at_most: 3 }, after: 'login', distinct_id: 'ann', within: 1.5 },
  {
    unique: { whole: true },
    properties: [{ key: 'plan', value: ['pro', 'team'], operator: 'is_not', type: 'person' }],
  },
  { unique: { property: 'order_id' }, schema: { properties: { total: { type: 'number' } }, required: ['total'] } },
  { schema: { properties: { total: { type: 'number', minimum: 1 } } } },
  { schema: { properties: { total: { type: 'number' } }, required: [] } },
  { schema: { properties: { account: { const: 1234567890123456781n } } } },
  { properties: [{ key: 'account', value: 1234567890123456781n, operator: 'gt' }] },
])('a form keeps all of the expectation %j', (input) => {
  const expectation = saved(input);
  expect(expectationInput.parse(inputOf(formOf(expectation)))).toEqual(expectationInput.strip().parse(expectation));
  expect(validate(formOf(expectation))).toEqual({});
});

test.each([
  [{}, 'event'],
  [{ event: 'a', count: null }, 'count'],
  [{ event: 'a', uniqueness: 'property' as const }, 'unique'],
  [{ event: 'a', within: 5 }, 'within'],
  [{ event: 'a', schemaText: '{' }, 'schema'],
  [{ event: 'a', schemaText: '5' }, 'schema'],
  [{ event: 'a', types: [newType()] }, 'types__0__key'],
  [
    { event: 'a', types: [newType({ key: 'b', type: 'null' }), newType({ key: 'b', type: 'string' })] },
    'types__1__key',
  ],
])('%j has its error at %s', (part, field) => {
  expect(Object.keys(validate({ ...newForm(), ...part }))).toEqual([field]);
});
