import type { JsonObject } from '../core/contract.ts';
import { parseJson } from '../core/json/parse-json-contract.ts';
import { listedProperties } from '../core/json/truncate.ts';
import { maxEventName } from '../core/limits-contract.ts';
import type { PageBudget } from '../core/page.ts';
import { isoTime } from '../core/text/time-contract.ts';
import type { Database } from '../database/open.ts';
import { testRunNameSql } from '../test-runs/in-test-run.ts';
import type { Event } from './contract.ts';
import type { EventReason } from './reason-contract.ts';

/** A row of either table, with the same columns. */
export type ListedRow = {
  id: number;
  uuid: string;
  event: string | null;
  distinct_id: string | null;
  person_id: number | null;
  timestamp: number;
  received_at: number;
  properties: string;
  status: Event['status'];
  reason: EventReason | null;
  warnings: string | null;
  count: number;
  request_id: number | null;
  test_run: string | null;
  unassigned: 0 | 1;
  detail: string | null;
};

const testRun = testRunNameSql('r.test_run_id');
/** The name of an event. Names are cut on arrival; older databases may have longer ones. */
export const sentName = `substr(n.name, 1, ${maxEventName})`;
/** Columns of the sent event and its owner. */
export const sentColumns = `r.id, r.uuid, ${sentName} AS event, d.value AS distinct_id, d.person_id, r.timestamp, r.received_at,
  r.properties, ${testRun}`;
export const eventColumns = `${sentColumns}, 'accepted' AS status, NULL AS reason, r.warnings, 1 AS count, r.request_id,
  0 AS unassigned, NULL AS detail`;
export const eventTablesSql =
  'events r JOIN event_names n ON n.id = r.name_id JOIN distinct_ids d ON d.id = r.distinct_ref';
export const discardColumns = `r.id, r.uuid, substr(r.event, 1, ${maxEventName}) AS event, r.distinct_id, NULL AS person_id, r.timestamp, r.received_at,
  r.properties, r.status, r.reason, r.warnings, r.count, r.request_id,
  ${testRun}, r.project_id IS NULL AS unassigned, r.detail`;

/**
 * Returns the newest id given to an event or a drop, even if it was deleted with its test run, or with its project after a sender
 * had passed it: a new event must not get an id that a sender has passed.
 */
export function newestId(database: Database): number {
  const sql = `SELECT max((SELECT ifnull(max(id), 0) FROM events), (SELECT ifnull(max(id), 0) FROM discards),
    (SELECT ifnull(max(last_removed_id), 0) FROM projects), (SELECT ifnull(max(sent_id), 0) FROM event_senders)) AS id`;
  return database.prepare<[], { id: number }>(sql).get()?.id ?? 0;
}

/** Returns a function that reads the whole row that a scan found, if it was not deleted since. */
export function rowReader(database: Database): (found: Pick<ListedRow, 'id' | 'status'>) => ListedRow | undefined {
  // With a bare ? and a join, SQLite would replan for each value.
  const event = database.prepare<[number], ListedRow>(`SELECT ${eventColumns} FROM ${eventTablesSql} WHERE r.id = +?`);
  const discard = database.prepare<[number], ListedRow>(`SELECT ${discardColumns} FROM discards r WHERE r.id = ?`);
  return ({ id, status }) => (status === 'accepted' ? event : discard).get(id);
}

/** Returns a look-up of the id of an event name; undefined for a name that has not arrived. */
export function nameIdReader(database: Database): (projectId: number, name: string) => number | undefined {
  const id = database
    .prepare<[number, string], number>('SELECT id FROM event_names WHERE project_id = ? AND name = ?')
    .pluck();
  return (projectId, name) => id.get(projectId, name);
}

export const toEvent = (row: ListedRow, facts: RequestFacts): Event => shapeOf(row, parseJson(row.properties), facts);

export function toListed(row: ListedRow, budget: PageBudget, facts: RequestFacts): Event {
  const { properties, truncated, size } = listedProperties(row.properties);
  budget.add({ read: row.properties.length, written: size });
  return { ...shapeOf(row, properties, facts), ...(truncated === undefined ? {} : { truncated }) };
}

export type RequestFacts = Pick<Event, 'batch' | 'key_prefix'>;

function shapeOf(row: ListedRow, properties: JsonObject, facts: RequestFacts): Event {
  return {
    uuid: row.uuid,
    event: row.event,
    distinct_id: row.distinct_id,
    person_id: row.person_id,
    timestamp: isoTime(row.timestamp),
    received_at: isoTime(row.received_at),
    properties,
    status: row.status,
    reason: row.reason,
    warnings: row.warnings === null ? [] : JSON.parse(row.warnings),
    count: row.count,
    request_id: row.request_id,
    test_run: row.test_run,
    unassigned: row.unassigned === 1,
    detail: row.detail,
    ...facts,
  };
}

/** Returns a random number that changes whenever events or drops of a project are deleted with a test run. */
export const readRemovalMark = (database: Database, projectId: number): number =>
  database.prepare<[number], number>('SELECT removal_mark FROM projects WHERE id = ?').pluck().get(projectId) ?? 0;
