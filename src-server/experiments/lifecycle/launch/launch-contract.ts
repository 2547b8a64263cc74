import { z } from 'zod';
import { flagValue } from '../../../flags/contract.ts';

/** Why an experiment cannot have a flag. */
export const unfitFlag = z.enum(['no_variants', 'no_control', 'only_control', 'too_many_variants']);
export type UnfitFlag = z.infer<typeof unfitFlag>;

/**
 * What to know before a launch. With `archived`, `flag_deleted`, `flag_unfit` or `flag_taken` (the name of the experiment that
 * uses the flag) a launch is refused. `flag_stays_off`: the flag was turned off after the start was scheduled. `reaches_nobody`:
 * every condition has a rollout of 0. `override_for_everyone`, `overrides` (number of people): replace the random split.
 * `no_code`: as `lacks_code`. `empty_variants`: have no weight. `fixed_variants`: conditions serve them to all their people.
 * `by_group`: all people of a group get the same variant. `no_plan`: no planned number of people.
 */
export const launchWarning = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('flag_unfit'), reason: unfitFlag }),
  z.object({ kind: z.literal('flag_taken'), experiment: z.string() }),
  z.object({ kind: z.literal('override_for_everyone'), value: flagValue }),
  z.object({ kind: z.literal('overrides'), count: z.int() }),
  z.object({ kind: z.enum(['empty_variants', 'fixed_variants']), variants: z.array(z.string()) }),
  z.object({
    kind: z.enum([
      'archived',
      'flag_deleted',
      'flag_stays_off',
      'reaches_nobody',
      'no_metric',
      'no_code',
      'by_group',
      'already_on',
      'no_plan',
      'no_hypothesis',
    ]),
  }),
]);
export type LaunchWarning = z.infer<typeof launchWarning>;
