import type { Database } from '../../../database/open.ts';
import { chunkRows } from '../../columns/chunk-files.ts';
import type { ByTestRun } from '../../exclusions/by-test-run.ts';
import { type Bounds, idBatchSize, type Rows, roomForRows, type Source, type Visit, visitCached } from './row-cache.ts';

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
  const visitAccepted: Visit = (rows) => {
    keepAccepted(rows, byTestRun);
    visit(rows);
  };
  yield* visitAll(database, source, bounds, true, visitAccepted, property);
}

function keepAccepted(rows: Rows, { accepts }: ByTestRun): void {
  const { refs, offsets, ids, values } = rows;
  let length = 0;
  for (let at = 0; at < rows.length; at++) {
    const id = ids[at] ?? 0;
    if (!accepts(id)) continue;
    refs[length] = refs[at] ?? 0;
    offsets[length] = offsets[at] ?? 0;
    ids[length] = id;
    if (values !== null) values[length] = values[at] ?? Number.NaN;
    length += 1;
  }
  rows.length = length;
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
      visitInParts(packed.all(start, span, ...values, ...from, ...to, lastRef), visit, (both) => {
        const offset = Math.floor(both / span);
        const ref = both - offset * span;
        // The quotient may have been rounded up.
        return ref < 0 ? [ref + span, offset - 1, 0] : [ref, offset, 0];
      });
      yield;
    }
    return;
  }
  const triples = database
    .prepare<number[], Triple>(`SELECT distinct_ref, timestamp - ?, ${id} ${rows} AND distinct_ref <= ?`)
    .raw();
  for (const [from, to] of windows) {
    visitInParts(triples.all(start, ...values, ...from, ...to, lastRef), visit, (triple) => triple);
    yield;
  }
}

type Triple = [ref: number, offset: number, id: number];

function visitInParts<Row>(found: readonly Row[], visit: Visit, tripleOf: (row: Row) => Triple): void {
  const rows = roomForRows();
  for (let from = 0; from < found.length; from += chunkRows) {
    const part = found.slice(from, from + chunkRows);
    for (const [at, row] of part.entries()) [rows.refs[at], rows.offsets[at], rows.ids[at]] = tripleOf(row);
    rows.length = part.length;
    visit(rows);
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
