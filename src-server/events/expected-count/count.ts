import type { Database } from '../../database/open.ts';
import type { EventScope } from '../filters/conditions.ts';
import type { EventFilter } from '../filters/filter-contract.ts';
import { newestId } from '../list.ts';
import { scan } from '../scan/scan.ts';

/** `after`: counts events after this id. `enough`: the count at which to stop. */
export type CountAfterArgs = EventScope & { filter: EventFilter; after: number; enough: number };
/** `isComplete` is false if the count stopped early; it continues from `cursor`, as pages do. */
export type CountResult = { count: number; cursor: number; isComplete: boolean };

/** Milliseconds of a count before other queries are answered. */
const sliceMs = 50;

export function countAfter(database: Database, { enough, ...args }: CountAfterArgs): CountResult {
  return database.transaction((): CountResult => {
    const newest = newestId(database);
    const end = performance.now() + sliceMs;
    let count = 0;
    for (const { id, found } of scan(database, { ...args, newest })) {
      count += found?.count ?? 0;
      if (count >= enough || performance.now() > end) return { count, cursor: id, isComplete: false };
    }
    return { count, cursor: newest, isComplete: true };
  })();
}
