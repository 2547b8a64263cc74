import { removeBatchSize } from '../core/limits-contract.ts';
import type { Database } from '../database/open.ts';
import type { RemoveSome } from '../test-runs/removal.ts';
import { slotOf } from './store.ts';

/** An event that is being deleted; times in milliseconds UTC, `distinctRef`: the row of its distinct_id. */
export type RemovedEvent = {
  id: number;
  projectId: number;
  event: string;
  distinctRef: number;
  timestamp: number;
  receivedAt: number;
};

/** Called for each deleted event, in the transaction of the deletion. */
export type RemovalObserver = { removed?(event: RemovedEvent): void };

/** Deletes events in the writer's transaction. They leave the timeline, but stay in the totals since ever. */
export type RemoveEvents = (events: readonly RemovedEvent[]) => void;

/** `r`: a row of `events`; `n`: its name. */
export const removedColumns =
  'r.id, r.project_id AS projectId, n.name AS event, r.distinct_ref AS distinctRef, r.timestamp, r.received_at AS receivedAt';

export function createEventRemoval(database: Database, observers: readonly RemovalObserver[]): RemoveEvents {
  const remove = database.prepare<[number]>('DELETE FROM events WHERE id = ?');
  const uncount = database.prepare<[number, number]>(
    'UPDATE arrivals SET accepted = accepted - 1 WHERE project_id = ? AND slot = ?',
  );
  const mark = markRemoval(database);
  return (events) => {
    for (const event of events) {
      remove.run(event.id);
      uncount.run(event.projectId, slotOf(event.receivedAt));
      for (const observer of observers) observer.removed?.(event);
    }
    mark(events);
  };
}

/** Returns a function that deletes the events of a test run, oldest first. */
export function createRunRemoval(database: Database, removeEvents: RemoveEvents): RemoveSome {
  const some = database.prepare<[number, number], RemovedEvent>(
    `SELECT ${removedColumns} FROM events r INDEXED BY events_by_test_run JOIN event_names n ON n.id = r.name_id
     WHERE r.test_run_id = ? ORDER BY r.id LIMIT ?`,
  );
  return (testRunId) => {
    const events = some.all(testRunId, removeBatchSize);
    removeEvents(events);
    return events.length;
  };
}

/** Returns a function that deletes the drops and rejections of a test run. */
export function createDropRemoval(database: Database): RemoveSome {
  const remove = database.prepare<[number, number], { id: number; projectId: number }>(
    `DELETE FROM discards WHERE id IN (SELECT id FROM discards WHERE test_run_id = ? LIMIT ?)
     RETURNING id, project_id AS projectId`,
  );
  const mark = markRemoval(database);
  return (testRunId) => {
    const rows = remove.all(testRunId, removeBatchSize);
    mark(rows);
    return rows.length;
  };
}

/**
 * Prevents reuse of ids, and tells caches of events that some are gone. Each deletion has a random number, of 53 bits as JavaScript
 * has: two copies of a database may lose as many events of different test runs.
 */
export function markRemoval(database: Database) {
  const mark = database.prepare<[number, number]>(
    'UPDATE projects SET removal_mark = random() >> 11, last_removed_id = max(last_removed_id, ?) WHERE id = ?',
  );
  return (rows: readonly { id: number; projectId: number }[]) => {
    const [first] = rows;
    if (first !== undefined) mark.run(Math.max(...rows.map(({ id }) => id)), first.projectId);
  };
}
