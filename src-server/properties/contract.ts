import { z } from 'zod';
import { onlyKnown } from '../core/known-keys-contract.ts';
import { maxConditions } from '../core/limits-contract.ts';

export const propertyOperator = z.enum([
  'exact',
  'is_not',
  'is_set',
  'is_not_set',
  'icontains',
  'not_icontains',
  'regex',
  'not_regex',
  'gt',
  'gte',
  'lt',
  'lte',
  'is_date_exact',
  'is_date_before',
  'is_date_after',
]);
export type PropertyOperator = z.infer<typeof propertyOperator>;

/**
 * The value of each operator: `many` (any of them), another type, or none. An operator that `negates` also matches a missing
 * property.
 */
export const operatorTraits = {
  exact: { value: 'many', negates: false },
  is_not: { value: 'many', negates: true },
  is_set: { value: 'none', negates: false },
  is_not_set: { value: 'none', negates: true },
  icontains: { value: 'text', negates: false },
  not_icontains: { value: 'text', negates: true },
  regex: { value: 'pattern', negates: false },
  not_regex: { value: 'pattern', negates: true },
  gt: { value: 'number', negates: false },
  gte: { value: 'number', negates: false },
  lt: { value: 'number', negates: false },
  lte: { value: 'number', negates: false },
  is_date_exact: { value: 'date', negates: false },
  is_date_before: { value: 'date', negates: false },
  is_date_after: { value: 'date', negates: false },
} as const satisfies Record<PropertyOperator, { value: string; negates: boolean }>;
export type OperatorValue = (typeof operatorTraits)[PropertyOperator]['value'];

/**
 * Names of properties with their counts, most frequent first: at most 100, from the 5,000 persons or groups last seen or the
 * 1,000 newest events (SDK properties, "$…", last), or from up to 32 MiB.
 */
export const propertyNames = z.object({ results: z.array(z.object({ key: z.string(), count: z.int() })) });
export type PropertyNames = z.infer<typeof propertyNames>;

/** Values of a property with their counts, most frequent first: at most 50 short ones, from the same rows as names. */
export const propertyValues = z.object({ results: z.array(z.object({ value: z.unknown(), count: z.int() })) });
export type PropertyValues = z.infer<typeof propertyValues>;

/**
 * A condition on a property, in event filters, flag conditions and action steps. `icontains` reads the first `maxContainsText`
 * characters of a value, `regex` the first `maxRegexText`, where `$` then matches, or fewer; one above `maxRegexProgram` or
 * `maxRegexLength` is a 400. Text longer than `maxNumberText` is not a number, longer than `maxDateText` not a date. `exact`
 * compares the whole value as text, without regard to case, as the newest SDKs do: 5 equals "5", and "Team" equals "team".
 */
export const propertyFilter = z.object({
  key: z.string().min(1),
  value: z.unknown().optional(),
  operator: propertyOperator.default('exact'),
  type: z.enum(['event', 'person']).optional(),
});
/** A condition in a request: a mistyped key would select something else. */
export const propertyFilterInput = onlyKnown(propertyFilter.shape);
export const tooManyConditions = `must have at most ${maxConditions} conditions`;
export type PropertyFilter = z.infer<typeof propertyFilter>;
