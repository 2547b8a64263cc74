import type { JsonObject } from '../core/contract.ts';

/** Keywords that read no property. */
const blind = new Set(
  ['$schema', '$id', '$comment', '$defs', 'definitions', 'title', 'description', 'default', 'examples', 'type'].concat([
    'deprecated',
    'readOnly',
    'writeOnly',
    'format',
  ]),
);
const nested = new Set(['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else']);

/** Returns the properties that a valid JSON Schema reads; null if it may read any. */
export function keysOfSchema(schema: unknown): readonly string[] | null {
  const keys: string[] = [];
  const add = (part: unknown): boolean => {
    if (typeof part === 'boolean') return true;
    return Object.entries(Object(part) as JsonObject).every(([keyword, value]) => addKeyword(keyword, value));
  };
  const addKeyword = (keyword: string, value: unknown): boolean => {
    if (blind.has(keyword)) return true;
    if (keyword === 'properties') keys.push(...Object.keys(Object(value)));
    else if (keyword === 'required') keys.push(...[value].flat().map(String));
    else return nested.has(keyword) && [value].flat().every(add);
    return true;
  };
  return add(schema) ? keys : null;
}
