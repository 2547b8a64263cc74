import { z } from 'zod';
import { sortQuery } from '#server/core/labels-contract.ts';
import { flagSort, flagType, staleKind } from '#server/flags/list-contract.ts';
import { inAddress, textInAddress } from '../../ui/in-address.ts';
import { labelSearch } from '../../ui/table/list-search.ts';

/** The view state of the flag list in the URL, so that a link opens the same view. */
export const flagListSearch = z.object({
  tab: inAddress(z.enum(['all', 'unknown'])),
  search: textInAddress,
  active: inAddress(z.boolean()),
  type: inAddress(flagType),
  deleted: inAddress(z.boolean()),
  stale: inAddress(z.enum(['any', ...staleKind.options])),
  sort: sortQuery(flagSort).catch(undefined),
  ...labelSearch,
});
export type FlagListSearch = z.infer<typeof flagListSearch>;
