import { nameOf } from '../core/issue-contract.ts';
import { validationError } from '../http/error.ts';
import { InvalidSchemaError, type SchemaOf } from '../properties/json-schema.ts';
import { validateProperties } from '../properties/validate.ts';
import type { ExpectationInput } from './contract.ts';

/** Refuses what cannot be evaluated: 400 with the field. `path`: of the expectation in the body. */
export function validateExpectation(
  {
    properties,
    schema,
    within,
    test_run: testRun,
  }: Pick<ExpectationInput, 'properties' | 'schema' | 'within' | 'test_run'>,
  schemaOf: SchemaOf,
  path: readonly (string | number)[] = [],
): void {
  validateProperties(properties, [...path, 'properties']);
  const refuse = (place: readonly (string | number)[], rule: string) => {
    const whole = [...path, ...place];
    throw validationError('invalid_input', `\`${nameOf(whole)}\` ${rule}.`, whole.join('__'));
  };
  if (within !== null && testRun === null)
    refuse(['within'], `must be null without a \`test_run\`, from whose start it counts; got ${within}`);
  if (schema === null) return;
  try {
    schemaOf(schema);
  } catch (error) {
    if (!(error instanceof InvalidSchemaError)) throw error;
    refuse(['schema', ...error.path], error.message);
  }
}
