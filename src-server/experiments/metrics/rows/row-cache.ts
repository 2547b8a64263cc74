import type { Database } from '../../../database/open.ts';
import { readRemovalMark } from '../../../events/list.ts';
import { jsonPathOf } from '../../../events/properties/select-properties.ts';
import { type ChunkFiles, type ChunkPlace, chunkRows } from '../../columns/chunk-files.ts';
import { Columns } from '../../columns/columns.ts';
import type { ByTestRun } from '../../exclusions/by-test-run.ts';
import type { MatchCache } from '../../exclusions/known-matches.ts';
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
 * Rows, each at an index below `length`, which hold until the next ones are visited. `refs`: rows of distinct_ids. `offsets`:
 * milliseconds after the start. `ids`: of the events, 0 if not requested. `values`: of the requested property, NaN for no number;
 * null if none is requested, or the rows are not cached.
 */
export type Rows = {
  length: number;
  refs: Int32Array;
  offsets: Float64Array;
  ids: Float64Array;
  values: Float64Array | null;
};
export type Visit = (rows: Rows) => void;

/** Creates room for as many rows as a chunk has. */
export const roomForRows = (hasValues = false): Rows => ({
  length: 0,
  refs: new Int32Array(chunkRows),
  offsets: new Float64Array(chunkRows),
  ids: new Float64Array(chunkRows),
  values: hasValues ? new Float64Array(chunkRows) : null,
});

/** Rows in the order of their events. */
type SourceRows = Columns<RowArrays>;
type RowArrays = [times: Float64Array, ids: Float64Array, refs: Int32Array];
const noRows: RowArrays = [new Float64Array(), new Float64Array(), new Int32Array()];

/** Rows of a source, and numbers of its properties. `removed`: see `readRemovalMark`. */
type Cached = { removed: number; rows: SourceRows; numbers: Map<string, PropertyNumbers> };

/**
 * Caches rows that results read repeatedly, least recently used first. Events and exposures are only added, with rising ids,
 * until a test run or their project is deleted: until then cached rows stay valid, and only new ones are read. Null: too many.
 */
type RowCache = Map<string, Cached | null>;

/** The caches of the reading thread between reads of experiments. */
export type Kept = { rows: RowCache; matches: MatchCache; files: ChunkFiles };

/** In memory, where a row takes 20 bytes, and 8 for a property. */
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
  property: string | null,
): Generator<void, boolean> {
  const cached = columnReader(database, source, bounds, property);
  while (cached !== null && cached.upTo() < bounds.newestId) {
    if (!cached.read(bounds.newestId)) return false;
    yield;
  }
  // Between its rows and its numbers an event was deleted: they are of other events then.
  if (cached === null || !cached.areOfOneState()) return false;
  const { rows, numbers } = cached;
  const { length } = rows;
  const [chunk, ofNumbers, visited] = [rows.newChunk(), numbers?.newChunk(), roomForRows(numbers !== null)];
  for (let [row, pause] = [0, batchSize]; row < length; ) {
    const part = rows.part(row, chunk);
    // Another read may have read more rows, of which this one visits none.
    const valued = ofNumbers && numbers && row < numbers.length ? numbers.part(row, ofNumbers) : null;
    const to = Math.min(part.end, valued?.end ?? Infinity, length, pause, row + chunkRows);
    const numbersFrom = valued?.arrays[0].subarray(valued.at);
    takeRows(bounds, part.arrays, { from: part.at, to: part.at + to - row }, numbersFrom, visited);
    visit(visited);
    row = to;
    if (row < Math.min(pause, length)) continue;
    yield;
    pause += batchSize;
  }
  return true;
}

/** Copies the rows of a part that are within the bounds. Not in the generator, which V8 compiles as a whole. */
function takeRows(
  { start, end, newestId, lastRef }: Bounds,
  [times, ids, refs]: RowArrays,
  { from, to }: { from: number; to: number },
  values: Float64Array | undefined,
  taken: Rows,
): void {
  let length = 0;
  for (let at = from; at < to; at++) {
    const time = times[at] ?? Number.NaN;
    const id = ids[at] ?? 0;
    const ref = refs[at] ?? 0;
    if (!(time >= start && time <= end && id <= newestId && ref <= lastRef)) continue;
    taken.refs[length] = ref;
    taken.offsets[length] = time - start;
    taken.ids[length] = id;
    if (taken.values !== null) taken.values[length] = values?.[at - from] ?? Number.NaN;
    length += 1;
  }
  taken.length = length;
}

