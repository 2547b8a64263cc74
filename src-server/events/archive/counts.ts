import { isDeepStrictEqual } from 'node:util';
import { sumOf } from '../../core/sum-contract.ts';
import type { Database } from '../../database/open.ts';

/** Deletions that are not done on both sides: their events count on neither. `old`: of a project, up to an id. */
export type Deleting = { projects: number[]; runs: number[]; old: { projectId: number; untilId: number }[] };

/** Reads which deletions are not done. One stays here until the archive has followed it, which only a new one changes. */
export function readDeleting(database: Database): Deleting {
  const ids = (sql: string) => database.prepare<[], number>(sql).pluck().all();
  return {
    projects: ids(
      `SELECT id FROM projects WHERE deleted_at IS NOT NULL
       UNION SELECT of_project FROM archive_deletions WHERE test_run_id IS NULL AND until_id IS NULL`,
    ),
    runs: ids(
      `SELECT id FROM test_runs WHERE deleted_at IS NOT NULL
       UNION SELECT test_run_id FROM archive_deletions WHERE test_run_id IS NOT NULL`,
    ),
    old: database
      .prepare<[], Deleting['old'][number]>(
        `SELECT project_id AS projectId, max(until_id) AS untilId FROM (
           SELECT project_id, until_id FROM event_retention WHERE done_id < until_id
           UNION ALL SELECT of_project, until_id FROM archive_deletions WHERE until_id IS NOT NULL
         ) GROUP BY 1`,
      )
      .all(),
  };
}

/** Returns the id up to which no events of a project count; 0 without one. */
export const uncountedUntil = ({ old }: Deleting, projectId: number): number =>
  old.find((each) => each.projectId === projectId)?.untilId ?? 0;

/** Counts by project. */
export type ArchivedCounts = { deleting: Deleting; counts: { projectId: number; events: number }[] };

/** The ids in (after, upTo]. */
export type IdRange = { after: number; upTo: number };

/** Counts the events of each project in a range, from indexes alone. Yields between projects. */
export function* readArchivedCounts(database: Database, range: IdRange): Generator<void, ArchivedCounts> {
  const { after, upTo } = range;
  const deleting = readDeleting(database);
  const count = (sql: string) => database.prepare<[number, number, number], number>(sql).pluck();
  const ofProject = count('SELECT count(*) FROM events WHERE project_id = ? AND id > ? AND id <= ?');
  const ofRun = count('SELECT count(*) FROM events WHERE test_run_id = ? AND id > ? AND id <= ?');
  const ids = (sql: string) => database.prepare<number[], number>(sql).pluck();
  const runsOf = ids('SELECT id FROM test_runs WHERE project_id = ? AND deleted_at IS NOT NULL');
  // In one transaction: the main thread may delete in between.
  const countIn = database.transaction((projectId: number): number => {
    const first = Math.max(after, uncountedUntil(deleting, projectId));
    const removed = sumOf(runsOf.all(projectId).map((run) => ofRun.get(run, first, upTo) ?? 0));
    return (ofProject.get(projectId, first, upTo) ?? 0) - removed;
  });
  const counts: ArchivedCounts['counts'] = [];
  for (const projectId of ids('SELECT id FROM projects WHERE deleted_at IS NULL ORDER BY id').all()) {
    const events = countIn(projectId);
    if (events > 0) counts.push({ projectId, events });
    yield;
  }
  const isSame = isDeepStrictEqual(readDeleting(database), deleting);
  return isSame ? { deleting, counts } : yield* readArchivedCounts(database, range);
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
