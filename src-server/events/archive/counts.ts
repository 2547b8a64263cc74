import { sumOf } from '../../core/sum-contract.ts';
import type { Database } from '../../database/open.ts';

/** Counts by project, and running deletions, whose events do not count. */
export type ArchivedCounts = {
  counts: { projectId: number; events: number }[];
  deletedProjects: number[];
  deletedRuns: number[];
  /** Up to an id. */
  deletedUntil: { projectId: number; untilId: number }[];
};

/**
 * Returns the last id of a project that a deletion of old events reaches which is not done on both sides: up to it, these may
 * differ. 0 without one.
 */
export function readDeletingUntil(database: Database, projectId: number): number {
  return (
    database
      .prepare<{ projectId: number }, number | null>(
        `SELECT max(until_id) FROM (
           SELECT until_id FROM event_retention WHERE project_id = :projectId AND done_id < until_id
           UNION ALL SELECT until_id FROM archive_deletions WHERE of_project = :projectId)`,
      )
      .pluck()
      .get({ projectId }) ?? 0
  );
}

/** The ids in (after, upTo]. */
export type IdRange = { after: number; upTo: number };

/** Counts the events of each project in a range, from indexes alone. Yields between projects. */
export function* readArchivedCounts(database: Database, { after, upTo }: IdRange): Generator<void, ArchivedCounts> {
  const ids = (sql: string) => database.prepare<[], number>(sql).pluck().all();
  const count = (sql: string) => database.prepare<[number, number, number], number>(sql).pluck();
  const ofProject = count('SELECT count(*) FROM events WHERE project_id = ? AND id > ? AND id <= ?');
  const ofRun = count('SELECT count(*) FROM events WHERE test_run_id = ? AND id > ? AND id <= ?');
  const runsOf = database
    .prepare<[number], number>('SELECT id FROM test_runs WHERE project_id = ? AND deleted_at IS NOT NULL')
    .pluck();
  const deletedUntil: ArchivedCounts['deletedUntil'] = [];
  const counts: ArchivedCounts['counts'] = [];
  // In one transaction: the main thread may begin a deletion in between.
  const countIn = database.transaction((projectId: number): number => {
    const untilId = readDeletingUntil(database, projectId);
    if (untilId > 0) deletedUntil.push({ projectId, untilId });
    const first = Math.max(after, untilId);
    const removed = sumOf(runsOf.all(projectId).map((run) => ofRun.get(run, first, upTo) ?? 0));
    return (ofProject.get(projectId, first, upTo) ?? 0) - removed;
  });
  for (const projectId of ids('SELECT id FROM projects WHERE deleted_at IS NULL ORDER BY id')) {
    const events = countIn(projectId);
    if (events > 0) counts.push({ projectId, events });
    yield;
  }
  return {
    counts,
    deletedProjects: ids('SELECT id FROM projects WHERE deleted_at IS NOT NULL'),
    deletedRuns: ids('SELECT id FROM test_runs WHERE deleted_at IS NOT NULL'),
    deletedUntil,
  };
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
