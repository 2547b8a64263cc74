import type { Database } from '../../database/open.ts';
import type { BotCache } from '../exclusions/bot-cache.ts';
import { type Numbers, readNumbers } from './property-numbers.ts';
import { pathOf } from './property-reader.ts';

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
};

/**
 * `ref`: the row of the distinct_id. `offset`: milliseconds after the start. `id`: the event's, 0 if not requested. `value`: of the
 * property asked for, NaN for no number; undefined if none is asked for, or the rows are not cached.
 */
export type Visit = (ref: number, offset: number, id: number, value?: number) => void;

/** Rows of a source up to event `upTo`, roughly in storage order, and numbers of its properties; null if too many. */
type Columns = {
  upTo: number;
  length: number;
  refs: Int32Array;
  times: Float64Array;
  ids: Float64Array;
  numbers: Map<string, Numbers>;
};

/**
 * Caches rows that results read repeatedly, least recently used first. Events and exposures are only added, with rising ids,
 * until their project is deleted: cached rows stay valid, and only new ones are read. A row takes 20 bytes, and 8 for a property.
 */
type RowCache = Map<string, Columns | null>;

/** What the reading thread caches between reads of experiments. */
export type Kept = { rows: RowCache; bots: BotCache };

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
  const columns = yield* upToDate(database, source, bounds);
  if (columns === null) return false;
  const values = property === null ? null : yield* numbersOf(database, source, columns, property);
  const { refs, times, ids, length } = columns;
  for (let from = 0; from < length; from += batchSize) {
    for (let row = from; row < Math.min(from + batchSize, length); row++) {
      const at = times[row] as number;
      const id = ids[row] as number;
      const ref = refs[row] as number;
      if (at >= start && at <= end && id <= newestId && ref <= lastRef) visit(ref, at - start, id, values?.[row]);
    }
    yield;
  }
  return true;
}

/** Null where they cannot be read in the order of the rows. */
function* numbersOf(
  database: Database,
  { table, key }: Source,
  columns: Columns,
  property: string,
): Generator<void, Float64Array | null> {
  const path = pathOf(property);
  if (table !== 'events' || path === null) return null;
  const numbers = columns.numbers.get(property) ?? { upTo: 0, length: 0, values: new Float64Array(1024) };
  columns.numbers.set(property, numbers);
  yield* readNumbers(database, key, path, numbers, columns.upTo);
  return numbers.values;
}

function* upToDate(
  database: Database,
  source: Source,
  { projectId, newestId, lastRef, kept: { rows: kept } }: Bounds,
): Generator<void, Columns | null> {
  // A saved action is matched in any order. Ids are reused after a project is deleted, but its own is not.
  if (source.table === 'action_matches' || newestId * (lastRef + 1) > Number.MAX_SAFE_INTEGER) return null;
  const key = `${projectId} ${source.table} ${source.key}`;
  if (kept.get(key) === null) return null;
  const columns = kept.get(key) ?? emptyColumns();
  kept.delete(key);
  kept.set(key, columns);
  const read = readerOf(database, source, lastRef + 1);
  while (columns.upTo < newestId) {
    // One synchronous step: another read may be appending to the same columns.
    read(columns, Math.min(columns.upTo + idBatchSize, newestId));
    if (columns.length > maxRowsPerEntry) {
      kept.set(key, null);
      return null;
    }
    yield;
  }
  makeRoom(kept, key);
  return columns;
}

function emptyColumns(): Columns {
  const [refs, times, ids] = [new Int32Array(1024), new Float64Array(1024), new Float64Array(1024)];
  return { upTo: 0, length: 0, refs, times, ids, numbers: new Map() };
}

/** Id and distinct_id share a number: two numbers per row are read several times faster than an array of three. */
function readerOf(database: Database, { table, key }: Source, span: number) {
  const [from, id] =
    table === 'events'
      ? ['events INDEXED BY events_by_name WHERE name_id = ? AND id > ? AND id <= ? ORDER BY id', 'id']
      : ['exposures WHERE value_id = ? AND event_id > ? AND event_id <= ? ORDER BY timestamp, event_id', 'event_id'];
  const times = database.prepare<number[], number>(`SELECT timestamp FROM ${from}`).pluck();
  const both = database.prepare<number[], number>(`SELECT ${id} * ? + distinct_ref FROM ${from}`).pluck();
  const read = database.transaction((after: number, to: number) => [
    times.all(key, after, to),
    both.all(span, key, after, to),
  ]);
  return (columns: Columns, to: number): void => {
    const [newTimes = [], newIds = []] = read(columns.upTo, to);
    makeLonger(columns, columns.length + newTimes.length);
    for (const [index, time] of newTimes.entries()) {
      const packed = newIds[index] as number;
      const ref = packed % span;
      columns.times[columns.length] = time;
      columns.refs[columns.length] = ref;
      columns.ids[columns.length] = (packed - ref) / span;
      columns.length += 1;
    }
    columns.upTo = to;
  };
}

function makeLonger(columns: Columns, length: number): void {
  if (length <= columns.refs.length) return;
  const size = Math.max(length, Math.ceil(columns.refs.length * 1.5));
  const longer = <Numbers extends Int32Array | Float64Array>(numbers: Numbers, empty: Numbers): Numbers => {
    empty.set(numbers);
    return empty;
  };
  columns.refs = longer(columns.refs, new Int32Array(size));
  columns.times = longer(columns.times, new Float64Array(size));
  columns.ids = longer(columns.ids, new Float64Array(size));
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
