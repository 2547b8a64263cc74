import type { JsonObject } from '../../core/contract.ts';
import { parseJson } from '../../core/json/parse-json-contract.ts';
import type { Database } from '../../database/open.ts';
import { allOf, candidatesOf } from '../../events/archive/moving/whole-events.ts';
import { nameIdReader } from '../../events/list.ts';
import { inSqlite } from '../../events/prefilter/sqlite.ts';
import { noTestRun } from '../../test-runs/contract.ts';
import { inTestRun, type TestRunScope } from '../../test-runs/in-test-run.ts';
import { createElementReader, type elementsOf } from './elements.ts';
import { compileSteps, eventSubject, type Matcher, type StepConditions } from './match.ts';
import { prefilterOf } from './prefilter.ts';

type Row = {
  id: number;
  timestamp: number;
  distinct_ref: number;
  name_id: number;
  /** JSON. */
  url: string | null;
  properties: string | null;
  person_properties: string | null;
};
export type Scanned = Pick<Row, 'id' | 'timestamp' | 'distinct_ref'>;

/** Ids per statement: keeps steps short even if matches are rare. */
const windowSize = 5000;

export type EventScan = TestRunScope & {
  steps: StepConditions[];
  /** Scans down from this event to the one after `downTo`. */
  from: number;
  downTo: number;
  /** Called after each event and at intervals; true stops the scan. */
  isEnough(): boolean;
  /** Called with each match. */
  matched(row: Scanned): void;
};

/**
 * Scans stored events from newest to oldest with the matcher of arriving ones, reading only what it needs. Returns the id to
 * continue at, `downTo` when done.
 */
export function scanEvents(database: Database, scan: EventScan): number {
  const { steps, downTo } = scan;
  const matcher = compileSteps(steps);
  const names = namesOf(database, scan.projectId);
  const readElements = createElementReader();
  const select = statementOf(database, scan, matcher, names.idOf);
  let upper = scan.from;
  while (upper > downTo) {
    const { lower, rows } = select(downTo, upper);
    for (const row of rows) {
      if (matcher.matches(subjectOfRow(row, names.of(row.name_id), readElements))) scan.matched(row);
      if (scan.isEnough()) return row.id - 1;
    }
    upper = lower;
    if (scan.isEnough()) return upper;
  }
  return downTo;
}

/** Presents a stored event as an arriving one. */
const subjectOfRow = (row: Row, name: string, readElements: typeof elementsOf) =>
  eventSubject(
    name,
    () => (row.properties === null ? ofUrl(row.url) : parseJson(row.properties)),
    () => parseJson(row.person_properties ?? '{}'),
    readElements,
  );

const ofUrl = (url: string | null): JsonObject => (url === null ? {} : { $current_url: JSON.parse(url) });

/** Prepares a query for the rows of (lower, upper], newest first, with a `lower` that it chooses. */
function statementOf(
  database: Database,
  { projectId, testRun, steps }: EventScan,
  { events, needs }: Matcher,
  idOf: (name: string) => number | undefined,
) {
  const prefilter = prefilterOf(steps);
  const filter = inSqlite(prefilter, idOf);
  // For a single name, the index is in id order.
  const [only, ...others] = [...(events ?? [])].map(idOf).filter((id) => id !== undefined);
  const isOne = events !== null && only !== undefined && others.length === 0;
  const person = needs.person
    ? 'JOIN distinct_ids d ON d.id = e.distinct_ref JOIN persons p ON p.id = d.person_id'
    : '';
  const isOfRun = testRun !== undefined && testRun !== noTestRun;
  // Only a direct read of the table can name the index of the runs.
  const [row, from] = isOfRun
    ? ['r', 'main.events r INDEXED BY events_by_test_run CROSS JOIN events e ON e.id = r.id']
    : ['e', `events e ${isOne ? '' : 'NOT INDEXED'}`];
  const run = inTestRun({ projectId, testRun }, `${row}.test_run_id`);
  const readsProperties = needs.properties || needs.url;
  const candidates = !readsProperties || isOfRun ? allOf : candidatesOf(database, { projectId, prefilter });
  const prepare = (tables: string, within: string) =>
    database.prepare<(string | number)[], Row>(
      `SELECT e.id, e.timestamp, e.distinct_ref, e.name_id,
       ${needs.url ? `e.properties -> '$."$current_url"'` : 'NULL'} AS url,
       ${needs.properties ? 'e.properties' : 'NULL'} AS properties,
       ${needs.person ? 'p.properties' : 'NULL'} AS person_properties
     FROM ${tables} ${person}
     WHERE ${within} AND ${isOne ? 'e.name_id = ? AND' : ''} +e.project_id = ? AND ${run.sql} AND (${filter.sql})
     ORDER BY ${row}.id DESC`,
    );
  const all = prepare(from, `${row}.id > ? AND ${row}.id <= ?`);
  const among = isOfRun ? all : prepare('events e NOT INDEXED', 'e.id IN (SELECT value FROM json_each(?))');
  const fixed = [...(isOne ? [only] : []), projectId, ...run.values, ...filter.values];
  return (downTo: number, upper: number): { lower: number; rows: Iterable<Row> } => {
    if (filter.sql === 'false') return { lower: downTo, rows: [] };
    const { low, ids } = candidates({ low: downTo, high: upper, isForward: false });
    if (ids !== null) return { lower: low, rows: among.iterate(JSON.stringify(ids), ...fixed) };
    const lower = Math.max(low, upper - windowSize);
    return { lower, rows: all.iterate(lower, upper, ...fixed) };
  };
}

function namesOf(database: Database, projectId: number) {
  const byId = database.prepare<[number], string>('SELECT name FROM event_names WHERE id = ?').pluck();
  const idOf = nameIdReader(database);
  const known = new Map<number, string>();
  return {
    idOf: (name: string): number | undefined => idOf(projectId, name),
    of(id: number): string {
      const name = known.get(id) ?? byId.get(id) ?? '';
      known.set(id, name);
      return name;
    },
  };
}
