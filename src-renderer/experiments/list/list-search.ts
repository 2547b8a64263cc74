import { z } from 'zod';
import { experimentStatus } from '#server/experiments/contract.ts';

/** Parses the list's filters from the address, so that a link opens the same view. */
export const experimentListSearch = z.object({
  tab: z.enum(['all', 'missing']).optional().catch(undefined),
  search: z.coerce.string().optional().catch(undefined),
  status: experimentStatus.optional().catch(undefined),
  archived: z.boolean().optional().catch(undefined),
});
export type ExperimentListSearch = z.infer<typeof experimentListSearch>;
