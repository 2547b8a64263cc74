import { lazy } from '../../core/lazy.ts';
import type { Database } from '../../database/open.ts';
import { inTestRun } from '../../test-runs/in-test-run.ts';
import type { Observed } from '../evaluation/conditions.ts';

/** `testRun`: the name of a test run, whether it exists or not; null for every event of the project. */
export type EventsScope = { projectId: number; testRun: string | null };

type Row = {
  uuid: string;
  event: string;
  distinctId: string;
  personId: number;
  receivedAt: number;
  properties: string;
};
type Run = { startedAt: number | null; endedAt: number | null };

const isNamed = (nameId: string) =>
  `${nameId} IN (SELECT id FROM event_names WHERE project_id = ? AND name IN (SELECT value FROM json_each(?)))`;

/** Reads the events of a test run, or of all, as rules see them. */
export function createObservedEvents(database: Database, { projectId, testRun }: EventsScope) {
  const run = testRun === null ? { sql: 'true', values: [] } : inTestRun({ projectId, testRun }, 'e.test_run_id');
  // A test run, and what just arrived, are a small part of the events of a name: that index is not used.
  const withoutIndex = `${isNamed('+e.name_id')} AND ${run.sql}`;
  const own = testRun === null ? `${isNamed('e.name_id')} AND ${run.sql}` : withoutIndex;
  const valuesOf = (names: readonly string[]) => [projectId, JSON.stringify(names), ...run.values];
  const ids = database
    .prepare<unknown[], number>(`SELECT e.id FROM events e WHERE ${own} ORDER BY e.timestamp, e.id`)
    .pluck();
  const row = database.prepare<[number], Row>(
    `SELECT e.uuid, n.name AS event, d.value AS distinctId, d.person_id AS personId, e.received_at AS receivedAt, e.properties
     FROM events e JOIN event_names n ON n.id = e.name_id JOIN distinct_ids d ON d.id = e.distinct_ref WHERE e.id = ?`,
  );
  const person = database.prepare<[number], string>('SELECT properties FROM persons WHERE id = ?').pluck();
  const observedOf = ({ properties, ...event }: Row): Observed => ({
    ...event,
    properties: lazy(() => JSON.parse(properties)),
    person: lazy(() => JSON.parse(person.get(event.personId) ?? '{}')),
  });

  return {
    run: (): Run =>
      database
        .prepare<[number, string | null], Run>(
          `SELECT started_at AS startedAt, ended_at AS endedAt FROM test_runs
           WHERE project_id = ? AND name = ? AND deleted_at IS NULL`,
        )
        .get(projectId, testRun) ?? { startedAt: null, endedAt: null },
    /** Whether an event of these names arrived after an id. */
    hasArrived: (names: readonly string[], after: number): boolean =>
      database
        .prepare<unknown[]>(`SELECT 1 FROM events e WHERE e.id > ? AND ${withoutIndex} LIMIT 1`)
        .get(after, ...valuesOf(names)) !== undefined,
    /** The events of these names, in the order of their timestamps. */
    *named(names: readonly string[]): Generator<Observed> {
      for (const id of ids.all(...valuesOf(names))) {
        const found = row.get(id);
        // Its test run may be deleted meanwhile.
        if (found !== undefined) yield observedOf(found);
      }
    },
    /** The names of all events. */
    names: (): string[] =>
      database
        .prepare<unknown[], string>(
          `SELECT name FROM event_names n WHERE n.project_id = ? AND EXISTS (SELECT 1 FROM events e WHERE e.name_id = n.id AND ${run.sql})`,
        )
        .pluck()
        .all(projectId, ...run.values),
    newest(name: string): Observed | undefined {
      const id = database
        .prepare<unknown[], number>(`SELECT e.id FROM events e WHERE ${own} ORDER BY e.id DESC LIMIT 1`)
        .pluck()
        .get(...valuesOf([name]));
      const found = id === undefined ? undefined : row.get(id);
      return found && observedOf(found);
    },
  };
}
