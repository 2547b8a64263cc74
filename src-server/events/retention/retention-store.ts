import type { Database } from '../../database/open.ts';
import { markRemoval, type RemovedEvent, type RemoveEvents, removedColumns } from '../remove-run.ts';
import { isOldSql, isOwnSql } from './old-events.ts';

/** See the migration; 0: nothing was deleted, or found. */
export type StoredRetention = {
  keepDays: number | null;
  deletedBefore: number;
  untilId: number;
  doneId: number;
  fromId: number;
  dueBefore: number;
};

const unset: StoredRetention = { keepDays: null, deletedBefore: 0, untilId: 0, doneId: 0, fromId: 0, dueBefore: 0 };

type Rows = { projectId: number; after: number; end: number };
/** Found by id alone, so that a write reads few rows. */
const inRangeSql = 'r.id > :after AND r.id <= :end';
type OldRows = Rows & { arrivedBefore: number };

/** Ids that one write passes. With 20 actions an event takes 0.25 ms, and captures wait for a write. */
const idsPerWrite = 50;

export type RetentionStore = ReturnType<typeof createRetentionStore>;

/** Creates the store of how long events are kept. Synchronous; `removeSome` runs in the writer's transaction. */
export function createRetentionStore(database: Database, removeEvents: RemoveEvents) {
  const sql = statements(database);
  const markDropsRemoved = markRemoval(database);
  const read = (projectId: number): StoredRetention => sql.read.get(projectId) ?? unset;
  return {
    read,
    /** Keeps events for some days, or null: forever. Ends a deletion. */
    setKeepDays: database.transaction((projectId: number, days: number | null): void => {
      sql.setKeepDays.run(projectId, days);
      sql.stop.run(projectId);
    }),
    setDue: (projectId: number, before: number): void => void sql.setDue.run(before, projectId),
    /** Lists the projects whose old events are deleted. */
    projects: (): number[] => sql.projects.all(),
    begin: (projectId: number, { before, untilId }: { before: number; untilId: number }): void =>
      void sql.begin.run(before, untilId, projectId),
    /** Deletes the next old events and drops; returns whether more may be left. */
    removeSome(projectId: number): boolean {
      const { doneId, untilId, fromId, deletedBefore } = read(projectId);
      if (doneId >= untilId) return false;
      const rows = { projectId, after: doneId, end: Math.min(doneId + idsPerWrite, untilId) };
      const old = { ...rows, arrivedBefore: deletedBefore };
      removeEvents(sql.events.all(old));
      markDropsRemoved(sql.removeDrops.all(old));
      const done = sql.gapEnd.get({ end: rows.end, untilId }) ?? untilId;
      const kept = sql.firstKept.get(rows) ?? null;
      const isEmptySoFar = fromId === doneId;
      sql.done.run(done, isEmptySoFar ? (kept === null ? done : kept - 1) : fromId, projectId);
      return done < untilId;
    },
  };
}

function statements(database: Database) {
  return {
    read: database.prepare<[number], StoredRetention>(
      `SELECT keep_days AS keepDays, deleted_before AS deletedBefore, until_id AS untilId, done_id AS doneId,
         from_id AS fromId, due_before AS dueBefore
       FROM event_retention WHERE project_id = ?`,
    ),
    setKeepDays: database.prepare<[number, number | null]>(
      `INSERT INTO event_retention (project_id, keep_days) VALUES (?, ?)
       ON CONFLICT DO UPDATE SET keep_days = excluded.keep_days`,
    ),
    // `done_id` is set to itself for a trigger on it, which tells the archive.
    stop: database.prepare<[number]>(
      'UPDATE event_retention SET until_id = done_id, done_id = done_id WHERE project_id = ? AND done_id < until_id',
    ),
    setDue: database.prepare<[number, number]>('UPDATE event_retention SET due_before = ? WHERE project_id = ?'),
    projects: database
      .prepare<[], number>(
        `SELECT project_id FROM event_retention JOIN projects p ON p.id = project_id
         WHERE p.deleted_at IS NULL AND keep_days IS NOT NULL ORDER BY 1`,
      )
      .pluck(),
    begin: database.prepare<[number, number, number]>(
      'UPDATE event_retention SET deleted_before = ?, until_id = ?, done_id = from_id WHERE project_id = ?',
    ),
    events: database.prepare<OldRows, RemovedEvent>(
      `SELECT ${removedColumns} FROM events r JOIN event_names n ON n.id = r.name_id WHERE ${isOldSql} AND ${inRangeSql} ORDER BY r.id`,
    ),
    removeDrops: database.prepare<OldRows, { id: number; projectId: number }>(
      `DELETE FROM discards WHERE id IN (SELECT r.id FROM discards r WHERE ${isOldSql} AND ${inRangeSql})
       RETURNING id, project_id AS projectId`,
    ),
    firstKept: database
      .prepare<Rows, number | null>(`SELECT min(r.id) FROM events r WHERE ${isOwnSql} AND ${inRangeSql}`)
      .pluck(),
    /** The last id before the next row: earlier deletions left gaps. */
    gapEnd: database
      .prepare<{ end: number; untilId: number }, number>(
        `SELECT min(:untilId, max(:end, min(
           ifnull((SELECT min(id) FROM events WHERE id > :end), :untilId + 1),
           ifnull((SELECT min(id) FROM discards WHERE id > :end), :untilId + 1)) - 1))`,
      )
      .pluck(),
    done: database.prepare<[number, number, number]>(
      'UPDATE event_retention SET done_id = ?, from_id = ? WHERE project_id = ?',
    ),
  };
}
