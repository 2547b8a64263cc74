import type { Database } from '../../database/open.ts';
import { noTestRun } from '../../test-runs/contract.ts';
import { inTestRun } from '../../test-runs/in-test-run.ts';

/** The events that count, by their test run: `accepts` an event by its id, `sql` one of the table `events`. */
export type ByTestRun = { accepts(id: number): boolean; sql: string; values: (string | number)[] };

/**
 * `testRun`: only rows of this test run, or those without one. `leavesOut`: rows of any test run are excluded, unless one is
 * requested.
 */
export type TestRunChoice = { testRun?: string | undefined; leavesOut: boolean };

/** Finds out which events up to `newestId` count; null for all. A bit per event id. */
export function readByTestRun(
  database: Database,
  { projectId, newestId }: { projectId: number; newestId: number },
  { testRun, leavesOut }: TestRunChoice,
): ByTestRun | null {
  const asked = testRun ?? (leavesOut ? noTestRun : undefined);
  if (asked === undefined) return null;
  const condition = inTestRun({ projectId, testRun: asked }, 'test_run_id');
  const isOfNone = asked === noTestRun;
  const ids = database
    .prepare<unknown[], number>(`SELECT id FROM events WHERE ${isOfNone ? 'test_run_id IS NOT NULL' : condition.sql}`)
    .pluck();
  const bits = new Uint8Array(Math.floor(newestId / 8) + 1);
  for (const id of ids.iterate(...condition.values)) {
    const at = Math.floor(id / 8);
    bits[at] = (bits[at] ?? 0) | (1 << (id % 8));
  }
  return {
    accepts: (id) => (((bits[Math.floor(id / 8)] ?? 0) >> (id % 8)) & 1) === (isOfNone ? 0 : 1),
    ...condition,
  };
}
