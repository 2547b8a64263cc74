import type { Database } from '../../../database/open.ts';

/** The SQL function that reads properties which are in the archive alone. */
const movedProperties = 'moved_properties';

/**
 * Puts a view in front of the table of events, for this connection: with all properties, wherever they are. An index can be named
 * for `main.events` alone, which has only those that are still in SQLite.
 */
export function showWholeEvents(database: Database, propertiesOf: (id: number) => string): void {
  database.function(movedProperties, { directOnly: false }, (id) => propertiesOf(Number(id)));
  const columns = database.pragma('main.table_info(events)') as { name: string }[];
  const selected = columns.map(({ name }) =>
    name === 'properties' ? `iif(${isMoved}, ${movedProperties}(id), properties) AS properties` : name,
  );
  database.exec(`CREATE TEMP VIEW events AS SELECT ${selected.join(', ')} FROM main.events`);
}

/** The condition, in SQL, that an event's properties are in the archive alone. Its length is read without the text. */
export const isMoved = 'octet_length(properties) = 0';

/** Events with the properties that the archive has of them, as text in `archived`. */
export const archivedSql = `${movedProperties}(id) AS archived`;
