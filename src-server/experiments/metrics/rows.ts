import type { Database } from '../../database/open.ts';
import { type Bounds, idBatchSize, type Source, type Visit, visitCached } from './row-cache.ts';

/** Rows per statement. */
const batchSize = 40_000;

type Window = [from: number[], to: number[]];

/** Visits every row of a source that counts by its test run, in no particular order. Yields periodically. */
export function* visitRows(
  database: Database,
  source: Source,
  bounds: Bounds,
  needsId: boolean,
  visit: Visit,
  property: string | null = null,
): Generator<void> {
  const { byTestRun } = bounds;
  if (byTestRun === null) return yield* visitAll(database, source, bounds, needsId, visit, property);
  const visitAccepted: Visit = (ref, offset, id, value) => {
    if (byTestRun.accepts(id)) visit(ref, offset, id, value);
  };
  yield* visitAll(database, source, bounds, true, visitAccepted, property);
}

function* visitAll(
  database: Database,
  source: Source,
  bounds: Bounds,
  needsId: boolean,
  visit: Visit,
  property: string | null,
): Generator<void> {
  const { start, end, lastRef } = bounds;
  if (yield* visitCached(database, source, bounds, visit, property)) return;
  const { rows, values, windows } =
    source.table === 'events' ? ofEvents(source, bounds) : ofNarrow(database, source, bounds);
  const id = source.table === 'events' ? 'id' : 'event_id';
  const span = lastRef + 1;
  // Time and distinct_id in one number are read several times faster than as two.
  if (!needsId && (end - start + 1) * span < Number.MAX_SAFE_INTEGER) {
    const packed = database
      .prepare<number[], number>(`SELECT (timestamp - ?) * ? + distinct_ref ${rows} AND distinct_ref <= ?`)
      .pluck();
    for (const [from, to] of windows) {
      for (const both of packed.all(start, span, ...values, ...from, ...to, lastRef)) {
        const offset = Math.floor(both / span);
        const ref = both - offset * span;
        // The quotient may have been rounded up.
        if (ref < 0) visit(ref + span, offset - 1, 0);
        else visit(ref, offset, 0);
      }
      yield;
    }
    return;
  }
  const triples = database
    .prepare<number[], [number, number, number]>(
      `SELECT distinct_ref, timestamp - ?, ${id} ${rows} AND distinct_ref <= ?`,
    )
    .raw();
  for (const [from, to] of windows) {
    for (const [ref, offset, eventId] of triples.all(start, ...values, ...from, ...to, lastRef))
      visit(ref, offset, eventId);
    yield;
  }
}

function ofEvents({ key }: Source, { start, end, newestId }: Bounds) {
  const windows: Window[] = [];
  for (let from = 0; from < newestId; from += idBatchSize)
    windows.push([[from], [Math.min(from + idBatchSize, newestId)]]);
  const rows = `FROM main.events INDEXED BY events_by_name
    WHERE name_id = ? AND timestamp BETWEEN ? AND ? AND id > ? AND id <= ?`;
  return { rows, values: [key, start, end], windows };
}

/** Reads rows of a narrow table, which is ordered by time. */
function ofNarrow(database: Database, { table, key }: Source, { start, end, newestId }: Bounds) {
  const keyColumn = table === 'exposures' ? 'value_id' : 'calculation_id';
  const next = database
    .prepare<number[], [number, number]>(
      `SELECT timestamp, event_id FROM ${table} WHERE ${keyColumn} = ? AND (timestamp, event_id) > (?, ?)
         AND timestamp <= ? ORDER BY timestamp, event_id LIMIT 1 OFFSET ${batchSize}`,
    )
    .raw();
  function* windows(): Generator<Window> {
    for (let from = [start, -1]; ; ) {
      const to = next.get(key, ...from, end);
      yield [from, to ?? [end, newestId]];
      if (to === undefined) return;
      from = to;
    }
  }
  const rows = `FROM ${table} WHERE ${keyColumn} = ? AND event_id <= ?
    AND (timestamp, event_id) > (?, ?) AND (timestamp, event_id) <= (?, ?)`;
  return { rows, values: [key, newestId], windows: windows() };
}
