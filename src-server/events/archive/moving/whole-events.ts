import type { Database } from '../../../database/open.ts';
import type { Prefilter } from '../../prefilter/prefilter.ts';

/** SQL functions that read properties from the archive; the second returns null if the archive lacks them. */
const movedProperties = 'moved_properties';
const archivedProperties = 'archived_properties';

/**
 * Reads properties by the id of an event. `of` throws if the archive lacks them, `find` returns null. `prefetch` reads those
 * at once that are asked for soon.
 */
type Archived = { of(id: number): string; find(id: number): string | null; prefetch(ids: readonly number[]): void };

/** The events of a project that a filter can match. `property`: the only one that is read of them. */
export type CandidateQuery = { projectId: number; prefilter: Prefilter; property?: string };

/** `ids`: of the only events of (low, high] that can match; null: each must be read. */
export type CandidatePart = { low: number; high: number; ids: number[] | null };

/** `ids`: of the only events among the first `length` of some ids that can match. */
export type CandidateList = { length: number; ids: readonly number[] };

/** The ids (low, high] in the order of a scan. */
export type ScanRange = { low: number; high: number; isForward: boolean };

/**
 * Finds events that can match, and reads their properties: those of the first part of a range, or of the first of some ids, which
 * rise. In `read` they have one property alone.
 */
type Candidates = {
  within(query: CandidateQuery, scanRange: ScanRange): CandidatePart;
  among(query: CandidateQuery, ids: readonly number[]): CandidateList;
  reading(query: CandidateQuery, scanRange: ScanRange, read: (part: CandidatePart) => void): void;
};

/** The connections that see whole events. */
const connections = new WeakMap<Database, { moved: Archived; candidates: Candidates }>();

/**
 * Puts a view in front of the table of events, for this connection: with all properties, wherever they are. An index can be named
 * for `main.events` alone, which has only those that are still in SQLite.
 */
export function showWholeEvents(database: Database, moved: Archived, candidates: Candidates): void {
  database.function(movedProperties, { directOnly: false }, (id) => moved.of(Number(id)));
  database.function(archivedProperties, { directOnly: false }, (id) => moved.find(Number(id)));
  connections.set(database, { moved, candidates });
  const columns = database.pragma('main.table_info(events)') as { name: string }[];
  const selected = columns.map(({ name }) =>
    name === 'properties' ? `iif(${isMoved}, ${movedProperties}(id), properties) AS properties` : name,
  );
  database.exec(`CREATE TEMP VIEW events AS SELECT ${selected.join(', ')} FROM main.events`);
}

/** Returns a function that finds which events can match, without reading the others: those of the first part of a range. */
export function candidatesOf(database: Database, query: CandidateQuery): (scanRange: ScanRange) => CandidatePart {
  const whole = connections.get(database);
  return whole === undefined ? allOf : (scanRange) => whole.candidates.within(query, scanRange);
}

/** Returns a function that finds which of the first of some ids, which rise, are of events that can match. */
export function candidatesAmong(database: Database, query: CandidateQuery): (ids: readonly number[]) => CandidateList {
  const whole = connections.get(database);
  return whole === undefined ? allAmong : (ids) => whole.candidates.among(query, ids);
}

/** Reads the moved properties of the events of a name alone, in the first part of a range. Returns that part. */
export function prefetchNamed(database: Database, nameId: number, scanRange: ScanRange): CandidatePart {
  const query = eventsNamed(database, nameId);
  return query === undefined ? allOf(scanRange) : candidatesOf(database, query)(scanRange);
}

/**
 * Calls a function for the first part of a range, in which moved events of a name may have no other property than one: that is
 * read several times faster than all.
 */
export function readProperty(
  database: Database,
  { nameId, property }: { nameId: number; property: string },
  scanRange: ScanRange,
  read: (part: CandidatePart) => void,
): void {
  const whole = connections.get(database);
  const query = whole === undefined ? undefined : eventsNamed(database, nameId);
  if (whole === undefined || query === undefined) read(allOf(scanRange));
  else whole.candidates.reading({ ...query, property }, scanRange, read);
}

function eventsNamed(database: Database, nameId: number): CandidateQuery | undefined {
  const sql = 'SELECT project_id AS projectId, name AS event FROM event_names WHERE id = ?';
  const named = database.prepare<[number], { projectId: number; event: string }>(sql).get(nameId);
  return named && { projectId: named.projectId, prefilter: [{ event: named.event, texts: [] }] };
}

/** Reads the moved properties of some events at once, which are asked for soon. `idsOf` is called if any may have moved. */
export const prefetchMoved = (database: Database, idsOf: () => readonly number[]): void =>
  connections.get(database)?.moved.prefetch(idsOf());

/** The same for the events whose ids a statement selects. */
export const prefetchSelected = (database: Database, sql: string, ...values: unknown[]): void =>
  prefetchMoved(database, () =>
    database
      .prepare<unknown[], number>(sql)
      .pluck()
      .all(...values),
  );

export const allOf = ({ low, high }: ScanRange): CandidatePart => ({ low, high, ids: null });

export const allAmong = (ids: readonly number[]): CandidateList => ({ length: ids.length, ids });

/** SQL condition: only the archive has the event's properties. Reads the length without the text. */
export const isMoved = 'octet_length(properties) = 0';

/** SQL column `archived`: the archive's properties of an event, as text; null if it lacks them. */
export const archivedSql = `${archivedProperties}(id) AS archived`;
