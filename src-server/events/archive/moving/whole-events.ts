import type { Database } from '../../../database/open.ts';

/** SQL functions that read properties from the archive; the second returns null if the archive lacks them. */
const movedProperties = 'moved_properties';
const archivedProperties = 'archived_properties';

/** Reads properties by the id of an event. `of` throws if the archive lacks them, `find` returns null. */
type Archived = { of(id: number): string; find(id: number): string | null };

/**
 * Puts a view in front of the table of events, for this connection: with all properties, wherever they are. An index can be named
 * for `main.events` alone, which has only those that are still in SQLite.
 */
export function showWholeEvents(database: Database, moved: Archived): void {
  database.function(movedProperties, { directOnly: false }, (id) => moved.of(Number(id)));
  database.function(archivedProperties, { directOnly: false }, (id) => moved.find(Number(id)));
  const columns = database.pragma('main.table_info(events)') as { name: string }[];
  const selected = columns.map(({ name }) =>
    name === 'properties' ? `iif(${isMoved}, ${movedProperties}(id), properties) AS properties` : name,
  );
  database.exec(`CREATE TEMP VIEW events AS SELECT ${selected.join(', ')} FROM main.events`);
}

/** SQL condition: only the archive has the event's properties. Reads the length without the text. */
export const isMoved = 'octet_length(properties) = 0';

/** SQL column `archived`: the archive's properties of an event, as text; null if it lacks them. */
export const archivedSql = `${archivedProperties}(id) AS archived`;
