import type { Clock } from '../../core/clock.ts';
import type { JsonObject } from '../../core/contract.ts';
import { sortedJson } from '../../core/json/json.ts';
import { parseJson } from '../../core/json/parse-json-contract.ts';
import { maskKeys } from '../../core/mask-keys.ts';
import { existing } from '../../core/sql.ts';
import { isoTime } from '../../core/text/time-contract.ts';
import type { Database } from '../../database/open.ts';
import { newestId } from '../../events/list.ts';
import type { Taken } from '../../projects/definitions/definition-table.ts';
import type { PlanDocument, PlanLock } from '../contract.ts';

/** `sinceNameId`: the newest event name of the project when the schema was set. */
export type Lock = { event: string; schema: JsonObject; sinceNameId: number };
type Row = { event: string; schema: string; since_name_id: number; locked_at: number; updated_at: number };

export type LockStore = ReturnType<typeof createLockStore>;

/** Creates the store of schemas, by event name. `changed` is called after each change. */
export function createLockStore(database: Database, clock: Clock, changed: (projectId: number) => void) {
  const sql = statements(database);
  const write = (projectId: number, event: string, schema: JsonObject) => {
    const text = textOf(schema);
    sql.write.run({ projectId, event, schema: text, sinceId: newestId(database), at: clock.now() });
  };
  const lock = (projectId: number, event: string): PlanLock | undefined => {
    const row = sql.read.get(projectId, event);
    return row && shapeOf(row);
  };
  return {
    lock,
    count: (projectId: number): number => sql.count.get(projectId) ?? 0,
    locks: (projectId: number): Lock[] =>
      sql.all
        .all(projectId)
        .map(({ event, schema, since_name_id }) => ({ event, schema: parseJson(schema), sinceNameId: since_name_id })),
    set(projectId: number, event: string, schema: JsonObject): PlanLock {
      write(projectId, event, schema);
      changed(projectId);
      return existing(lock(projectId, event));
    },
    remove(projectId: number, event: string): void {
      sql.remove.run(projectId, event);
      changed(projectId);
    },
    /** Applies schemas that came from another server; they hold for later events only. */
    definitionsTaken(rows: Taken['rows']): void {
      for (const { table, projectId, before, after } of rows) {
        if (table !== 'plan_locks' || projectId === null) continue;
        if (after !== null && before?.schema !== after.schema) sql.since.run(newestId(database), Number(after.id));
        changed(projectId);
      }
    },
    replace: database.transaction((projectId: number, { events }: PlanDocument): void => {
      for (const { event } of sql.all.all(projectId))
        if (!Object.hasOwn(events, event)) sql.remove.run(projectId, event);
      for (const [event, schema] of Object.entries(events)) write(projectId, event, schema);
      changed(projectId);
    }),
  };
}

/** Serializes a schema with sorted keys, so that equal schemas are equal texts. */
function textOf(schema: JsonObject): string {
  const text = sortedJson(schema, Number.MAX_SAFE_INTEGER);
  return maskKeys(existing(text));
}

const shapeOf = ({ schema, locked_at, updated_at }: Row): PlanLock => ({
  schema: parseJson(schema),
  locked_at: isoTime(locked_at),
  updated_at: isoTime(updated_at),
});

function statements(database: Database) {
  const select = 'SELECT event, schema, since_name_id, locked_at, updated_at FROM plan_locks WHERE project_id = ?';
  // Of all projects it could be of one that is deleted, whose ids are given again.
  const newestName = (project: string) => `(SELECT ifnull(max(id), 0) FROM event_names WHERE project_id = ${project})`;
  return {
    read: database.prepare<[number, string], Row>(`${select} AND event = ?`),
    all: database.prepare<[number], Row>(`${select} ORDER BY event`),
    count: database.prepare<[number], number>('SELECT count(*) FROM plan_locks WHERE project_id = ?').pluck(),
    // Setting the same schema again keeps its violations.
    write: database.prepare<object>(
      `INSERT INTO plan_locks (project_id, event, schema, since_id, since_name_id, locked_at, updated_at)
       VALUES (:projectId, :event, :schema, :sinceId, ${newestName(':projectId')}, :at, :at)
       ON CONFLICT (project_id, event) DO UPDATE SET schema = :schema, since_id = :sinceId,
         since_name_id = excluded.since_name_id, updated_at = :at
       WHERE schema <> :schema`,
    ),
    since: database.prepare<[number, number]>(
      `UPDATE plan_locks SET since_id = ?, since_name_id = ${newestName('plan_locks.project_id')} WHERE id = ?`,
    ),
    remove: database.prepare<[number, string]>('DELETE FROM plan_locks WHERE project_id = ? AND event = ?'),
  };
}
