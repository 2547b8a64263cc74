import type { Database } from '../database/open.ts';
import type { Asked } from '../database/reader.ts';
import { type ReachArgs, readReach } from './usage/reach.ts';
import {
  type LastServedArgs,
  readLastServed,
  readServed,
  readUsage,
  type ServedArgs,
  type UsageArgs,
} from './usage/served.ts';

export type FlagQueries = Asked<ReturnType<typeof createFlagQueries>>;

/** What the reading thread can be asked about flags. */
export const createFlagQueries = (database: Database) => ({
  served: (args: ServedArgs) => readServed(database, args),
  lastServed: (args: LastServedArgs) => readLastServed(database, args),
  usage: (args: UsageArgs) => readUsage(database, args),
  reach: (args: ReachArgs) => readReach(database, args),
});
