import { dayMs } from '../../core/text/time-contract.ts';
import type { Database } from '../../database/open.ts';
import { dayOf } from '../matching/tally.ts';
import { type Count, type CountArgs, readCount } from './count.ts';
import { type InRun, readCountInRun } from './in-run.ts';

/** `inRun`: matches of a test run only. */
export type CountOfArgs = CountArgs & { inRun: InRun | undefined };

export const readCountOf = (database: Database, { inRun, ...args }: CountOfArgs): Count =>
  inRun === undefined ? readCount(database, args) : readCountInRun(database, { ...args, inRun });

export type CountsArgs = {
  calculations: { actionId: number; calculationId: number }[];
  days: number;
  now: number;
  inRun: InRun | undefined;
};

/** Returns the counts of each action in a list, with the series of the last days. */
export function readCounts(database: Database, { calculations, days, ...rest }: CountsArgs) {
  const from = (dayOf(rest.now) - days + 1) * dayMs;
  return calculations.map(({ actionId, calculationId }) => {
    const countFrom = (start: number | null) =>
      readCountOf(database, { calculationId, range: { from: start, to: null }, ...rest });
    const { count, people_count } = countFrom(null);
    const { last_matched_at, progress, series } = countFrom(from);
    return { action_id: actionId, count, people_count, last_matched_at, progress, series: series.slice(-days) };
  });
}
