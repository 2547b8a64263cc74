import { processorMs } from '../../core/clock.ts';
import type { Database } from '../../database/open.ts';
import type { EventFilter } from '../filters/filter-contract.ts';
import { eventTablesSql, type ListedRow, newestId, sentColumns } from '../list.ts';
import { scan } from '../scan/scan.ts';

/** The events that a sender sends; null: all events of all projects. */
export type Selection = { projectId: number; filter: EventFilter } | null;
/** `maxText`: characters of properties after which a block ends; a larger event goes alone. */
export type BlockArgs = { only: Selection; after: number; maxRows: number; maxText: number };

/** An event as it is stored: times in ms UTC, `properties` as JSON text. */
export type StoredRow = Pick<
  ListedRow,
  'id' | 'uuid' | 'distinct_id' | 'person_id' | 'timestamp' | 'received_at' | 'properties' | 'test_run'
> & { event: string; project_id: number; test_run_id: number | null };

/** Events in the order of their ids. All up to `upTo` were examined; `isEnd`: no more are stored. */
export type Block = { events: StoredRow[]; upTo: number; isEnd: boolean };

/** Milliseconds of processor time after which a search ends with its result so far. */
const timeBudgetMs = 100;

/** Reads the next events after a cursor. */
export function readBlock(database: Database, { only, after, maxRows, maxText }: BlockArgs): Block {
  const rows = database.prepare<[string], StoredRow>(
    `SELECT ${sentColumns}, r.project_id, r.test_run_id FROM json_each(?) j CROSS JOIN ${eventTablesSql} WHERE r.id = j.value`,
  );
  return database.transaction((): Block => {
    const newest = newestId(database);
    const events: StoredRow[] = [];
    const end = processorMs() + timeBudgetMs;
    let text = 0;
    /** Returns the id of the first event that does not fit: it is read again with the next block. */
    const add = (ids: readonly number[]): number | undefined => {
      for (const event of rows.iterate(JSON.stringify(ids))) {
        if (events.length > 0 && text + event.properties.length > maxText) return event.id;
        events.push(event);
        text += event.properties.length;
      }
      return undefined;
    };
    let found: number[] = [];
    for (const { id, isFound, isPause } of idsAfter(database, only, after, newest)) {
      if (isFound) found.push(id);
      const isFull = events.length + found.length >= maxRows;
      if (!isFull && !isPause) continue;
      const left = add(found);
      if (left !== undefined) return { events, upTo: left - 1, isEnd: false };
      if (isFull || processorMs() > end) return { events, upTo: id, isEnd: false };
      found = [];
    }
    const left = add(found);
    if (left !== undefined) return { events, upTo: left - 1, isEnd: false };
    return { events, upTo: Math.max(newest, after), isEnd: true };
  })();
}

/** `enough`: the count at which to stop. */
export type BacklogArgs = { only: Selection; after: number; enough: number };
/** `oldestAt`: when the first one arrived, ms UTC; null if there is none. */
export type Backlog = { count: number; isComplete: boolean; oldestAt: number | null };

/** Counts the events after a cursor. */
export function readBacklog(database: Database, { only, after, enough }: BacklogArgs): Backlog {
  const arrival = database.prepare<[number], number>('SELECT received_at FROM events WHERE id = ?').pluck();
  return database.transaction((): Backlog => {
    const end = processorMs() + timeBudgetMs;
    let count = 0;
    let first: number | null = null;
    const backlog = (isComplete: boolean) => ({
      count,
      isComplete,
      oldestAt: first === null ? null : (arrival.get(first) ?? null),
    });
    for (const { id, isFound, isPause } of idsAfter(database, only, after, newestId(database))) {
      if (isFound) {
        first ??= id;
        count += 1;
      }
      if (count >= enough || (isPause && processorMs() > end)) return backlog(false);
    }
    return backlog(true);
  })();
}

/** Ids between checks of the time. */
const idsBetweenLooks = 256;

function* idsAfter(
  database: Database,
  only: Selection,
  after: number,
  newest: number,
): Generator<{ id: number; isFound: boolean; isPause: boolean }> {
  if (only !== null) {
    const { projectId, filter } = only;
    const looked = scan(database, { projectId, seesUnassigned: false, filter, newest, after });
    for (const { id, found, isPause } of looked) yield { id, isFound: found !== null, isPause };
    return;
  }
  const ids = database
    .prepare<[number, number], number>('SELECT id FROM events WHERE id > ? AND id <= ? ORDER BY id')
    .pluck();
  for (const id of ids.iterate(after, newest)) yield { id, isFound: true, isPause: id % idsBetweenLooks === 0 };
}
