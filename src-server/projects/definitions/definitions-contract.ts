import { z } from 'zod';
import { codes, dateTime, named } from '../../core/contract.ts';

/** Of the tables, columns and stored JSON in `Definitions`; it grows with each change that an older Benchtop cannot read. */
export const definitionsFormat = 1;

const value = z.union([z.string(), z.number(), z.null()]);

/**
 * The definitions of all projects, as rows: projects and their keys, flags and overrides, actions, experiments and saved metrics,
 * tracking plans, expectations, masks, group types, names of users, and the history of changes. No events, counts or personal keys.
 * `source`: an id of the data folder that they are of.
 */
export const definitions = named('Definitions', {
  format: z.int(),
  source: z.string(),
  tables: z.record(z.string(), z.object({ columns: z.array(z.string()), rows: z.array(z.array(value)) })),
});
export type Definitions = z.infer<typeof definitions>;

const definitionsErrorKind = codes({
  unreachable: 'no whole answer came',
  timeout: 'no answer came in time',
  redirected: 'the address leads to another one',
  not_authorized: 'the key is refused',
  refused: 'the request was answered with another error',
  not_benchtop: 'the answer is not from a Benchtop',
  malformed: 'the answer was changed or cut off on the way',
  too_large: 'the answer is too large',
  other_format: 'one of the two servers must be updated',
  other_source: 'another data folder answers than before',
  conflict: 'a project there has the id of another one here',
  not_stored: 'the database here could not store them',
});
export type DefinitionsErrorKind = z.infer<typeof definitionsErrorKind>;

/** `current`: the last request for definitions was answered. `stale`: it was not, and the last ones are used. */
const definitionsState = z.enum(['current', 'stale']);

/**
 * Where this server takes its definitions from. `taken_at`: when they last differed; `checked_at`: when they were last asked for with
 * success in this run of the server. `kept_projects`: projects that the source has no more and that stay here.
 */
export const definitionsStatus = named('DefinitionsStatus', {
  source: z.string(),
  state: definitionsState,
  taken_at: dateTime,
  checked_at: dateTime.nullable(),
  error: z.object({ kind: definitionsErrorKind, detail: z.string() }).nullable(),
  kept_projects: z.int(),
});
export type DefinitionsStatus = z.infer<typeof definitionsStatus>;

export const definitionsHealth = definitionsStatus.pick({ state: true, taken_at: true });
