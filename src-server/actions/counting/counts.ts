import { dayMs } from '../../core/text/time-contract.ts';
import type { Database } from '../../database/open.ts';
import { dayOf } from '../matching/tally.ts';
import { type Count, type CountArgs, readCount, type TimeRange } from './count.ts';
import { type InRun, readCountInRun } from './in-run.ts';

/** `inRun`: matches of a test run only. */
export type CountOfArgs = CountArgs & { inRun: InRun | undefined };

export const readCountOf = (database: Database, { inRun, ...args }: CountOfArgs): Count =>
  inRun === undefined ? readCount(database, args) : readCountInRun(database, inRun, args);

export type CountsArgs = {
  calculations: { actionId: number; calculationId: number }[];
  days: number;
  now: number;
  inRun: InRun | undefined;
};

/**
 * Returns the counts of each action in a list, with the series of the last days, which end today also beside events of tomorrow.
 */
export function readCounts(database: Database, { calculations, days, ...rest }: CountsArgs) {
  const today = dayOf(rest.now);
  const shown = { from: (today - days + 1) * dayMs, to: (today + 1) * dayMs - 1 };
  return calculations.map(({ actionId, calculationId }) => {
    const countIn = (range: TimeRange) => readCountOf(database, { calculationId, range, ...rest });
    const { count, people_count } = countIn({ from: null, to: null });
    return { action_id: actionId, ...countIn(shown), count, people_count };
  });
}
