import type { Database } from '../../../database/open.ts';
import type { Prefilter } from '../../prefilter/prefilter.ts';

/** SQL functions that read properties from the archive; the second returns null if the archive lacks them. */
const movedProperties = 'moved_properties';
const archivedProperties = 'archived_properties';
/** SQL function: see `candidatesOf`. */
const movedCandidates = 'moved_candidates';

/** Reads properties by the id of an event. `of` throws if the archive lacks them, `find` returns null. */
type Archived = { of(id: number): string; find(id: number): string | null };

/** The events of a project that a filter can match. */
export type Sought = { projectId: number; prefilter: Prefilter };

/** All ids of events after `low` that can match. */
export type Found = { low: number; ids: number[] };

/** Finds events of (low, high] that can match, and reads their properties; null if it cannot tell. */
type Candidates = { before(sought: Sought, low: number, high: number): Found | null };

/**
 * Puts a view in front of the table of events, for this connection: with all properties, wherever they are. An index can be named
 * for `main.events` alone, which has only those that are still in SQLite.
 */
export function showWholeEvents(database: Database, moved: Archived, candidates: Candidates): void {
  database.function(movedProperties, { directOnly: false }, (id) => moved.of(Number(id)));
  database.function(archivedProperties, { directOnly: false }, (id) => moved.find(Number(id)));
  database.function(movedCandidates, { directOnly: true }, (sought, low, high) => {
    const found = candidates.before(JSON.parse(String(sought)), Number(low), Number(high));
    return found === null ? null : JSON.stringify(found);
  });
  const columns = database.pragma('main.table_info(events)') as { name: string }[];
  const selected = columns.map(({ name }) =>
    name === 'properties' ? `iif(${isMoved}, ${movedProperties}(id), properties) AS properties` : name,
  );
  database.exec(`CREATE TEMP VIEW events AS SELECT ${selected.join(', ')} FROM main.events`);
}

/**
 * Returns a function that finds, without reading the others, which events of (low, high] can match: down to an id that it
 * chooses, not below `low`. Null if each event must be read.
 */
export function candidatesOf(database: Database, sought: Sought): (low: number, high: number) => Found | null {
  const isKnown = database.prepare('SELECT 1 FROM pragma_function_list WHERE name = ?').get(movedCandidates);
  if (isKnown === undefined) return () => null;
  const select = database.prepare<[string, number, number], string>(`SELECT ${movedCandidates}(?, ?, ?)`).pluck();
  const text = JSON.stringify(sought);
  return (low, high) => JSON.parse(select.get(text, low, high) ?? 'null');
}

/** SQL condition: only the archive has the event's properties. Reads the length without the text. */
export const isMoved = 'octet_length(properties) = 0';

/** SQL column `archived`: the archive's properties of an event, as text; null if it lacks them. */
export const archivedSql = `${archivedProperties}(id) AS archived`;
