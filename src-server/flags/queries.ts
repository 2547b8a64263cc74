import { boundTo } from '../database/bound.ts';
import type { Database } from '../database/open.ts';
import type { AskedQueries } from '../database/reader.ts';
import { readFlips } from './usage/flips.ts';
import { readReach } from './usage/reach.ts';
import { readReportedChanges } from './usage/reported.ts';
import { readLastServed, readServed, readUsage } from './usage/served.ts';

export type FlagQueries = AskedQueries<ReturnType<typeof createFlagQueries>>;

export const createFlagQueries = (database: Database) =>
  boundTo(database, {
    served: readServed,
    lastServed: readLastServed,
    usage: readUsage,
    reach: readReach,
    flips: readFlips,
    reportedChanges: readReportedChanges,
  });
