import { type JsonType, jsonType } from '../../core/json/json-type-contract.ts';
import { parseJson } from '../../core/json/parse-json-contract.ts';
import type { Database } from '../../database/open.ts';
import { buildOf } from './build.ts';
import { type Builds, NameCounts } from './name-counts.ts';

/** Names the column of `plan_properties` with the number of values of a type. */
export const columnOf = (type: JsonType) => `${type}s`;

/** Max counted event names per project: the first ones. */
const maxNames = 2000;

/**
 * The stored counts of a name, if `isKnown`. `countedId`: events up to it are counted; null: count again. `isFull`: the project
 * has no room for it.
 */
export type StoredCounts = { nameId: number; countedId: number | null; isKnown: boolean; isFull: boolean };

export type CountsStore = ReturnType<typeof createCountsStore>;

export function createCountsStore(database: Database) {
  const sql = statements(database);
  return {
    /** Returns the stored counts of a name; undefined if none of its events is stored, or its project is deleted. */
    stored(projectId: number, name: string): StoredCounts | undefined {
      const row = sql.stored.get(projectId, name);
      if (row === undefined) return undefined;
      const { nameId, isKnown, countedId } = row;
      return {
        nameId,
        countedId,
        isKnown: isKnown === 1,
        isFull: isKnown === 0 && (sql.names.get(projectId) ?? 0) >= maxNames,
      };
    },
    /** Reports whether events before one (null: any) are stored after the counted ones. */
    isBehind: (nameId: number, countedId: number, before: number | null): boolean =>
      sql.isBehind.get(nameId, countedId, before ?? Number.MAX_SAFE_INTEGER) !== undefined,
    /** Returns the known builds and properties of a name, with counts of 0. */
    known(nameId: number): NameCounts {
      const counts = new NameCounts();
      for (const { build, at } of sql.builds.all(nameId)) counts.build(build, at);
      for (const { build, property, at } of sql.properties.all(nameId)) {
        counts.property(counts.build(build, at), property, at);
      }
      counts.clear();
      return counts;
    },
    /** Adds the counts of the events after the stored ones and up to `countedId`. */
    add(projectId: number, nameId: number, builds: Builds, countedId: number): void {
      if (sql.progress.run({ nameId, projectId, countedId }).changes === 0) return;
      for (const [build, { events, firstAt, lastAt, properties }] of builds) {
        if (events === 0) continue;
        sql.addBuild.run(nameId, build, events, firstAt, lastAt);
        for (const [property, { firstAt: first, lastAt: last, lastId, ...types }] of properties) {
          const ofTypes = jsonType.options.map((type) => types[type]);
          if (ofTypes.some((count) => count > 0))
            sql.addProperty.run(nameId, build, property, ...ofTypes, first, last, lastId);
        }
      }
    },
    addNext(counts: NameCounts, nameId: number, after: number, limit: number, property: string | null) {
      let last = after;
      const rows = sql.next.all(nameId, after, limit);
      for (const { id, at, properties: json } of rows) {
        // Moved to the archive meanwhile; only the reading thread sees it.
        if (json === '') return { last, isDone: false };
        const properties = parseJson(json);
        counts.add({ id, at, properties }, buildOf(properties, property));
        last = id;
      }
      return { last, isDone: rows.length < limit };
    },
    remove(nameId: number): void {
      for (const remove of sql.removals) remove.run(nameId);
    },
    /** Marks a name to be counted again. */
    outdate: (nameId: number): void => void sql.outdate.run(nameId),
    outdateAll: (projectId: number): void => void sql.outdateAll.run(projectId),
  };
}

function statements(database: Database) {
  const types = jsonType.options.map(columnOf);
  const earliest = 'first_at = min(first_at, excluded.first_at), last_at = max(last_at, excluded.last_at)';
  return {
    stored: database.prepare<[number, string], { nameId: number; isKnown: 0 | 1; countedId: number | null }>(
      `SELECT n.id AS nameId, e.name_id IS NOT NULL AS isKnown, e.counted_id AS countedId
       FROM event_names n JOIN projects p ON p.id = n.project_id AND p.deleted_at IS NULL
       LEFT JOIN plan_events e ON e.name_id = n.id WHERE n.project_id = ? AND n.name = ?`,
    ),
    names: database.prepare<[number], number>('SELECT count(*) FROM plan_events WHERE project_id = ?').pluck(),
    isBehind: database.prepare<[number, number, number], number>(
      'SELECT 1 FROM events WHERE name_id = ? AND id > ? AND id < ? LIMIT 1',
    ),
    next: database.prepare<[number, number, number], { id: number; at: number; properties: string }>(
      'SELECT id, received_at AS at, properties FROM events WHERE name_id = ? AND id > ? ORDER BY id LIMIT ?',
    ),
    builds: database.prepare<[number], { build: string; at: number }>(
      'SELECT build, first_at AS at FROM plan_builds WHERE name_id = ? ORDER BY first_at',
    ),
    properties: database.prepare<[number], { build: string; property: string; at: number }>(
      'SELECT build, property, first_at AS at FROM plan_properties WHERE name_id = ?',
    ),
    // A deleted project gets no new rows.
    progress: database.prepare<{ nameId: number; projectId: number; countedId: number }>(
      `INSERT INTO plan_events (name_id, project_id, counted_id)
       SELECT :nameId, id, :countedId FROM projects WHERE id = :projectId AND deleted_at IS NULL
       ON CONFLICT (name_id) DO UPDATE SET counted_id = excluded.counted_id`,
    ),
    addBuild: database.prepare<[number, string, number, number, number]>(
      `INSERT INTO plan_builds (name_id, build, events, first_at, last_at) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET events = events + excluded.events, ${earliest}`,
    ),
    addProperty: database.prepare<unknown[]>(
      `INSERT INTO plan_properties (name_id, build, property, ${types}, first_at, last_at, last_id)
       VALUES (?, ?, ?, ${types.map(() => '?')}, ?, ?, ?)
       ON CONFLICT DO UPDATE SET ${types.map((type) => `${type} = ${type} + excluded.${type}`)}, ${earliest},
         last_id = max(last_id, excluded.last_id)`,
    ),
    removals: ['plan_properties', 'plan_builds', 'plan_events'].map((table) =>
      database.prepare<[number]>(`DELETE FROM ${table} WHERE name_id = ?`),
    ),
    outdate: database.prepare<[number]>('UPDATE plan_events SET counted_id = NULL WHERE name_id = ?'),
    outdateAll: database.prepare<[number]>('UPDATE plan_events SET counted_id = NULL WHERE project_id = ?'),
  };
}
