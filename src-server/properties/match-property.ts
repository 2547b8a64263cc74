import type { JsonObject } from '../core/contract.ts';
import { ownValue } from '../core/json/own-value.ts';
import { InvalidFilterError } from './compile-value.ts';
import { operatorTraits, type PropertyFilter } from './contract.ts';
import { operators } from './operators.ts';

export type PropertyTest = (properties: JsonObject) => boolean;

/**
 * Compiles a property condition: pure, linear in the value's length, and bounded by core/limits-contract.ts.
 *
 * Agrees with local evaluation in the SDKs (@posthog/core, featureFlagLocalEvaluation, property matching version 2), except: a
 * missing key fails all operators but negatives and `is_not_set`, where an SDK asks the server; `gt` and the like compare numbers
 * and numeric text only, without rounding, where an SDK compares text; a date without a zone is UTC, where an SDK uses its machine's zone; a regex
 * is RE2, whose `\s` lacks vertical tab.
 *
 * A key with null is present: `exact` compares with "null". `now` (milliseconds UTC) is called on each test for dates like "-7d".
 * Throws InvalidFilterError.
 */
export function compileProperty(
  { key, operator, value }: Pick<PropertyFilter, 'key' | 'operator' | 'value'>,
  now: () => number = Date.now,
): PropertyTest {
  const { value: sort, negates } = operatorTraits[operator];
  if (sort !== 'none') requireValue(operator, value);
  const test = operators[operator].compile(value, { operator, now });
  return (properties) => (isThere(properties, key) ? test(properties[key]) !== negates : negates);
}

function requireValue(operator: string, value: unknown): void {
  if (value === undefined || value === null) throw new InvalidFilterError(`The operator "${operator}" needs a value.`);
  if (Array.isArray(value) && value.length === 0)
    throw new InvalidFilterError(`The operator "${operator}" needs at least one value; got an empty array.`);
}

const isThere = (properties: JsonObject, key: string) => ownValue(properties, key) !== undefined;
