import { z } from 'zod';
import { sortQuery } from '#server/core/labels-contract.ts';
import { experimentSort, experimentStatus } from '#server/experiments/list-contract.ts';
import { inAddress, textInAddress } from '../../ui/in-address.ts';
import { labelSearch } from '../../ui/table/list-search.ts';

/** Parses the list's filters from the address, so that a link opens the same view. */
export const experimentListSearch = z.object({
  tab: inAddress(z.enum(['all', 'missing', 'metrics'])),
  search: textInAddress,
  status: inAddress(experimentStatus),
  archived: inAddress(z.boolean()),
  deleted: inAddress(z.boolean()),
  sort: sortQuery(experimentSort).catch(undefined),
  ...labelSearch,
});
export type ExperimentListSearch = z.infer<typeof experimentListSearch>;
