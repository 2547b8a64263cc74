import { parseJson } from '../../core/json/parse-json-contract.ts';
import type { Database } from '../../database/open.ts';
import { prefetchNamed } from '../../events/archive/moving/whole-events.ts';
import { newestId } from '../../events/list.ts';
import { buildOf } from './build.ts';
import { type Builds, NameCounts } from './name-counts.ts';

/** `after`: the id of the last counted event. `property`: names the build. */
export type CountSliceArgs = { nameId: number; after: number; property: string | null };
/** `changed`: the builds of events whose violations have another. */
export type CountSlice = { builds: Builds; changed: EventBuild[]; last: number; isDone: boolean };
export type EventBuild = { id: number; build: string };

/** Max milliseconds that other reads wait. */
const sliceBudgetMs = 12;

/** `violating`: the build of its violations. */
type Row = { id: number; at: number; properties: string; violating: string | null };

export function countSlice(database: Database, { nameId, after, property }: CountSliceArgs): CountSlice {
  const counts = new NameCounts();
  const end = performance.now() + sliceBudgetMs;
  const changed: EventBuild[] = [];
  const select = database.prepare<[number, number, number], Row>(
    `SELECT id, received_at AS at, properties,
       (SELECT v.build FROM plan_violations v WHERE v.event_id = e.id LIMIT 1) AS violating
     FROM events e WHERE name_id = ? AND id > ? AND id <= ? ORDER BY id`,
  );
  const newest = newestId(database);
  let last = after;
  for (let low = after; low < newest; ) {
    const { high } = prefetchNamed(database, nameId, { low, high: newest, isForward: true });
    for (const { id, at, properties: json, violating } of select.iterate(nameId, low, high)) {
      const properties = parseJson(json);
      const build = buildOf(properties, property);
      counts.add({ id, at, properties }, build);
      if (violating !== null && violating !== build) changed.push({ id, build });
      last = id;
      if (performance.now() > end) return { builds: counts.builds, changed, last, isDone: false };
    }
    low = high;
  }
  return { builds: counts.builds, changed, last, isDone: true };
}

export type BehindName = { projectId: number; name: string };

/** Returns the event names with events to count, or to count again; `projectId`: null for all. */
export function readBehind(database: Database, projectId: number | null): BehindName[] {
  return database
    .prepare<{ projectId: number | null }, BehindName>(
      `SELECT n.project_id AS projectId, n.name FROM event_names n
       JOIN projects p ON p.id = n.project_id AND p.deleted_at IS NULL LEFT JOIN plan_events e ON e.name_id = n.id
       WHERE (:projectId IS NULL OR n.project_id = :projectId) AND (e.name_id IS NOT NULL AND e.counted_id IS NULL
         OR EXISTS (SELECT 1 FROM events WHERE name_id = n.id AND id > ifnull(e.counted_id, 0)))`,
    )
    .all({ projectId });
}
