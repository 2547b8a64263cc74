import { nameOf } from '../core/issue-contract.ts';
import { validationError } from '../http/error.ts';
import type { SchemaOf } from '../properties/json-schema.ts';
import { validateProperties } from '../properties/validate.ts';
import { validateSchema } from '../properties/validate-schema.ts';
import type { ExpectationInput } from './contract.ts';

/** Refuses an expectation that cannot be evaluated: 400 with the field. `path`: of the expectation in the body. */
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
  if (within !== null && testRun === null) {
    const place = [...path, 'within'];
    const detail = `\`${nameOf(place)}\` must be null without a \`test_run\`, since it counts from the start of the run; got ${within}.`;
    throw validationError('invalid_input', detail, place.join('__'));
  }
  if (schema !== null) validateSchema(schema, schemaOf, [...path, 'schema']);
}
