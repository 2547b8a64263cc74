import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonObject } from '../core/contract.ts';
import { createSchemas } from './json-schema.ts';
import { keysOfSchema } from './schema-keys.ts';

const name = fc.constantFrom('a', 'b', 'c');
const value = fc.constantFrom<unknown>(1, 'x', null, { a: 1 });
const plain = {
  properties: fc.dictionary(name, fc.constantFrom({ type: 'number' }, { enum: ['x'] }, { maxProperties: 0 })),
  required: fc.uniqueArray(name, { minLength: 1 }),
  title: fc.constant('a'),
};
const optional: { requiredKeys: []; noNullPrototype: true } = { requiredKeys: [], noNullPrototype: true };
const part: fc.Arbitrary<JsonObject> = fc.oneof(
  { weight: 20, arbitrary: fc.record(plain, optional) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<JsonObject>(
      { additionalProperties: { type: 'number' } },
      { minProperties: 1 },
      { propertyNames: { enum: ['a', 'b'] } },
      { dependentRequired: { a: ['b'] } },
    ),
  },
);
const parts = fc.array(part, { minLength: 1, maxLength: 2 });
const schema: fc.Arbitrary<JsonObject> = fc.oneof(
  fc.record({ ...plain, allOf: parts, anyOf: parts, oneOf: parts, not: part }, optional),
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
  fc.record({ if: part, then: part, else: part }),
);

test('a schema gives the same result for the properties that it reads as for all', () => {
  const schemaOf = createSchemas();
  let narrowed = 0;
  fc.assert(
    fc.property(schema, fc.dictionary(name, value), (schema, properties) => {
      const keys = keysOfSchema(schema);
      if (keys === null) return;
      narrowed += 1;
      const some = Object.fromEntries(Object.entries(properties).filter(([key]) => keys.includes(key)));
      const { test } = schemaOf(schema);
      expect(test(some)).toBe(test(properties));
    }),
    { numRuns: 300 },
  );
  expect(narrowed).toBeGreaterThan(20);
});

test.each<[JsonObject, readonly string[] | null]>([
  [{ properties: { total: { type: 'number' } }, required: ['total', 'plan'] }, ['total', 'total', 'plan']],
  [{ not: { properties: { total: {} } } }, ['total']],
  [{ $ref: '#/$defs/order', $defs: { order: { required: ['total'] } } }, null],
  [{ additionalProperties: false }, null],
  [{ anyOf: [{ required: ['total'] }, { minProperties: 1 }] }, null],
])('%j reads %j', (schema, keys) => {
  expect(keysOfSchema(schema)).toEqual(keys);
});
