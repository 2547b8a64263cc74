import type { Database } from '../database/open.ts';
import { newestId } from '../events/list.ts';
import { type DiffSide, maxComparedEvents } from './contract.ts';

/** `timestamp`: milliseconds UTC. `properties`: JSON. */
export type SideEvent = {
  id: number;
  uuid: string;
  name: string;
  timestamp: number;
  distinctId: string;
  personId: number;
  properties: string;
};
export type Side = Omit<DiffSide, 'events' | 'persons'> & { events: SideEvent[] };

/** A side is a test run, by its row id, or a build. */
export type SideArgs = { projectId: number } & (
  | { testRun: string; runId: number }
  | { build: string; property: string }
);

/** Property bytes of a side. */
const maxBytes = 64 * 1024 * 1024;
/** Ids searched at a time. */
const batchSize = 500;
const oldestFirst = (one: SideEvent, other: SideEvent) => one.timestamp - other.timestamp || one.id - other.id;

/** Reads the events of a side, the newest first until there are enough, and returns them in their order. Pauses between batches. */
export function* readSide(database: Database, args: SideArgs): Generator<undefined, Side> {
  const events: SideEvent[] = [];
  let bytes = 0;
  const answer = (isComplete: boolean): Side => ({
    test_run: 'testRun' in args ? args.testRun : null,
    build: 'build' in args ? args.build : null,
    is_complete: isComplete,
    events: events.toSorted(oldestFirst),
  });
  for (const batch of batchesOf(database, args)) {
    for (const event of batch) {
      bytes += event.properties.length;
      if (events.length === maxComparedEvents || bytes > maxBytes) return answer(false);
      events.push(event);
    }
    yield;
  }
  return answer(true);
}

function* batchesOf(database: Database, args: SideArgs): Generator<SideEvent[]> {
  const columns = `SELECT e.id, e.uuid, n.name, e.timestamp, d.value AS distinctId, d.person_id AS personId, e.properties`;
  const joins = 'JOIN event_names n ON n.id = e.name_id JOIN distinct_ids d ON d.id = e.distinct_ref';
  if ('runId' in args) {
    const batch = database.prepare<[number, number], SideEvent>(
      `${columns} FROM main.events r INDEXED BY events_by_test_run CROSS JOIN events e ON e.id = r.id ${joins}
       WHERE r.test_run_id = ? AND r.id < ? ORDER BY r.id DESC LIMIT ${batchSize}`,
    );
    for (let before = Number.MAX_SAFE_INTEGER; ; ) {
      const events = batch.all(args.runId, before);
      yield events;
      const last = events.at(-1);
      if (last === undefined || events.length < batchSize) return;
      before = last.id;
    }
  }
  const { projectId, build, property } = args;
  // A path in place of the key would take the key "a\u0000b" for "a" too, and no key with a quote.
  const own = '(SELECT value FROM json_each(e.properties) WHERE key = :property)';
  const batch = database.prepare<
    { projectId: number; build: string; property: string; low: number; high: number },
    SideEvent
  >(
    `${columns} FROM events e ${joins} WHERE e.id > :low AND e.id <= :high AND e.project_id = :projectId
     AND (CAST(${own} AS TEXT) = :build OR (${own} IS NULL AND e.test_run_id IN (
       SELECT id FROM test_runs WHERE project_id = :projectId AND build = :build AND deleted_at IS NULL)))
     ORDER BY e.id DESC`,
  );
  for (let high = newestId(database); high > 0; high -= batchSize)
    yield batch.all({ projectId, build, property, low: high - batchSize, high });
}
