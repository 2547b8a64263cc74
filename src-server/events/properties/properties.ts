import type { Database } from '../../database/open.ts';
import type { PropertyNames, PropertyValues } from '../../properties/contract.ts';
import { namesIn, parsedRows, valuesIn } from '../../properties/suggest.ts';
import { noTestRun } from '../../test-runs/contract.ts';
import { inTestRun } from '../../test-runs/in-test-run.ts';
import { prefetchSelected } from '../archive/moving/whole-events.ts';
import type { EventPropertyNamesQuery, EventPropertyValuesQuery } from '../contract.ts';
import { isSdkProperty } from '../sdk-property-contract.ts';

export type EventPropertyNamesArgs = { projectId: number; query: EventPropertyNamesQuery };
export type EventPropertyValuesArgs = { projectId: number; query: EventPropertyValuesQuery };

const newest = 1000;

/** Suggests property names from the newest events: the app's own first, then those of SDKs. */
export function readEventPropertyNames(
  database: Database,
  { projectId, query }: EventPropertyNamesArgs,
): PropertyNames {
  return namesIn(newestProperties(database, projectId, query), query.search, (key) => Number(isSdkProperty(key)));
}

export function readEventPropertyValues(
  database: Database,
  { projectId, query }: EventPropertyValuesArgs,
): PropertyValues {
  return valuesIn(newestProperties(database, projectId, query), query.key, query.search);
}

/** Reads events of one name, or all, up to the read limit of one answer. */
function newestProperties(
  database: Database,
  projectId: number,
  { event, test_run: testRun }: Pick<EventPropertyNamesQuery, 'event' | 'test_run'>,
) {
  const run = inTestRun({ projectId, testRun }, 'test_run_id');
  // A test run has few events, so its index is better.
  const name = testRun === undefined || testRun === noTestRun ? 'name_id' : '+name_id';
  const named =
    event === undefined
      ? '+project_id = ?'
      : `${name} = (SELECT id FROM event_names WHERE project_id = ? AND name = ?)`;
  const select = (column: string) =>
    `SELECT ${column} FROM events WHERE ${named} AND ${run.sql} ORDER BY id DESC LIMIT ?`;
  const values = [...(event === undefined ? [projectId] : [projectId, event]), ...run.values, newest];
  prefetchSelected(database, select('id'), ...values);
  const properties = database.prepare<unknown[], string>(select('properties')).pluck();
  return parsedRows(properties.iterate(...values));
}
