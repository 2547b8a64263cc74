import type { Database } from '../database/open.ts';

/**
 * Returns the first id of rows that arrived at `from` (milliseconds UTC) or later, by bisection: ids are in the order of arrival.
 * Rows from the spool, and those of a clock that was set back, may stand on the other side.
 */
export function firstIdSince(database: Database, from: number): number {
  const next = database
    .prepare<[number, number], number>(
      `SELECT received_at FROM (
         SELECT * FROM (SELECT id, received_at FROM events WHERE id >= ? ORDER BY id LIMIT 1)
         UNION ALL SELECT * FROM (SELECT id, received_at FROM discards WHERE id >= ? ORDER BY id LIMIT 1))
       ORDER BY id LIMIT 1`,
    )
    .pluck();
  const isEarlier = (id: number) => (next.get(id, id) ?? Number.POSITIVE_INFINITY) < from;
  let low = 1;
  let high = 2;
  while (isEarlier(high)) high *= 2;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (isEarlier(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
