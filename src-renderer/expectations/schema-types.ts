import { z } from 'zod';
import type { JsonObject } from '#server/core/contract.ts';
import { type SchemaType, schemaType } from '#server/properties/schema-type-contract.ts';

export type TypedProperty = { key: string; type: SchemaType };

const typesOnly = z.strictObject({
  properties: z.record(z.string(), z.strictObject({ type: schemaType })),
  required: z.array(z.string()),
});

/** Returns the required properties of a schema that names their types and says no more; null for another one. */
export function typesOf(schema: JsonObject | null): TypedProperty[] | null {
  if (schema === null) return [];
  const { data } = typesOnly.safeParse(schema);
  if (data === undefined) return null;
  const types = Object.entries(data.properties).map(([key, { type }]) => ({ key, type }));
  const required = new Set(data.required);
  return types.length === required.size && types.every(({ key }) => required.has(key)) ? types : null;
}

export function schemaOf(types: readonly TypedProperty[]): JsonObject | null {
  if (types.length === 0) return null;
  const properties = Object.fromEntries(types.map(({ key, type }) => [key, { type }]));
  return { properties, required: types.map(({ key }) => key) };
}
