import type { JsonObject } from '../core/contract.ts';
import { InvalidFilterError } from './compile-value.ts';
import { operatorTraits, type PropertyFilter } from './contract.ts';
import { operators } from './operators.ts';

export type PropertyTest = (properties: JsonObject) => boolean;

/**
 * The one meaning of a property condition (decisions 3, "Operators"). Compiled once, pure, linear in the length of the value,
 * of which no more is looked at than core/limits.ts says: `icontains` and `regex` see its start, and a text that is too long for
 * a number or a date is neither.
 *
 * It agrees with the local evaluation of the SDKs (@posthog/core, featureFlagLocalEvaluation, property matching version 2)
 * wherever that decides, with these exceptions. A missing key fails every operator but the negatives and `is_not_set`, where
 * an SDK asks the server. `gt` and its like hold for numbers only (text that is one counts), where an SDK compares text. A date
 * without a zone is UTC, where an SDK takes the zone of its machine. A regex is RE2, whose `\s` has no vertical tab.
 *
 * A key with null is there: `exact` sees the text "null". `now` (milliseconds UTC) is asked each time for dates such as "-7d".
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
  if (Array.isArray(value) && value.length === 0) throw new InvalidFilterError('The list of values is empty.');
}

const isThere = (properties: JsonObject, key: string) =>
  properties[key] !== undefined && Object.hasOwn(properties, key);
