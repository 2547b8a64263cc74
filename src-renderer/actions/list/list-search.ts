import { z } from 'zod';
import { actionSort } from '#server/actions/list-contract.ts';
import { sortQuery } from '#server/core/labels-contract.ts';
import { labelSearch } from '../../ui/table/list-search.ts';

/** What of the action list is in the address, so that a link opens the same view. */
export const actionListSearch = z.object({
  search: z.coerce.string().optional().catch(undefined),
  deleted: z.boolean().optional().catch(undefined),
  sort: sortQuery(actionSort).catch(undefined),
  ...labelSearch,
});
export type ActionListSearch = z.infer<typeof actionListSearch>;
