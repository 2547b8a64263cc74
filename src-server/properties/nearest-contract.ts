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

/**
 * Whether a condition holds. `field`: `properties.<key>` or `person.<key>`. `seen`: the value as text, or null. `nearest`: null if
 * it holds or nothing is near.
 */
export const propertyVerdict = z.object({
  field: z.string(),
  wanted: z.string(),
  seen: z.string().nullable(),
  is_match: z.boolean(),
  nearest: propertyMiss.nullable(),
});
export type PropertyVerdict = z.infer<typeof propertyVerdict>;
