import { z } from 'zod';

/**
 * What happens to the flag when the experiment ends. `keep`: nothing. `off`: turns it off. `ship`: turns it on, with a first
 * condition that gives everyone the variant.
 */
export const flagOutcome = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('keep') }),
  z.object({ kind: z.literal('off') }),
  z.object({ kind: z.literal('ship'), variant: z.string() }),
]);
export type FlagOutcome = z.infer<typeof flagOutcome>;

/**
 * How a run was ended: what happened to its flag, and the day of the run, out of those that were planned (null without a plan).
 * Later changes of the plan do not change it. `looks`: days at whose end its results could be judged. `people` of all variants
 * who counted at the end, of `planned_people` at the launch; null where that is not known. `flag_version`: of the flag as the end
 * left it, also after a later rollout was undone. `flag_version_before`: of the flag before the end; null of old ones.
 */
export const ending = z.object({
  outcome: flagOutcome,
  day: z.int(),
  planned_days: z.int().nullable(),
  looks: z.int().nullable().default(null),
  people: z.int().nullable().default(null),
  planned_people: z.int().nullable().default(null),
  flag_version: z.int(),
  flag_version_before: z.int().nullable().default(null),
});
export type Ending = z.infer<typeof ending>;
