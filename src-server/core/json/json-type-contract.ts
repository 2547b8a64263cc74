import { z } from 'zod';

/** The types of JSON values; a whole number is a number. */
export const jsonType = z.enum(['null', 'boolean', 'number', 'string', 'array', 'object']);
export type JsonType = z.infer<typeof jsonType>;

export function jsonTypeOf(value: unknown): JsonType {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'array';
  const type = typeof value;
  return type === 'object' || type === 'boolean' || type === 'string' ? type : 'number';
}

/** Names a type with its article. */
export const jsonTypeWords: Record<JsonType, string> = {
  null: 'null',
  boolean: 'a boolean',
  number: 'a number',
  string: 'a string',
  array: 'an array',
  object: 'an object',
};

/** Reports whether a number is like 1e400, which becomes null when it is stored. */
export const isOutOfRange = (value: unknown): boolean => typeof value === 'number' && !Number.isFinite(value);
export const outOfRange = 'a number out of range';

export const typeWords = (value: unknown): string => jsonTypeWords[jsonTypeOf(value)];
