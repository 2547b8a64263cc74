import { z } from 'zod';
import { named } from '../../core/contract.ts';

/**
 * Version of the tables, columns and stored JSON in `Definitions`; it grows with each change that an older Benchtop cannot read.
 */
export const definitionsFormat = 1;

const value = z.union([z.string(), z.number(), z.null()]);

/**
 * The definitions of all projects, as rows: projects and their keys, flags and overrides, actions, experiments and saved metrics,
 * tracking plans, expectations, masks, group types, names of users, and the history of changes. No events, counts or personal keys.
 * `source`: an id of the data folder.
 */
export const definitions = named('Definitions', {
  format: z.int(),
  source: z.string(),
  tables: z.record(z.string(), z.object({ columns: z.array(z.string()), rows: z.array(z.array(value)) })),
});
export type Definitions = z.infer<typeof definitions>;
