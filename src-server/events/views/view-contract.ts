import { z } from 'zod';
import { nameField } from '../../core/contract.ts';
import { onlyKnown } from '../../core/known-keys-contract.ts';
import { eventStatus } from '../contract.ts';

export const maxViews = 200;

/** A named filter of Live, for everyone who can see the project. `filter` is as typed: `event:signup plan=pro`. */
export const savedView = z
  .object({
    id: z.int(),
    name: z.string(),
    filter: z.string(),
    /** One side of the split; null for all. */
    status: z.enum([...eventStatus.options, 'unassigned']).nullable(),
  })
  .meta({ id: 'SavedView' });
export type SavedView = z.infer<typeof savedView>;

/** A view with an existing name replaces the old one, unless `replace` is false: then it is refused. */
export const savedViewInput = onlyKnown({
  name: nameField,
  filter: z.string().max(4000).default(''),
  status: savedView.shape.status.default(null),
  replace: z.boolean().default(true),
});
export type SavedViewInput = z.output<typeof savedViewInput>;

export const savedViews = z.object({ results: z.array(savedView) });
