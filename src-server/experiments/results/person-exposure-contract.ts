import { z } from 'zod';
import { codes, dateTime } from '../../core/contract.ts';
import { exposure } from './results-contract.ts';

export const exposureState = codes({
  not_started: 'The experiment has not started.',
  not_exposed: 'No event of the run exposed the person.',
  exposed: 'The person counts for one variant.',
  several_variants: 'The person got several variants, and is left out.',
  other_values: 'The person got only values that are no variant, and is left out.',
  excluded: 'The project excludes the person from its experiments.',
});
export type ExposureState = z.infer<typeof exposureState>;

/** `variant`, `at` and `event` (a uuid): of the first exposure that counts; null in any state but `exposed`. */
export const personExposure = z.object({
  state: exposureState,
  source: exposure.shape.source,
  variant: z.string().nullable(),
  at: dateTime.nullable(),
  event: z.uuid().nullable(),
});
export type PersonExposure = z.infer<typeof personExposure>;
