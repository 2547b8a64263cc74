import { z } from 'zod';
import { propertyMiss } from '../../properties/nearest-contract.ts';

/**
 * A condition that an event does not meet. `path`: `event`, `distinct_id`, `properties.<key>`, `person.<key>`; inside objects with
 * more names. `got`: what the event has, as text; null for nothing. `nearest`: the smallest change that would meet it, if one is near.
 */
export const difference = z.object({
  path: z.string(),
  wanted: z.string(),
  got: z.string().nullable(),
  nearest: propertyMiss.nullable(),
});
export type Difference = z.infer<typeof difference>;

/** The event that misses the fewest conditions. */
export const nearestEvent = z.object({ uuid: z.uuid(), differences: z.array(difference) });
export type NearestEvent = z.infer<typeof nearestEvent>;
