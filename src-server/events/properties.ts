import type { Database } from '../database/open.ts';
import type { PropertyNames, PropertyValues } from '../properties/contract.ts';
import { namesIn, parsedRows, valuesIn } from '../properties/suggest.ts';
import type { EventPropertyNamesQuery, EventPropertyValuesQuery } from './contract.ts';

export type EventPropertyNamesArgs = { projectId: number; query: EventPropertyNamesQuery };
export type EventPropertyValuesArgs = { projectId: number; query: EventPropertyValuesQuery };

const newest = 1000;

/** Suggests property names from the newest events: the app's own first, then those of SDKs. */
export function readEventPropertyNames(
  database: Database,
  { projectId, query }: EventPropertyNamesArgs,
): PropertyNames {
  return namesIn(newestProperties(database, projectId, query.event), query.search, (key) =>
    Number(key.startsWith('$')),
  );
}

/** Suggests values of a property from the newest events. */
export function readEventPropertyValues(
  database: Database,
  { projectId, query }: EventPropertyValuesArgs,
): PropertyValues {
  return valuesIn(newestProperties(database, projectId, query.event), query.key, query.search);
}

/** Reads events of one name, or all, up to the read limit of one answer. */
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
