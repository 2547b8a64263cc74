import { maxEventName, maxListedKey, maxListedProperties } from '../core/limits-contract.ts';
import { nearestName } from '../core/nearest-contract.ts';
import type { Database } from '../database/open.ts';
import { noTestRun } from '../test-runs/contract.ts';
import { inTestRun, type TestRunScope } from '../test-runs/in-test-run.ts';
import type { SeenNames } from './contract.ts';

const newestEvents = 500;
const maxKeys = 1000;
const maxNames = 500;

/** `near`: the name for which to find the nearest. */
export type NamesArgs = TestRunScope & { near: string | undefined };

/** Suggests names: of the most recent new events, and the property keys of the newest events that are not huge. */
export function readNames(database: Database, { near, ...scope }: NamesArgs): SeenNames {
  const events = readEventNames(database, scope);
  const { sql, values } = inTestRun(scope, 'test_run_id');
  const keys = database
    .prepare<unknown[], string>(
      `SELECT DISTINCT key FROM (
         SELECT iif(octet_length(properties) <= ${maxListedProperties}, properties, '{}') AS properties FROM events
         WHERE +project_id = ? AND ${sql} ORDER BY id DESC LIMIT ${newestEvents}) e,
         json_each(e.properties) WHERE length(key) <= ${maxListedKey}
       ORDER BY key LIMIT ${maxKeys}`,
    )
    .pluck()
    .all(scope.projectId, ...values);
  return { events, properties: keys, nearest: near === undefined ? null : nearestName(near, events) };
}

/** Returns the event names that appeared last. */
export function readEventNames(database: Database, scope: TestRunScope): string[] {
  const run = namedInTestRun(scope);
  return database
    .prepare<unknown[], string>(
      `SELECT substr(name, 1, ${maxEventName}) FROM event_names n WHERE project_id = ? AND ${run.sql}
       ORDER BY id DESC LIMIT ${maxNames}`,
    )
    .pluck()
    .all(scope.projectId, ...run.values);
}

/** Selects the names, as `n`, that events of a test run have, or events of none. */
function namedInTestRun(scope: TestRunScope) {
  const { sql, values } = inTestRun(scope, 'e.test_run_id');
  if (scope.testRun === undefined) return { sql, values };
  const named =
    scope.testRun === noTestRun
      ? `EXISTS (SELECT 1 FROM events e WHERE e.name_id = n.id AND ${sql})`
      : `n.id IN (SELECT e.name_id FROM events e WHERE ${sql})`;
  return { sql: named, values };
}
