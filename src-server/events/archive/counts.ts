import { sumOf } from '../../core/sum-contract.ts';
import type { Database } from '../../database/open.ts';

/**
 * Deletions of a project that are not done on both sides: their events count on neither. `isWhole`: of the project itself.
 * `untilId`: the last of its old events that are deleted; 0 without any.
 */
export type Deleting = { projectId: number; isWhole: boolean; runs: number[]; untilId: number };

/** Reads which deletions of a project are not done. One stays until the archive has followed it: only a new one changes them. */
export function readDeleting(database: Database, projectId: number): Deleting {
  const ids = (sql: string) => database.prepare<{ projectId: number }, number>(sql).pluck().all({ projectId });
  const whole = ids(
    `SELECT id FROM projects WHERE id = :projectId AND deleted_at IS NOT NULL
     UNION SELECT of_project FROM archive_deletions
       WHERE of_project = :projectId AND test_run_id IS NULL AND until_id IS NULL`,
  );
  const runs = ids(
    `SELECT id FROM test_runs WHERE project_id = :projectId AND deleted_at IS NOT NULL
     UNION SELECT test_run_id FROM archive_deletions WHERE of_project = :projectId AND test_run_id IS NOT NULL`,
  );
  const ends = ids(
    `SELECT until_id FROM event_retention WHERE project_id = :projectId AND done_id < until_id
     UNION SELECT until_id FROM archive_deletions WHERE of_project = :projectId AND until_id IS NOT NULL`,
  );
  return { projectId, isWhole: whole.length > 0, runs, untilId: Math.max(0, ...ends) };
}

/** Counts by project. `deleting`: as of when each was counted; the archive has what was deleted since. */
export type ArchivedCounts = { deleting: Deleting[]; counts: { projectId: number; events: number }[] };

/** The ids in (after, upTo]. */
export type IdRange = { after: number; upTo: number };

/** Counts the events of each project in a range, from indexes alone. Yields between projects. */
export function* readArchivedCounts(database: Database, { after, upTo }: IdRange): Generator<void, ArchivedCounts> {
  const deleting: Deleting[] = [];
  const count = (sql: string) => database.prepare<[number, number, number], number>(sql).pluck();
  const ofProject = count('SELECT count(*) FROM events WHERE project_id = ? AND id > ? AND id <= ?');
  const ofRun = count('SELECT count(*) FROM events WHERE test_run_id = ? AND id > ? AND id <= ?');
  // In one transaction: the main thread may delete in between.
  const countIn = database.transaction((projectId: number): number => {
    const own = readDeleting(database, projectId);
    deleting.push(own);
    if (own.isWhole) return 0;
    const first = Math.max(after, own.untilId);
    const removed = sumOf(own.runs.map((run) => ofRun.get(run, first, upTo) ?? 0));
    return (ofProject.get(projectId, first, upTo) ?? 0) - removed;
  });
  const counts: ArchivedCounts['counts'] = [];
  const projects = database.prepare<[], number>(
    'SELECT id FROM projects UNION SELECT of_project FROM archive_deletions ORDER BY 1',
  );
  for (const projectId of projects.pluck().all()) {
    const events = countIn(projectId);
    if (events > 0) counts.push({ projectId, events });
    yield;
  }
  return { deleting, counts };
}

/** Ids per slice. */
const sliceSize = 50_000;

/** Counts the events from after an id up to another. Yields between slices. */
export function* countBetween(database: Database, range: IdRange): Generator<void, number> {
  const ofSlice = database
    .prepare<[number, number], number>('SELECT count(*) FROM events WHERE id > ? AND id <= ?')
    .pluck();
  let count = 0;
  for (let from = range.after; from < range.upTo; from += sliceSize) {
    count += ofSlice.get(from, Math.min(from + sliceSize, range.upTo)) ?? 0;
    yield;
  }
  return count;
}
