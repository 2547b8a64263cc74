import { z } from 'zod';
import { propertyOperator } from './contract.ts';

/**
 * The smallest change that would make a property condition match. `text`: a trivial difference. `operator` and `key`: it matches
 * with this one. `owner`: the property belongs to the event, or to the person, instead.
 */
export const propertyMiss = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('text'),
    difference: z.enum(['case', 'space', 'case_and_space', 'longer']),
    seen: z.string(),
  }),
  z.object({ kind: z.literal('operator'), operator: propertyOperator }),
  z.object({ kind: z.literal('key'), key: z.string() }),
  z.object({ kind: z.literal('owner'), of: z.enum(['event', 'person']) }),
]);
export type PropertyMiss = z.infer<typeof propertyMiss>;

export const propertyName = z.object({ of: z.enum(['event', 'person']), key: z.string() });

/** The other side of a comparison. `value`: absent if none is given, or if its text is longer than `maxShownText`. */
export const propertyComparison = z.object({ operator: propertyOperator, value: z.unknown().optional() });

/**
 * Whether a condition holds. `field`: `properties.<key>` or `person.<key>`. `wanted` and `seen`: `comparison` and the value as
 * text, cut at `maxShownText`; `seen` is null without a value. `seen_value`: the value, absent if there is none or its text was
 * cut. `nearest`: null if it holds or nothing is near.
 */
export const propertyVerdict = z.object({
  field: z.string(),
  property: propertyName,
  wanted: z.string(),
  comparison: propertyComparison,
  seen: z.string().nullable(),
  seen_value: z.unknown().optional(),
  is_match: z.boolean(),
  nearest: propertyMiss.nullable(),
});
export type PropertyVerdict = z.infer<typeof propertyVerdict>;
