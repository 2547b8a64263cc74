import { z } from 'zod';

/** The previous event of the same name: any, or the last of the same test run (or of no test run). */
export const previousEvent = z.enum(['previous', 'previous_in_test_run']);
export type PreviousEvent = z.infer<typeof previousEvent>;
