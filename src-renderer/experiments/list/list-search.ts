import { z } from 'zod';
import { sortQuery } from '#server/core/labels-contract.ts';
import { experimentSort, experimentStatus } from '#server/experiments/list-contract.ts';
import { labelSearch } from '../../ui/table/list-search.ts';

/** Parses the list's filters from the address, so that a link opens the same view. */
export const experimentListSearch = z.object({
  tab: z.enum(['all', 'missing', 'metrics']).optional().catch(undefined),
  search: z.coerce.string().optional().catch(undefined),
  status: experimentStatus.optional().catch(undefined),
  archived: z.boolean().optional().catch(undefined),
  deleted: z.boolean().optional().catch(undefined),
  sort: sortQuery(experimentSort).catch(undefined),
  ...labelSearch,
});
export type ExperimentListSearch = z.infer<typeof experimentListSearch>;
