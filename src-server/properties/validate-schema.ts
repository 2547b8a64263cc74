import type { JsonObject } from '../core/contract.ts';
import { nameOf } from '../core/issue-contract.ts';
import { validationError } from '../http/error.ts';
import { InvalidSchemaError, type SchemaOf } from './json-schema.ts';

/** Refuses a schema that cannot be used: 400 with its place. `path`: of the schema in the body. */
export function validateSchema(schema: JsonObject, schemaOf: SchemaOf, path: readonly (string | number)[]): void {
  try {
    schemaOf(schema);
  } catch (error) {
    if (!(error instanceof InvalidSchemaError)) throw error;
    const whole = [...path, ...error.path];
    throw validationError('invalid_input', `\`${nameOf(whole)}\` ${error.message}.`, whole.join('__'));
  }
}
