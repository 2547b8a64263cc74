import { z } from 'zod';
import { actionSort } from '#server/actions/list-contract.ts';
import { sortQuery } from '#server/core/labels-contract.ts';
import { inAddress, textInAddress } from '../../ui/in-address.ts';
import { labelSearch } from '../../ui/table/list-search.ts';

/** What of the action list is in the address, so that a link opens the same view. */
export const actionListSearch = z.object({
  search: textInAddress,
  deleted: inAddress(z.boolean()),
  sort: sortQuery(actionSort).catch(undefined),
  ...labelSearch,
});
export type ActionListSearch = z.infer<typeof actionListSearch>;
