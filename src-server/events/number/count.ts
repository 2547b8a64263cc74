import type { Database } from '../../database/open.ts';
import type { EventScope } from '../conditions.ts';
import type { EventFilter } from '../filter-contract.ts';
import { newestId } from '../list.ts';
import { scan } from '../scan/scan.ts';

/** `after`: the id from which to count on. `enough`: events from which on the exact number does not matter. */
export type CountAfterArgs = EventScope & { filter: EventFilter; after: number; enough: number };
/** `isComplete` is false if the count stopped early; `cursor` is where it goes on. */
export type CountResult = { count: number; cursor: number; isComplete: boolean };

/** Milliseconds of a count, between which other queries are answered. */
const sliceMs = 50;

/** Counts the events that arrived after a cursor. */
export function countAfter(database: Database, { enough, ...args }: CountAfterArgs): CountResult {
  return database.transaction((): CountResult => {
    const newest = newestId(database);
    const end = performance.now() + sliceMs;
    let count = 0;
    for (const { id, found } of scan(database, { ...args, newest })) {
      count += found?.count ?? 0;
      if (count >= enough || performance.now() > end) return { count, cursor: id, isComplete: false };
    }
    return { count, cursor: Math.max(newest, args.after), isComplete: true };
  })();
}
