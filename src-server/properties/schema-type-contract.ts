import { z } from 'zod';

/** The types of JSON Schema. */
export const schemaType = z.enum(['string', 'number', 'integer', 'boolean', 'array', 'object', 'null']);
export type SchemaType = z.infer<typeof schemaType>;
