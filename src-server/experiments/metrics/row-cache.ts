import type { Database } from '../../database/open.ts';

/** Events of one name, matches of one calculation, or exposures of one value; `key` is its id. */
export type Source = { table: 'events' | 'action_matches' | 'exposures'; key: number };

/**
 * What is read: of [start, end] (milliseconds UTC), no event after `newestId`, no distinct_id after `lastRef`. All that came
 * later is left out, so that a read that lets others in between still sees one state.
 */
export type Bounds = {
  projectId: number;
  start: number;
  end: number;
  newestId: number;
  lastRef: number;
  kept: RowCache;
};

/** `ref` is the row of the distinct_id, `offset` milliseconds after the start, `id` the event's (0 when it is not asked for). */
export type Visit = (ref: number, offset: number, id: number) => void;

/** Rows of a source up to event `upTo`, in memory, in the order of storing more or less; null where they are too many. */
type Columns = { upTo: number; length: number; refs: Int32Array; times: Float64Array; ids: Float64Array };

/**
 * What results read again and again is kept, least recently used first. Events and exposures are only ever added, with rising ids,
 * until their whole project goes: so what is kept stays right, and only what is new has to be read. A row takes 20 bytes.
 */
export type RowCache = Map<string, Columns | null>;

const mostRowsOfOne = 1_000_000;
const mostRows = 3_000_000;
/** Ids that one statement looks at: some milliseconds, so that other reads get in between. */
export const idsAtOnce = 150_000;
const rowsAtOnce = 250_000;

/** Tells of the rows of a source like `visitRows`, always with the event's id; answers false where they cannot be kept. */
export function* visitCached(
  database: Database,
  source: Source,
  bounds: Bounds,
  visit: Visit,
): Generator<void, boolean> {
  const { start, end, newestId, lastRef } = bounds;
  const columns = yield* upToDate(database, source, bounds);
  if (columns === null) return false;
  const { refs, times, ids, length } = columns;
  for (let from = 0; from < length; from += rowsAtOnce) {
    for (let row = from; row < Math.min(from + rowsAtOnce, length); row++) {
      const at = times[row] as number;
      const id = ids[row] as number;
      const ref = refs[row] as number;
      if (at >= start && at <= end && id <= newestId && ref <= lastRef) visit(ref, at - start, id);
    }
    yield;
  }
  return true;
}

function* upToDate(
  database: Database,
  source: Source,
  { projectId, newestId, lastRef, kept }: Bounds,
): Generator<void, Columns | null> {
  // The matches of an action that was saved anew come in any order. Ids are reused once a project is gone, its own is not.
  if (source.table === 'action_matches' || newestId * (lastRef + 1) > Number.MAX_SAFE_INTEGER) return null;
  const key = `${projectId} ${source.table} ${source.key}`;
  if (kept.get(key) === null) return null;
  const columns = kept.get(key) ?? emptyColumns();
  kept.delete(key);
  kept.set(key, columns);
  const read = readerOf(database, source, lastRef + 1);
  while (columns.upTo < newestId) {
    // One step: another read may be adding to the same columns.
    read(columns, Math.min(columns.upTo + idsAtOnce, newestId));
    if (columns.length > mostRowsOfOne) {
      kept.set(key, null);
      return null;
    }
    yield;
  }
  makeRoom(kept, key);
  return columns;
}

function emptyColumns(): Columns {
  return { upTo: 0, length: 0, refs: new Int32Array(1024), times: new Float64Array(1024), ids: new Float64Array(1024) };
}

/** Id and distinct_id come in one number: two numbers a row are read several times faster than three in an array. */
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
    if (rows <= mostRows) return;
    if (columns === null || key === own) continue;
    rows -= columns.length;
    kept.delete(key);
  }
}