/**
 * Finds the cached rows of a source; null if they cannot be cached. `numbers`: of the property, null where they cannot be read in
 * the order of the rows. `read`: reads more of both, up to an event, and returns false once they are too many. It is one
 * synchronous step: another read may be appending to the same columns. `areOfOneState`: no event was deleted while both were read.
 */
export function columnReader(database: Database, source: Source, bounds: Bounds, property: string | null) {
  const { rows: kept, files } = bounds.kept;
  const { projectId } = bounds;
  const { table, key } = source;
  // Saved actions match in any order. Ids are reused after a project is deleted; the project's is not.
  if (table === 'action_matches') return null;
  const name = `${projectId} ${table} ${key}`;
  const known = kept.get(name);
  if (known === null) return null;
  const removed = readRemovalMark(database, projectId);
  const placeOf = (of: string | null): ChunkPlace => ({ projectId, removed, name: JSON.stringify([table, key, of]) });
  const cached =
    known?.removed === removed && known.rows.isWhole()
      ? known
      : { removed, rows: new Columns(files, database, placeOf(null), noRows), numbers: new Map() };
  kept.delete(name);
  kept.set(name, cached);
  const { rows } = cached;
  const asked =
    property === null || table !== 'events' || jsonPathOf(property) === null ? null : { nameId: key, property };
  const before = asked === null ? null : cached.numbers.get(asked.property);
  const numbers =
    asked && (before?.isWhole() ? before : new Columns(files, database, placeOf(asked.property), noNumbers));
  if (asked !== null && numbers !== null) cached.numbers.set(asked.property, numbers);
  const read = (to: number): boolean => {
    let isTooLong = false;
    if (rows.upTo < to) isTooLong = !readRows(database, source, rows, { projectId, to });
    else if (numbers !== null && asked !== null && numbers.upTo < to) readNumbers(database, asked, numbers, to);
    const newestUpTo = (row: number) => idAt(rows, row);
    rows.store(database, newestUpTo);
    numbers?.store(database, newestUpTo);
    isTooLong ||= inMemoryOf(cached) > maxRowsPerEntry;
    if (isTooLong) kept.set(name, null);
    else makeRoom(kept, name);
    return !isTooLong;
  };
  const areOfOneState = () => numbers === null || readRemovalMark(database, projectId) === removed;
  return { rows, numbers, read, areOfOneState, upTo: () => Math.min(rows.upTo, numbers?.upTo ?? Infinity) };
}

function idAt(rows: SourceRows, row: number): number {
  const { arrays, at } = rows.part(row, rows.newChunk());
  return arrays[1][at] ?? 0;
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
 * Reads rows up to an event; returns false if they are too many. Each column comes as one text, a JSON array without brackets: that
 * takes two thirds of the time of a number per row and column, each of which would be an object. SQLite keeps the order of the inner
 * query.
 */
function readRows(
  database: Database,
  { table, key }: Source,
  rows: SourceRows,
  { projectId, to: last }: { projectId: number; to: number },
): boolean {
  const kind = table === 'events' ? 'events' : rows.upTo === 0 ? 'exposures' : 'newExposures';
  const to = kind === 'events' ? Math.min(rows.upTo + idBatchSize, last) : last;
  const texts =
    database
      .prepare<object, (string | null)[]>(
        `SELECT group_concat(timestamp), group_concat(id), group_concat(distinct_ref)
         FROM (${rowsSql[kind]} LIMIT ${maxRowsPerEntry + 1})`,
      )
      .raw()
      .get({ key, projectId, after: rows.upTo, to }) ?? [];
  const [times = [], ids = [], refs = []] = texts.map((text): number[] => JSON.parse(`[${text ?? ''}]`));
  if (ids.length > maxRowsPerEntry) return false;
  if (kind === 'exposures') {
    const order = [...ids.keys()].sort((one, other) => (ids[one] ?? 0) - (ids[other] ?? 0));
    rows.add(...[times, ids, refs].map((numbers) => order.map((index) => numbers[index] ?? 0)));
  } else rows.add(times, ids, refs);
  rows.upTo = to;
  return true;
}

/** Returns how many rows are in memory, in the column that has most. */
const inMemoryOf = (cached: Cached | null): number =>
  cached === null
    ? 0
    : [...cached.numbers.values()].reduce((most, { inMemory }) => Math.max(most, inMemory), cached.rows.inMemory);

function makeRoom(kept: RowCache, own: string): void {
  let inMemory = [...kept.values()].reduce((sum, cached) => sum + inMemoryOf(cached), 0);
  for (const [key, cached] of kept) {
    if (inMemory <= maxRows) return;
    if (cached === null || key === own) continue;
    inMemory -= inMemoryOf(cached);
    kept.delete(key);
  }
}
