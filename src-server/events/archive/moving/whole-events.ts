import type { Database } from '../../../database/open.ts';
import type { Prefilter } from '../../prefilter/prefilter.ts';

/** SQL functions that read properties from the archive; the second returns null if the archive lacks them. */
const movedProperties = 'moved_properties';
const archivedProperties = 'archived_properties';

/**
 * Reads properties by the id of an event. `of` throws if the archive lacks them, `find` returns null. `bringEvents` reads those
 * at once that are asked for soon.
 */
type Archived = { of(id: number): string; find(id: number): string | null; bringEvents(ids: readonly number[]): void };

/** The events of a project that a filter can match. */
export type Sought = { projectId: number; prefilter: Prefilter };

/** `ids`: of the only events of (low, high] that can match; null: each must be read. */
export type CandidatePart = { low: number; high: number; ids: number[] | null };

/** The ids (low, high] in the order of a scan. */
export type Stretch = { low: number; high: number; isForward: boolean };

/** Finds the events of the first part of a stretch that can match, and reads their properties. */
type Candidates = { within(sought: Sought, stretch: Stretch): CandidatePart };

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

/** Returns a function that finds which events can match, without reading the others: those of the first part of a stretch. */
export function candidatesOf(database: Database, sought: Sought): (stretch: Stretch) => CandidatePart {
  const whole = connections.get(database);
  return whole === undefined ? allOf : (stretch) => whole.candidates.within(sought, stretch);
}

/** Reads the moved properties of the events of a name alone, in the first part of a stretch. Returns that part. */
export function bringNamed(database: Database, nameId: number, stretch: Stretch): CandidatePart {
  const sql = 'SELECT project_id AS projectId, name AS event FROM event_names WHERE id = ?';
  const named = database.prepare<[number], { projectId: number; event: string }>(sql).get(nameId);
  if (named === undefined) return allOf(stretch);
  return candidatesOf(database, { projectId: named.projectId, prefilter: [{ event: named.event, texts: [] }] })(
    stretch,
  );
}

/** Reads the moved properties of some events at once, which are asked for soon. `idsOf` is called if any may have moved. */
export const bringMoved = (database: Database, idsOf: () => readonly number[]): void =>
  connections.get(database)?.moved.bringEvents(idsOf());

/** The same for the events whose ids a statement selects. */
export const bringSelected = (database: Database, sql: string, ...values: unknown[]): void =>
  bringMoved(database, () =>
    database
      .prepare<unknown[], number>(sql)
      .pluck()
      .all(...values),
  );

export const allOf = ({ low, high }: Stretch): CandidatePart => ({ low, high, ids: null });

/** SQL condition: only the archive has the event's properties. Reads the length without the text. */
export const isMoved = 'octet_length(properties) = 0';

/** SQL column `archived`: the archive's properties of an event, as text; null if it lacks them. */
export const archivedSql = `${archivedProperties}(id) AS archived`;
