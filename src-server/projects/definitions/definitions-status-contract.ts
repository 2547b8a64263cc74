import { z } from 'zod';
import { dateTime, named } from '../../core/contract.ts';

/**
 * Where this server takes its definitions from. `current`: the last request was answered. `stale`: it was not, and the last
 * definitions are used; `error`: why. `taken_at`: when they last differed; `checked_at`: the last successful request in this run
 * of the server. `kept_projects`: projects that the source no longer has and that stay here.
 */
export const definitionsStatus = named('DefinitionsStatus', {
  source: z.string(),
  state: z.enum(['current', 'stale']),
  taken_at: dateTime,
  checked_at: dateTime.nullable(),
  error: z.string().nullable(),
  kept_projects: z.int(),
});
export type DefinitionsStatus = z.infer<typeof definitionsStatus>;
