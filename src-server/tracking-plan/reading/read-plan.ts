import { maxEventName } from '../../core/limits-contract.ts';
import type { Listing, Page } from '../../core/page.ts';
import { containsSearch, searchValue } from '../../core/sql.ts';
import { isoTime } from '../../core/text/time-contract.ts';
import type { Database } from '../../database/open.ts';
import { maxListedBuilds, type PlanBuild, type PlanEvent, type PlanEventSummary, type PlanLock } from '../contract.ts';
import { schemaOfTraffic } from '../locking/schema-of-traffic.ts';
import { presentViolations } from '../violations/read-violations.ts';
import { readExamples } from './read-examples.ts';
import { propertyReader } from './read-properties.ts';

export type PlanArgs = { projectId: number; search: string | undefined; isLocked: boolean | null; page: Page };
export type PlanEventArgs = { projectId: number; event: string };

type Counting = 'is_counting';
type Row = {
  event: string;
  name_id: number | null;
  is_locked: 0 | 1;
  events: number;
  build_count: number;
  first_at: number | null;
  last_at: number | null;
};

/** Events that are counted or have a schema: first the app's, then SDKs' own, by name. */
const rows = `SELECT substr(p.name, 1, ${maxEventName}) AS event, p.name_id, p.is_locked, ifnull(sum(b.events), 0) AS events,
    count(nullif(b.build, '')) AS build_count, min(b.first_at) AS first_at, max(b.last_at) AS last_at
  FROM (
    SELECT n.name, e.name_id, l.id IS NOT NULL AS is_locked FROM plan_events e JOIN event_names n ON n.id = e.name_id
    LEFT JOIN plan_locks l ON l.project_id = e.project_id AND l.event = n.name WHERE e.project_id = :projectId
    UNION ALL
    SELECT l.event, NULL, 1 FROM plan_locks l WHERE l.project_id = :projectId AND NOT EXISTS (
      SELECT 1 FROM plan_events e JOIN event_names n ON n.id = e.name_id WHERE e.project_id = :projectId AND n.name = l.event)
  ) p LEFT JOIN plan_builds b ON b.name_id = p.name_id`;

export function readPlan(database: Database, args: PlanArgs): Listing<Omit<PlanEventSummary, Counting>> {
  const { projectId, page } = args;
  const values = {
    projectId,
    search: searchValue(args.search),
    isLocked: args.isLocked === null ? null : Number(args.isLocked),
  };
  const found = `${rows} WHERE ${containsSearch('p.name')} AND (:isLocked IS NULL OR p.is_locked = :isLocked)
    GROUP BY p.name`;
  const total = database.prepare<object, number>(`SELECT count(*) FROM (${found})`).pluck().get(values) ?? 0;
  const listed = database
    .prepare<object, Row>(`${found} ORDER BY substr(p.name, 1, 1) = '$', p.name LIMIT :limit OFFSET :offset`)
    .all({ ...values, ...page });
  const violations = violationCounts(database, projectId);
  const propertiesOf = propertyReader(database);
  return {
    total,
    results: listed.map((row) => ({
      ...summaryOf(row, violations),
      properties:
        row.name_id === null ? [] : propertiesOf(row.name_id, null, row.events).map(({ property }) => property),
    })),
  };
}

/** Reads an event of the plan; null if it is neither counted nor locked. */
export function readPlanEvent(
  database: Database,
  { projectId, event }: PlanEventArgs,
): Omit<PlanEvent, Counting | 'lock'> | null {
  const row = database.prepare<object, Row>(`${rows} WHERE p.name = :event GROUP BY p.name`).get({ projectId, event });
  if (row === undefined) return null;
  const summary = summaryOf(row, violationCounts(database, projectId));
  const { name_id: nameId, events } = row;
  if (nameId === null) return { ...summary, properties: [], builds: [], suggested_schema: schemaOfTraffic(0, []) };
  const properties = propertyReader(database)(nameId, null, events);
  const examples = readExamples(database, nameId, properties);
  const counted = properties.map(({ property }) => property);
  return {
    ...summary,
    properties: counted.map((property) => ({ ...property, examples: examples.get(property.property) ?? [] })),
    builds: readBuilds(database, nameId),
    suggested_schema: schemaOfTraffic(events, counted),
  };
}

/** Returns the schema that the events of a build fit; null if it sent none. */
export function readBuildSchema(
  database: Database,
  { projectId, event, build }: PlanEventArgs & { build: string },
): PlanLock['schema'] | null {
  const row = database
    .prepare<[number, string, string], { nameId: number; events: number }>(
      `SELECT b.name_id AS nameId, b.events FROM plan_builds b JOIN event_names n ON n.id = b.name_id
       WHERE n.project_id = ? AND n.name = ? AND b.build = ?`,
    )
    .get(projectId, event, build);
  if (row === undefined) return null;
  const properties = propertyReader(database)(row.nameId, build, row.events);
  return schemaOfTraffic(
    row.events,
    properties.map(({ property }) => property),
  );
}

function readBuilds(database: Database, nameId: number): PlanBuild[] {
  const propertiesOf = propertyReader(database);
  return database
    .prepare<[number, number], { build: string; events: number; first_at: number; last_at: number }>(
      `SELECT build, events, first_at, last_at FROM plan_builds WHERE name_id = ?
       ORDER BY last_at DESC, first_at DESC, build LIMIT ?`,
    )
    .all(nameId, maxListedBuilds)
    .map(({ build, events, first_at, last_at }) => ({
      build: build === '' ? null : build,
      events,
      first_seen: isoTime(first_at),
      last_seen: isoTime(last_at),
      properties: propertiesOf(nameId, build, events).map(({ property: { property, count, types } }) => ({
        property,
        count,
        types,
      })),
    }));
}

/** Counts the events that do not fit their schema, by name. */
function violationCounts(database: Database, projectId: number): ReadonlyMap<string, number> {
  const counts = database
    .prepare<{ projectId: number }, [string, number]>(
      `SELECT n.name, count(DISTINCT v.event_id) FROM ${presentViolations} GROUP BY v.name_id`,
    )
    .raw();
  return new Map(counts.all({ projectId }));
}

const summaryOf = (row: Row, violations: ReadonlyMap<string, number>) => ({
  event: row.event,
  events: row.events,
  first_seen: isoTime(row.first_at),
  last_seen: isoTime(row.last_at),
  build_count: row.build_count,
  is_locked: row.is_locked === 1,
  violations: violations.get(row.event) ?? 0,
});
