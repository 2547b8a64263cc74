import { z } from 'zod';
import { propertyComparison, propertyMiss, propertyName } from '../../properties/nearest-contract.ts';
import { schemaType } from '../../properties/schema-type-contract.ts';

/**
 * A condition that an event does not meet. `path`: `event`, `distinct_id`, `properties.<key>`, `person.<key>`; nested keys
 * add more names. `property`: the property in `path`, if any. `wanted`: the requirement, as text. `comparison` or `types`: the
 * same as data, for an operator or a type of a schema. `got`: the actual value, as text; null if missing.
 * `nearest`: the smallest change that would meet it, if one is near.
 */
export const missedCondition = z.object({
  path: z.string(),
  property: propertyName.optional(),
  wanted: z.string(),
  comparison: propertyComparison.optional(),
  types: z.object({ wanted: z.array(schemaType), got: schemaType }).optional(),
  got: z.string().nullable(),
  nearest: propertyMiss.nullable(),
});
export type MissedCondition = z.infer<typeof missedCondition>;

/** The event that misses the fewest conditions. */
export const similarEvent = z.object({ uuid: z.uuid(), differences: z.array(missedCondition) });
export type SimilarEvent = z.infer<typeof similarEvent>;
