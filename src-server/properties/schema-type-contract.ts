import { z } from 'zod';

export const schemaType = z.enum(['string', 'number', 'integer', 'boolean', 'array', 'object', 'null']);
export type SchemaType = z.infer<typeof schemaType>;
