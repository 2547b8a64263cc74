import { z } from 'zod';

/** What of the flag list is in the address, so that a link opens the same view. */
export const flagListSearch = z.object({
  tab: z.enum(['all', 'wanted']).optional().catch(undefined),
  search: z.coerce.string().optional().catch(undefined),
  active: z.boolean().optional().catch(undefined),
  type: z.enum(['boolean', 'multivariate', 'group']).optional().catch(undefined),
  deleted: z.boolean().optional().catch(undefined),
});
export type FlagListSearch = z.infer<typeof flagListSearch>;
