import { z } from 'zod';

/**
 * The address of a person's page. `id`: the distinct_id that the preview is for. `set` and `unset`: properties that are tried out; they
 * are in the address, so that a reload keeps them and the browser's Back undoes them. `groups`: keys by type; without it, as in the newest
 * event.
 */
export const personSearch = z.object({
  tab: z.string().optional().catch(undefined),
  id: z.coerce.string().optional().catch(undefined),
  set: z.record(z.string(), z.json()).optional().catch(undefined),
  unset: z.array(z.string()).optional().catch(undefined),
  groups: z.record(z.string(), z.coerce.string()).optional().catch(undefined),
});
type PersonSearch = z.output<typeof personSearch>;

export type WhatIf = { set: NonNullable<PersonSearch['set']>; unset: string[] };

export const noWhatIf: WhatIf = { set: {}, unset: [] };
