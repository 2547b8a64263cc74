import { existing } from '../../../core/sql.ts';
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

/** `ids`: of the only events of (low, high] that can match; null: each must be read. */
export type CandidatePart = { low: number; high: number; ids: number[] | null };

/** The ids (low, high] in the order of a scan. */
export type Stretch = { low: number; high: number; isForward: boolean };

/** Finds the events of the first part of a stretch that can match, and reads their properties. */
type Candidates = { within(sought: Sought, stretch: Stretch): CandidatePart };

/**
 * Puts a view in front of the table of events, for this connection: with all properties, wherever they are. An index can be named
 * for `main.events` alone, which has only those that are still in SQLite.
 */
export function showWholeEvents(database: Database, moved: Archived, candidates: Candidates): void {
  database.function(movedProperties, { directOnly: false }, (id) => moved.of(Number(id)));
  database.function(archivedProperties, { directOnly: false }, (id) => moved.find(Number(id)));
  database.function(movedCandidates, { directOnly: true }, (sought, stretch) =>
    JSON.stringify(candidates.within(JSON.parse(String(sought)), JSON.parse(String(stretch)))),
  );
  const columns = database.pragma('main.table_info(events)') as { name: string }[];
  const selected = columns.map(({ name }) =>
    name === 'properties' ? `iif(${isMoved}, ${movedProperties}(id), properties) AS properties` : name,
  );
  database.exec(`CREATE TEMP VIEW events AS SELECT ${selected.join(', ')} FROM main.events`);
}

/** Returns a function that finds which events can match, without reading the others: those of the first part of a stretch. */
export function candidatesOf(database: Database, sought: Sought): (stretch: Stretch) => CandidatePart {
  const isKnown = database.prepare('SELECT 1 FROM pragma_function_list WHERE name = ?').get(movedCandidates);
  if (isKnown === undefined) return allOf;
  const select = database.prepare<[string, string], string>(`SELECT ${movedCandidates}(?, ?)`).pluck();
  const text = JSON.stringify(sought);
  return (stretch) => JSON.parse(existing(select.get(text, JSON.stringify(stretch))));
}

export const allOf = ({ low, high }: Stretch): CandidatePart => ({ low, high, ids: null });

/** SQL condition: only the archive has the event's properties. Reads the length without the text. */
export const isMoved = 'octet_length(properties) = 0';

/** SQL column `archived`: the archive's properties of an event, as text; null if it lacks them. */
export const archivedSql = `${archivedProperties}(id) AS archived`;
