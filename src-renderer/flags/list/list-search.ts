import { z } from 'zod';
import { sortQuery } from '#server/core/labels-contract.ts';
import { flagSort, staleKind } from '#server/flags/list-contract.ts';
import { labelSearch } from '../../ui/table/list-search.ts';

/** The view state of the flag list in the URL, so that a link opens the same view. */
export const flagListSearch = z.object({
  tab: z.enum(['all', 'wanted']).optional().catch(undefined),
  search: z.coerce.string().optional().catch(undefined),
  active: z.boolean().optional().catch(undefined),
  type: z.enum(['boolean', 'multivariate', 'group']).optional().catch(undefined),
  deleted: z.boolean().optional().catch(undefined),
  stale: z
    .enum(['any', ...staleKind.options])
    .optional()
    .catch(undefined),
  sort: sortQuery(flagSort).catch(undefined),
  ...labelSearch,
});
export type FlagListSearch = z.infer<typeof flagListSearch>;
