import type { Database } from '../database/open.ts';
import type { JsonObject } from '../http/contract.ts';
import { type Matcher, type Subject, subjectOf } from './match.ts';

type Row = {
  id: number;
  timestamp: number;
  distinct_ref: number;
  name: string;
  current_url: string | null;
  properties: string | null;
  person_properties: string | null;
};
export type Scanned = Pick<Row, 'id' | 'timestamp' | 'distinct_ref'>;

/** Ids that one statement looks at, so that no single step of it takes long however rare what it looks for is. */
const windowSize = 5000;

export type Scan = {
  projectId: number;
  matcher: Matcher;
  /** From this event down, to the one after `downTo`. */
  from: number;
  downTo: number;
  /** Asked after each event, and now and then between: whether to stop there. */
  isEnough(): boolean;
  /** Told of each event that matches. */
  matched(row: Scanned): void;
};

/**
 * Looks through stored events from the newest down with the same matcher as arriving ones, reading no more of each than it needs.
 * Answers the id from which to go on, `downTo` at the end.
 */
export function scanEvents(database: Database, scan: Scan): number {
  const { matcher, downTo } = scan;
  const select = statementOf(database, scan);
  let upper = scan.from;
  while (upper > downTo) {
    const lower = Math.max(downTo, upper - windowSize);
    for (const row of select(lower, upper)) {
      if (matcher.matches(subjectOfRow(row))) scan.matched(row);
      if (scan.isEnough()) return row.id - 1;
    }
    upper = lower;
    if (scan.isEnough()) return upper;
  }
  return downTo;
}

/** What a step may ask of a stored event: the same as of an arriving one. */
function subjectOfRow(row: Row): Subject {
  return subjectOf(
    row.name,
    () => (row.properties === null ? ofUrl(row.current_url) : JSON.parse(row.properties)),
    () => JSON.parse(row.person_properties ?? '{}'),
  );
}

const ofUrl = (url: string | null): JsonObject => (url === null ? {} : { $current_url: url });

/** Rows of (lower, upper], newest first. */
function statementOf(database: Database, { projectId, matcher }: Scan) {
  const { events, needs } = matcher;
  const names = events === null ? null : namesOf(database, projectId, [...events]);
  // The index of names is in the order of ids for one name only.
  const filter =
    names === null
      ? 'true'
      : names.length === 1
        ? 'e.name_id = ?'
        : `+e.name_id IN (${names.map(() => '?').join(', ')})`;
  const person = needs.person
    ? 'JOIN distinct_ids d ON d.id = e.distinct_ref JOIN persons p ON p.id = d.person_id'
    : '';
  const statement = database.prepare<number[], Row>(
    `SELECT e.id, e.timestamp, e.distinct_ref, n.name, e.current_url,
       ${needs.properties ? 'e.properties' : 'NULL'} AS properties,
       ${needs.person ? 'p.properties' : 'NULL'} AS person_properties
     FROM events e JOIN event_names n ON n.id = e.name_id ${person}
     WHERE e.id > ? AND e.id <= ? AND +e.project_id = ? AND ${filter} ORDER BY e.id DESC`,
  );
  const isNothing = names !== null && names.length === 0;
  return (lower: number, upper: number): Iterable<Row> =>
    isNothing ? [] : statement.iterate(lower, upper, projectId, ...(names ?? []));
}

function namesOf(database: Database, projectId: number, names: string[]): number[] {
  const sql = 'SELECT id FROM event_names WHERE project_id = ? AND name IN (SELECT value FROM json_each(?))';
  return database.prepare<[number, string], number>(sql).pluck().all(projectId, JSON.stringify(names));
}
