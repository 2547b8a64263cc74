import { z } from 'zod';
import { maxConditions } from '../core/limits.ts';

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
 * What each operator compares with: `many` values of which one must be met, one of another sort, or nothing. One that `negates`
 * holds for a property that is missing.
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
 * Names of properties and how many have them, most frequent first: at most 100, of the 5,000 persons or groups seen last, of the
 * 1,000 newest events (those of SDKs, "$…", after the others), or of as many as 32 MiB hold.
 */
export const propertyNames = z.object({ results: z.array(z.object({ key: z.string(), count: z.int() })) });
export type PropertyNames = z.infer<typeof propertyNames>;

/** Values of one property and how many have them, most frequent first: at most 50, short ones only, of as many rows as names. */
export const propertyValues = z.object({ results: z.array(z.object({ value: z.unknown(), count: z.int() })) });
export type PropertyValues = z.infer<typeof propertyValues>;

/**
 * One condition on a property; the same form in event filters, flag conditions and action steps. `icontains` looks at the first
 * 1,048,576 characters of a value, `regex` at the first 65,536, of which `$` is the end; a larger regex than 128 instructions
 * sees less, one above 4,096 or of more than 10,000 characters is a 400. A text of more than 400 characters is no number, one of
 * more than 100 no date. `exact` compares all of it.
 */
export const propertyFilter = z.object({
  key: z.string().min(1),
  value: z.unknown().optional(),
  operator: propertyOperator.default('exact'),
  type: z.enum(['event', 'person']).optional(),
});
export const tooManyConditions = `At most ${maxConditions} conditions are allowed`;
export type PropertyFilter = z.infer<typeof propertyFilter>;
