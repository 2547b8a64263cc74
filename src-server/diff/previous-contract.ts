import { z } from 'zod';

/** The event of the same name that arrived before: any, or the last of the same test run; for an event of none, the last of none. */
export const previousEvent = z.enum(['previous', 'previous_in_test_run']);
export type PreviousEvent = z.infer<typeof previousEvent>;
