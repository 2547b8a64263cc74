import { z } from 'zod';
import { named } from '../../core/contract.ts';

/**
 * The people active in the last `days`, and how many of them would be excluded from an experiment that exposed them by the event of
 * the first flag that an app reported of them in these days, or by their first event if no app did. `bots`: by automated browsers,
 * whether they are to be excluded or not. `conditions`: by each condition, in order. `excluded`: by any rule that holds.
 */
export const excludedPeople = named('ExcludedPeople', {
  days: z.int(),
  people: z.int(),
  excluded: z.int(),
  bots: z.int(),
  conditions: z.array(z.int()),
});
export type ExcludedPeople = z.infer<typeof excludedPeople>;
