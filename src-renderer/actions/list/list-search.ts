import { z } from 'zod';

/** What of the action list is in the address, so that a link opens the same view. */
export const actionListSearch = z.object({
  search: z.coerce.string().optional().catch(undefined),
  tag: z.coerce.string().optional().catch(undefined),
  deleted: z.boolean().optional().catch(undefined),
});
export type ActionListSearch = z.infer<typeof actionListSearch>;
