import type { Database } from '../../database/open.ts';
import type { Times } from '../filters/times.ts';

/** The ids (low, high]. */
export type Range = { low: number; high: number };

/** Ids per block; `event_spans` has the first and last time of each. */
export const blockSize = 1024;

/**
 * Lists the parts of a range, by rising ids, in which events and drops of some time can be. Events are not sorted by time, as
 * they can arrive late: a block of ids is omitted if none of its rows is of that time. Rows of the newest blocks are not looked
 * at yet.
 */
export function rangesWithin(database: Database, { low, high }: Range, { from, to }: Times): Range[] {
  const blocks = database
    .prepare<number[], number>(
      `SELECT block FROM event_spans WHERE block BETWEEN ? AND ? AND last_at >= ? AND first_at <= ?
       UNION ALL SELECT ifnull(max(block), -1) + 1 FROM event_spans ORDER BY block`,
    )
    .pluck()
    .all(Math.floor(low / blockSize), Math.floor(high / blockSize), from, to);
  const ranges: Range[] = [];
  for (const [index, block] of blocks.entries()) {
    const isLast = index === blocks.length - 1;
    const first = Math.max(low, block * blockSize - 1);
    const last = Math.min(high, isLast ? high : (block + 1) * blockSize - 1);
    const before = ranges.at(-1);
    if (before !== undefined && first <= before.high) before.high = last;
    else if (first < last) ranges.push({ low: first, high: last });
  }
  return ranges;
}
