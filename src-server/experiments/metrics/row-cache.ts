import { withNumbers } from '../../core/with-numbers.ts';
import type { Database } from '../../database/open.ts';
import { removedFrom } from '../../events/list.ts';
import { jsonPathOf } from '../../events/properties/select-properties.ts';
import type { ByTestRun } from '../exclusions/by-test-run.ts';
import type { MatchCache } from '../exclusions/known-matches.ts';
import { noNumbers, type PropertyNumbers, readNumbers } from './property-numbers.ts';

/** Events of one name, matches of one calculation, or exposures of one value; `key` is its id. */
export type Source = { table: 'events' | 'action_matches' | 'exposures'; key: number };

/**
 * The rows to read: [start, end] in milliseconds UTC, up to event `newestId` and distinct_id `lastRef`. Later ones are excluded,
 * so that a read that yields sees a single state.
 */
export type Bounds = {
  projectId: number;
  start: number;
  end: number;
  newestId: number;
  lastRef: number;
  kept: Kept;
  /** Null: events of all test runs and of none. */
  byTestRun: ByTestRun | null;
};

/**
 * `ref`: the row of the distinct_id. `offset`: milliseconds after the start. `id`: the event's, 0 if not requested. `value`: of
 * the requested property, NaN for no number; undefined if none is requested, or the rows are not cached.
 */
export type Visit = (ref: number, offset: number, id: number, value?: number) => void;

/**
 * Rows of a source up to event `upTo`, roughly in storage order, and numbers of its properties; null if too many. `removed`: the
 * events that had been deleted when the first was read.
 */
type Columns = {
  removed: number;
  upTo: number;
  length: number;
  refs: Int32Array;
  times: Float64Array;
  ids: Float64Array;
  numbers: Map<string, PropertyNumbers>;
};

/**
 * Caches rows that results read repeatedly, least recently used first. Events and exposures are only added, with rising ids,
 * until a test run or their project is deleted: until then cached rows stay valid, and only new ones are read. A row takes 20
 * bytes, and 8 for a property.
 */
type RowCache = Map<string, Columns | null>;

/** The caches of the reading thread between reads of experiments. */
export type Kept = { rows: RowCache; matches: MatchCache };

const maxRowsPerEntry = 1_000_000;
const maxRows = 3_000_000;
/** Ids per statement; takes milliseconds, so that other reads get in between. */
export const idBatchSize = 150_000;
const batchSize = 250_000;

/** Visits the rows of a source like `visitRows`, always with event ids. Returns false if they cannot be cached. */
export function* visitCached(
  database: Database,
  source: Source,
  bounds: Bounds,
  visit: Visit,
  property: string | null = null,
): Generator<void, boolean> {
  const { start, end, newestId, lastRef } = bounds;
  const cached = columnReader(database, source, bounds, property);
  while (cached !== null && cached.upTo() < newestId) {
    if (!cached.read(newestId)) return false;
    yield;
  }
  if (cached === null) return false;
  const { refs, times, ids, length } = cached.columns;
  const values = cached.numbers?.values;
  for (let from = 0; from < length; from += batchSize) {
    for (let row = from; row < Math.min(from + batchSize, length); row++) {
      const at = times[row] ?? Number.NaN;
      const id = ids[row] ?? 0;
      const ref = refs[row] ?? 0;
      if (at >= start && at <= end && id <= newestId && ref <= lastRef) visit(ref, at - start, id, values?.[row]);
    }
    yield;
  }
  return true;
}

/**
 * Finds the cached rows of a source; null if they cannot be cached. `numbers`: of the property, null where they cannot be read in
 * the order of the rows. `read`: reads more of both, up to an event, and returns false once they are too many. It is one
 * synchronous step: another read may be appending to the same columns.
 */
