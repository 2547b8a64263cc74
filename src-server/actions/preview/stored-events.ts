import { parseJson } from '../../core/json/parse-json-contract.ts';
import { listedProperties } from '../../core/json/truncate.ts';
import { PageBudget } from '../../core/page.ts';
import { isoTime } from '../../core/text/time-contract.ts';
import type { Database } from '../../database/open.ts';
import { prefetchMoved } from '../../events/archive/moving/whole-events.ts';
import { sentName } from '../../events/list.ts';
import { testRunNameSql } from '../../test-runs/in-test-run.ts';
import { type EventSubject, eventSubject } from '../matching/match.ts';
import type { MatchedEvent } from './preview-contract.ts';

export type PreviewedEvent = {
  id: number;
  uuid: string;
  event: string;
  distinct_id: string;
  person_id: number;
  timestamp: number;
  test_run: string | null;
  properties: string;
  person_properties: string;
};

export const eventSql = `SELECT e.id, e.uuid, ${sentName} AS event, d.value AS distinct_id, d.person_id, e.timestamp, e.properties,
    ${testRunNameSql('e.test_run_id')}, p.properties AS person_properties
  FROM events e JOIN event_names n ON n.id = e.name_id JOIN distinct_ids d ON d.id = e.distinct_ref
    JOIN persons p ON p.id = d.person_id`;

export const eventById = (database: Database) =>
  database.prepare<[number], PreviewedEvent>(`${eventSql} WHERE e.id = ?`);

export const eventByUuid = (database: Database, projectId: number, uuid: string) =>
  database
    .prepare<[number, string], PreviewedEvent>(`${eventSql} WHERE e.project_id = ? AND e.uuid = ?`)
    .get(projectId, uuid.toLowerCase());

export const subjectOfEvent = ({ event, properties, person_properties: person }: PreviewedEvent): EventSubject =>
  eventSubject(
    event,
    () => parseJson(properties),
    () => parseJson(person),
  );

/** Reads the events of these ids in order until the page is full. `taken` includes deleted ones. */
export function readEvents(database: Database, ids: number[]): { results: MatchedEvent[]; taken: number } {
  const read = eventById(database);
  prefetchMoved(database, () => ids);
  const budget = new PageBudget();
  const results: MatchedEvent[] = [];
  let taken = 0;
  for (const id of ids) {
    if (budget.isSpent) break;
    taken += 1;
    const row = read.get(id);
    if (row === undefined) continue;
    const { uuid, event, distinct_id, person_id, timestamp, test_run } = row;
    const { size, ...properties } = listedProperties(row.properties);
    budget.add({ read: row.properties.length, written: size });
    results.push({ uuid, event, distinct_id, person_id, timestamp: isoTime(timestamp), test_run, ...properties });
  }
  return { results, taken };
}
