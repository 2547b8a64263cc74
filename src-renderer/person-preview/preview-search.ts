import { z } from 'zod';
import { inAddress, textInAddress } from '../ui/in-address.ts';

/**
 * The address of a person's page. `id`: the distinct_id that the preview is for. `set` and `unset`: properties that are tried out; they
 * are in the address, so that a reload keeps them and the browser's Back undoes them. `groups`: keys by type; without it, as in the newest
 * event.
 */
export const personSearch = z.object({
  tab: inAddress(z.string()),
  id: textInAddress,
  set: inAddress(z.record(z.string(), z.json())),
  unset: inAddress(z.array(z.string())),
  groups: inAddress(z.record(z.string(), z.coerce.string())),
});
type PersonSearch = z.output<typeof personSearch>;

export type WhatIf = { set: NonNullable<PersonSearch['set']>; unset: string[] };

export const noWhatIf: WhatIf = { set: {}, unset: [] };
