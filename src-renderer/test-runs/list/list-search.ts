import { z } from 'zod';

/** What of the list of test runs is in the address; `tab` is a part of the page beside the list. */
export const testRunListSearch = z.object({
  search: z.coerce.string().optional().catch(undefined),
  tab: z.enum(['expectations']).optional().catch(undefined),
});
export type TestRunListSearch = z.infer<typeof testRunListSearch>;
