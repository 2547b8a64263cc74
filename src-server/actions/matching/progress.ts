import type { Database } from '../../database/open.ts';
import { addCounts, type CountedMatches, type CountsByDistinctRef, countedOnce } from './tally.ts';

/**
 * How far matches of arriving events are counted: all up to event `countedId`, and of those up to event `cycleId` the ones of
 * distinct ids up to the row `doneRef`.
 */
export type Position = { countedId: number; cycleId: number; doneRef: number };
/** Uncounted matches at a start: the rest of a cycle in order of distinct_ref, and later matches up to event `waitingId`. */
export type FoundProgress = {
  cycle: [distinctRef: number, CountedMatches[]][];
  cycleId: number;
  waiting: CountsByDistinctRef;
  waitingId: number;
  countedId: number;
};
export type Progress = ReturnType<typeof createProgress>;

type Row = { id: number; timestamp: number; distinct_ref: number; calculation_id: number };

export function createProgress(database: Database) {
  const write = database.prepare<[number, number, number]>(
    'UPDATE action_counting SET counted_id = ?, cycle_id = ?, done_ref = ?',
  );
  const position = database.prepare<[], Position>(
    'SELECT counted_id AS countedId, cycle_id AS cycleId, done_ref AS doneRef FROM action_counting',
  );
  // The calculation counts those of earlier events.
  const matches = database.prepare<[number], Row>(
    `SELECT e.id, e.timestamp, e.distinct_ref, c.id AS calculation_id
     FROM events e CROSS JOIN actions a ON a.project_id = e.project_id
     CROSS JOIN action_calculations c ON c.id = a.calculation_id AND c.from_id < e.id
     CROSS JOIN action_matches m ON m.calculation_id = c.id AND m.timestamp = e.timestamp AND m.event_id = e.id
     WHERE e.id > ? ORDER BY e.id`,
  );
  return {
    /** Stores the position; call it in the transaction that counts. */
    write({ countedId, cycleId, doneRef }: Position): void {
      write.run(countedId, cycleId, doneRef);
    },
    read(): FoundProgress {
      const { countedId, cycleId, doneRef } = position.get() ?? { countedId: 0, cycleId: 0, doneRef: 0 };
      const inCycle: CountsByDistinctRef = new Map();
      const waiting: CountsByDistinctRef = new Map();
      let waitingId = Math.max(countedId, cycleId);
      for (const row of matches.iterate(countedId)) {
        const one = countedOnce(row.calculation_id, row.timestamp);
        if (row.id > cycleId) addCounts(waiting, row.distinct_ref, one);
        else if (row.distinct_ref > doneRef) addCounts(inCycle, row.distinct_ref, one);
        waitingId = Math.max(waitingId, row.id);
      }
      const cycle = [...inCycle].sort(([one], [other]) => one - other);
      return { cycle, cycleId, waiting, waitingId, countedId };
    },
  };
}