export function columnReader(database: Database, source: Source, bounds: Bounds, property: string | null) {
  const { rows: kept } = bounds.kept;
  const { table, key } = source;
  // Saved actions match in any order. Ids are reused after a project is deleted; the project's is not.
  if (table === 'action_matches') return null;
  const name = `${bounds.projectId} ${table} ${key}`;
  const known = kept.get(name);
  if (known === null) return null;
  const removed = removedFrom(database, bounds.projectId);
  const columns = known?.removed === removed ? known : emptyColumns(removed);
  kept.delete(name);
  kept.set(name, columns);
  const asked =
    property === null || table !== 'events' || jsonPathOf(property) === null ? null : { nameId: key, property };
  const numbers = asked && (columns.numbers.get(asked.property) ?? noNumbers());
  if (asked !== null && numbers !== null) columns.numbers.set(asked.property, numbers);
  const read = (to: number): boolean => {
    const rowsTo = table === 'events' ? Math.min(columns.upTo + idBatchSize, to) : to;
    if (columns.upTo < to) readRows(database, source, columns, bounds.projectId, rowsTo);
    else if (numbers !== null && asked !== null && numbers.upTo < to) readNumbers(database, asked, numbers, to);
    const isTooLong = columns.length > maxRowsPerEntry;
    if (isTooLong) kept.set(name, null);
    else makeRoom(kept, name);
    return !isTooLong;
  };
  return { columns, numbers, read, upTo: () => Math.min(columns.upTo, numbers?.upTo ?? Infinity) };
}

function emptyColumns(removed: number): Columns {
  const [refs, times, ids] = [new Int32Array(1024), new Float64Array(1024), new Float64Array(1024)];
  return { removed, upTo: 0, length: 0, refs, times, ids, numbers: new Map() };
}

/**
 * Exposures are in the order of their times, so all of a value are passed over for some of their ids. New ones are found by their
 * events instead, each with one look-up.
 */
const rowsSql = {
  events: `SELECT distinct_ref, timestamp, id FROM main.events INDEXED BY events_by_name
    WHERE name_id = :key AND id > :after AND id <= :to ORDER BY id`,
  exposures: `SELECT distinct_ref, timestamp, event_id AS id FROM exposures
    WHERE value_id = :key AND event_id <= :to ORDER BY timestamp, event_id`,
  newExposures: `SELECT x.distinct_ref, x.timestamp, e.id FROM main.events e INDEXED BY events_by_name
    CROSS JOIN exposures x ON x.value_id = :key AND x.timestamp = e.timestamp AND x.event_id = e.id
    WHERE e.name_id = (SELECT id FROM event_names WHERE project_id = :projectId AND name = '$feature_flag_called')
      AND e.id > :after AND e.id <= :to ORDER BY e.id`,
};

/**
 * Reads rows up to an event. Each column comes as one text, a JSON array without brackets: that takes two thirds of the time of a
 * number per row and column, each of which would be an object. SQLite keeps the order of the inner query.
 */
function readRows(database: Database, { table, key }: Source, columns: Columns, projectId: number, to: number): void {
  const rows = table === 'events' ? 'events' : columns.upTo === 0 ? 'exposures' : 'newExposures';
  const [refs, times, ids] =
    database
      .prepare<object, (string | null)[]>(
        `SELECT group_concat(distinct_ref), group_concat(timestamp), group_concat(id)
         FROM (${rowsSql[rows]} LIMIT ${maxRowsPerEntry + 1})`,
      )
      .raw()
      .get({ key, projectId, after: columns.upTo, to }) ?? [];
  const numbersIn = (text: string | null | undefined): number[] => JSON.parse(`[${text ?? ''}]`);
  const newRefs = numbersIn(refs);
  const from = columns.length;
  columns.length += newRefs.length;
  columns.refs = withNumbers(columns.refs, from, newRefs);
  columns.times = withNumbers(columns.times, from, numbersIn(times));
  columns.ids = withNumbers(columns.ids, from, numbersIn(ids));
  columns.upTo = to;
}

function makeRoom(kept: RowCache, own: string): void {
  let rows = [...kept.values()].reduce((sum, columns) => sum + (columns?.length ?? 0), 0);
  for (const [key, columns] of kept) {
    if (rows <= maxRows) return;
    if (columns === null || key === own) continue;
    rows -= columns.length;
    kept.delete(key);
  }
}
