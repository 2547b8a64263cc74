import { maxEventName } from '../../core/limits-contract.ts';
import type { Listing, Page } from '../../core/page.ts';
import { isoTime } from '../../core/text/time-contract.ts';
import type { Database } from '../../database/open.ts';
import type { PlanViolation, PlanViolationsQuery } from '../contract.ts';
import { type ViolationColumns, violationIn } from './violation-store.ts';
import { describeViolations } from './word-violation.ts';

export type ViolationsArgs = { projectId: number; query: PlanViolationsQuery; page: Page };

type Row = ViolationColumns & {
  event: string;
  build: string;
  count: number;
  of: number | null;
  first_seen: number;
  last_seen: number;
  last_event: string;
};

/**
 * Selects violations of the present schemas, since each was set; renames only while the event has no schema. Bound: the project.
 */
export const presentViolations = `plan_violations v JOIN event_names n ON n.id = v.name_id AND n.project_id = :projectId
  LEFT JOIN plan_locks own ON own.project_id = n.project_id AND own.event = n.name
  LEFT JOIN plan_locks resembled
    ON v.kind = 'renamed_event' AND resembled.project_id = n.project_id AND resembled.event = v.wanted
  WHERE iif(v.kind = 'renamed_event', own.id IS NULL AND v.event_id > resembled.since_id, v.event_id > own.since_id)`;

/** Groups equal violations of an event and build, most recent first. */
export function readViolations(database: Database, { projectId, query, page }: ViolationsArgs): Listing<PlanViolation> {
  const conditions = [
    ['n.name', query.event],
    ['v.property', query.property],
    ['v.kind', query.kind],
    ['v.build', query.build],
  ].filter((condition): condition is [string, string] => condition[1] !== undefined);
  const groups = `SELECT v.name_id, v.build, v.kind, v.property, v.wanted, v.got, substr(n.name, 1, ${maxEventName}) AS event,
      ifnull(own.updated_at, resembled.updated_at) AS set_at, count(*) AS count, min(v.event_id) AS first_id, max(v.event_id) AS last_id
    FROM ${presentViolations} ${conditions.map(([column], index) => `AND ${column} = :value${index}`).join(' ')}
    GROUP BY v.name_id, v.build, v.kind, v.property, v.wanted, v.got`;
  const values = {
    projectId,
    ...Object.fromEntries(conditions.map(([, value], index) => [`value${index}`, value])),
  };
  const total = database.prepare<object, number>(`SELECT count(*) FROM (${groups})`).pluck().get(values) ?? 0;
  const rows = database
    .prepare<object, Row>(
      `SELECT g.*,
         (SELECT events FROM plan_builds b WHERE b.name_id = g.name_id AND b.build = g.build AND b.first_at >= g.set_at) AS "of",
         a.received_at AS first_seen, z.received_at AS last_seen, z.uuid AS last_event
       FROM (${groups}) g JOIN events a ON a.id = g.first_id JOIN events z ON z.id = g.last_id
       ORDER BY g.last_id DESC, g.kind, g.property, g.wanted, g.got LIMIT :limit OFFSET :offset`,
    )
    .all({ ...values, ...page });
  return { total, results: rows.map(shapeOf) };
}

function shapeOf({ event, build: text, count, of, first_seen, last_seen, last_event, ...columns }: Row): PlanViolation {
  const violation = violationIn(columns);
  const build = text === '' ? null : text;
  // Uncounted events may include more violations.
  const share = of === null ? null : Math.min(1, count / of);
  return {
    event,
    build,
    violation,
    detail: describeViolations({ violation, event, build, count }),
    count,
    share,
    first_seen: isoTime(first_seen),
    last_seen: isoTime(last_seen),
    last_event,
  };
}
