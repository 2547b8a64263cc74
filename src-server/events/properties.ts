import type { Database } from '../database/open.ts';
import type { PropertyNames, PropertyValues } from '../properties/contract.ts';
import { namesIn, parsedRows, valuesIn } from '../properties/suggest.ts';
import type { EventPropertyNamesQuery, EventPropertyValuesQuery } from './contract.ts';

export type EventPropertyNamesArgs = { projectId: number; query: EventPropertyNamesQuery };
export type EventPropertyValuesArgs = { projectId: number; query: EventPropertyValuesQuery };

const newest = 1000;

/** Names of properties that the newest events have, to suggest: the app's own first, those that SDKs add after them. */
export function readEventPropertyNames(
  database: Database,
  { projectId, query }: EventPropertyNamesArgs,
): PropertyNames {
  return namesIn(newestProperties(database, projectId, query.event), query.search, (key) =>
    Number(key.startsWith('$')),
  );
}

/** Values that one property has in the newest events, to suggest. */
export function readEventPropertyValues(
  database: Database,
  { projectId, query }: EventPropertyValuesArgs,
): PropertyValues {
  return valuesIn(newestProperties(database, projectId, query.event), query.key, query.search);
}

/** Of events of the name, or of all; as many as one answer may read. */
function newestProperties(database: Database, projectId: number, event: string | undefined) {
  if (event === undefined) {
    const all = database
      .prepare<[number, number], string>('SELECT properties FROM events WHERE +project_id = ? ORDER BY id DESC LIMIT ?')
      .pluck();
    return parsedRows(all.iterate(projectId, newest));
  }
  const named = database
    .prepare<[number, string, number], string>(
      `SELECT properties FROM events
       WHERE name_id = (SELECT id FROM event_names WHERE project_id = ? AND name = ?) ORDER BY id DESC LIMIT ?`,
    )
    .pluck();
  return parsedRows(named.iterate(projectId, event, newest));
}
