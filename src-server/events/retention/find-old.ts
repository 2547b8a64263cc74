import { existing } from '../../core/sql.ts';
import type { Database } from '../../database/open.ts';
import { isOldSql } from './old-events.ts';

export type FindOldArgs = { projectId: number; after: number; arrivedBefore: number };

/** `lastId`: the last of them; 0 without any. `untilId`: the last of them and of the drops as old. */
export type FoundOld = { events: number; lastId: number; untilId: number };

/** Ids per slice. */
const sliceSize = 50_000;
/** Slices without an old event of any project after which there are no more: ids are in the order of arrival, unless a clock was wrong. */
const enoughSlices = 10;

/** Finds the events after an id that a deletion would take. Yields between slices. */
export function* findOldEvents(database: Database, args: FindOldArgs): Generator<void, FoundOld> {
  type Slice = Omit<FoundOld, 'untilId'> & { ofAll: number };
  const inSlice = database.prepare<FindOldArgs & { end: number }, Slice>(
    `SELECT count(*) FILTER (WHERE r.received_at < :arrivedBefore) AS ofAll,
       count(*) FILTER (WHERE ${isOldSql}) AS events, ifnull(max(r.id) FILTER (WHERE ${isOldSql}), 0) AS lastId
     FROM events r WHERE r.id > :after AND r.id <= :end`,
  );
  const newest = database.prepare<[], number>('SELECT ifnull(max(id), 0) FROM events').pluck().get() ?? 0;
  const next = database.prepare<[number], number>('SELECT min(id) FROM events WHERE id > ?').pluck();
  let [found, lastId] = [0, 0];
  for (let after = args.after, without = 0; after < newest && without < enoughSlices; ) {
    const end = after + sliceSize;
    const { events, ofAll, ...slice } = existing(inSlice.get({ ...args, after, end }));
    found += events;
    lastId = Math.max(lastId, slice.lastId);
    without = ofAll === 0 ? without + 1 : 0;
    after = Math.max(end, (next.get(end) ?? newest + 1) - 1);
    yield;
  }
  const lastDrop = database.prepare<Omit<FindOldArgs, 'after'>, number>(
    `SELECT ifnull(max(r.id), 0) FROM discards r WHERE ${isOldSql}`,
  );
  return { events: found, lastId, untilId: Math.max(lastId, lastDrop.pluck().get(args) ?? 0) };
}
