import { dayMs } from '#server/core/text/time-contract.ts';
import type { RowOrder } from '../../filters/live-search.ts';
import type { TailBuffer } from '../tail-buffer.ts';
import type { TailRow } from '../tail-row.ts';

/** The rows as the list has them: `at(0)` is the first. */
export type Rows = Pick<TailBuffer, 'length' | 'at' | 'indexOf'>;

/** Rows that are sorted by event time at most, the newest by arrival: more take too long each time that one arrives. */
export const maxSorted = 20_000;

export const timeOf = (row: TailRow, order: RowOrder) => (order === 'event' ? row.timestamp : row.receivedAt);

/** Sorts loaded rows by event time, newest first; of the same time, by arrival. */
export function byEventTime(buffer: Rows): Rows {
  const rows: TailRow[] = [];
  for (let index = 0; index < Math.min(buffer.length, maxSorted); index += 1) {
    const row = buffer.at(index);
    if (row !== undefined) rows.push(row);
  }
  rows.sort((one, other) => (one.timestamp < other.timestamp ? 1 : one.timestamp > other.timestamp ? -1 : 0));
  const places = new Map(rows.map((row, index) => [row.uuid, index]));
  return {
    length: rows.length,
    at: (index) => rows[index],
    indexOf: (uuid) => (uuid === undefined ? -1 : (places.get(uuid) ?? -1)),
  };
}

/** Formats the time from the row below to this one: "+12 ms", "+1.20 s", "+3 min 5 s". */
export function deltaWords(ms: number): string {
  const sign = ms < 0 ? '−' : '+';
  const size = Math.abs(ms);
  if (size < 1000) return `${sign}${size} ms`;
  if (size < 60_000) return `${sign}${(size / 1000).toFixed(2)} s`;
  if (size < 3_600_000) return `${sign}${Math.floor(size / 60_000)} min ${Math.floor((size % 60_000) / 1000)} s`;
  if (size < dayMs) return `${sign}${Math.floor(size / 3_600_000)} h ${Math.floor((size % 3_600_000) / 60_000)} min`;
  return `${sign}${Math.floor(size / dayMs)} d`;
}
