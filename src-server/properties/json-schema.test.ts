import { expect, test } from 'vitest';
import type { JsonObject } from '../core/contract.ts';
import { createSchemas, InvalidSchemaError } from './json-schema.ts';

const schemaOf = createSchemas();
const draft7 = 'http://json-schema.org/draft-07/schema#';

test.each<[JsonObject, JsonObject, [path: string, wanted: string, got: string | null][]]>([
  [{ properties: { total: { type: 'number' } } }, { total: 5 }, []],
  [{ properties: { total: { type: 'number' } } }, { total: '5' }, [['total', 'type number', '"5"']]],
  [{ required: ['total'] }, {}, [['total', 'present', null]]],
  [{ properties: { a: {} }, additionalProperties: false }, { b: 1 }, [['b', 'absent', '1']]],
  [{ properties: { a: {} }, unevaluatedProperties: false }, { b: 1 }, [['b', 'absent', '1']]],
  [{ properties: { plan: { enum: ['pro', 'team'] } } }, { plan: 'x' }, [['plan', 'one of ["pro","team"]', '"x"']]],
  [{ properties: { plan: { const: 'pro' } } }, { plan: 'x' }, [['plan', '"pro"', '"x"']]],
  [{ properties: { total: { minimum: 4 } } }, { total: 1 }, [['total', 'at least 4', '1']]],
  [{ properties: { id: { pattern: '^o-' } } }, { id: 'x' }, [['id', 'text that matches "^o-"', '"x"']]],
  [{ properties: { mail: { format: 'email' } } }, { mail: 'x' }, [['mail', 'in the format "email"', '"x"']]],
  [{ properties: { id: { minLength: 3 } } }, { id: 'x' }, [['id', 'text of at least 3 characters', '"x"']]],
  [{ properties: { id: { maxLength: 1 } } }, { id: 'xy' }, [['id', 'text of at most 1 character', '"xy"']]],
  [{ properties: { a: { minItems: 2 } } }, { a: [1] }, [['a', 'an array of at least 2 items', '[1]']]],
  [
    { properties: { a: { prefixItems: [{}], items: false } } },
    { a: [1, 2] },
    [['a', 'an array of at most 1 item', '[1,2]']],
  ],
  [
    { properties: { a: { prefixItems: [{}], unevaluatedItems: false } } },
    { a: [1, 2] },
    [['a', 'an array of at most 1 item', '[1,2]']],
  ],
  [{ properties: { a: { uniqueItems: true } } }, { a: [1, 1] }, [['a', 'an array without repeated items', '[1,1]']]],
  [{ properties: { a: { multipleOf: 5 } } }, { a: 1 }, [['a', 'a multiple of 5', '1']]],
  [{ minProperties: 2 }, { a: 1 }, [['', 'an object of at least 2 properties', '{"a":1}']]],
  [{ properties: { a: false } }, { a: 1 }, [['a', 'absent', '1']]],
  [{ dependentSchemas: { a: false } }, { a: 1 }, [['', 'valid against the schema false', '{"a":1}']]],
  [
    { properties: { a: { contains: { type: 'string' } } } },
    { a: [1, 2] },
    [['a', 'an array with at least 1 item as "contains" requires', '[1,2]']],
  ],
  [
    { properties: { a: { contains: { $ref: '#/$defs/text' }, maxContains: 1 } }, $defs: { text: { type: 'string' } } },
    { a: ['x', 'y', 1] },
    [['a', 'an array with at least 1 item and at most 1 as "contains" requires', '["x","y",1]']],
  ],
  [{ propertyNames: { pattern: '^[a-z]+$' } }, { Foo: 1 }, [['Foo', 'named as "propertyNames" requires', '"Foo"']]],
  [
    {
      propertyNames: { $ref: '#/$defs/low' },
      properties: { a: { contains: { $ref: '#/$defs/low' } }, ab: { $ref: '#/$defs/low' } },
      $defs: { low: { pattern: '^[a-z]+$' } },
    },
    { a: ['A'], ab: 'B', C: 1 },
    [
      ['C', 'named as "propertyNames" requires', '"C"'],
      ['a', 'an array with at least 1 item as "contains" requires', '["A"]'],
      ['ab', 'text that matches "^[a-z]+$"', '"B"'],
    ],
  ],
  [{ properties: { a: { items: { required: ['b/c'] } } } }, { a: [{}] }, [['a.0.b/c', 'present', null]]],
  [
    { properties: { a: { items: { $ref: '#' } }, b: { type: 'null' } } },
    { a: [{ b: 1 }] },
    [['a.0.b', 'type null', '1']],
  ],
  [
    { $schema: draft7, definitions: { n: { type: 'null' } }, properties: { a: { $ref: '#/definitions/n' } } },
    { a: 1 },
    [['a', 'type null', '1']],
  ],
])('with the schema %j, %j has the problems %j', (schema, value, problems) => {
  const { test: isValid, problems: problemsOf } = schemaOf(schema);
  expect(problemsOf(value).map(({ path, wanted, got }) => [path.join('.'), wanted, got])).toEqual(problems);
  expect(isValid(value)).toBe(problems.length === 0);
});

test.each<[JsonObject, string, string]>([
  [{ type: 'numbr' }, 'type', 'must be one of array, boolean, integer, null, number, object, string; got "numbr"'],
  [{ properties: { a: 5 } }, 'properties.a', 'must be type object or boolean; got 5'],
  [{ properties: { a: { minimun: 5 } } }, '', 'must have only keywords of JSON Schema; got "minimun"'],
  [{ properties: { a: { format: 'emall' } } }, '', 'unknown format "emall"'],
  [{ properties: { a: { pattern: '(' } } }, '', 'must have patterns of RE2'],
  [{ $ref: 'https://example.com/a.json' }, '', 'as nothing is fetched'],
  [{ $ref: '#/$defs/none' }, '', 'as nothing is fetched'],
  [
    { $schema: 'http://json-schema.org/draft-04/schema#' },
    '$schema',
    'must be "https://json-schema.org/draft/2020-12/schema"',
  ],
  [{ description: 'x'.repeat(70_000) }, '', 'must be at most 65536 characters'],
])('%j is an invalid schema', (schema, path, message) => {
  expect(() => schemaOf(schema)).toThrow(message);
  try {
    schemaOf(schema);
  } catch (error) {
    expect(error).toBeInstanceOf(InvalidSchemaError);
    expect((error as InvalidSchemaError).path.join('.')).toBe(path);
  }
});

test('a schema cannot refer to another by $id', () => {
  const $id = 'https://example.com/one';
  expect(schemaOf({ $id, required: ['a'] }).test({})).toBe(false);
  expect(schemaOf({ $id, required: ['b'] }).test({ b: 1 })).toBe(true);
  expect(() => schemaOf({ $ref: $id })).toThrow('as nothing is fetched');
});

test('patterns run in linear time, and an infinitely recursive schema matches nothing', () => {
  const hostile = { id: `${'a'.repeat(50_000)}b` };
  const started = performance.now();
  expect(schemaOf({ properties: { id: { pattern: '^(a+)+$' } } }).test(hostile)).toBe(false);
  expect(performance.now() - started).toBeLessThan(5000);
  expect(schemaOf({ $ref: '#' }).test({})).toBe(false);
});
