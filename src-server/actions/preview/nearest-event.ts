import { nearestName } from '../../core/nearest-contract.ts';
import type { Database } from '../../database/open.ts';
import { readEventNames } from '../../events/names.ts';
import { createWords } from '../../properties/explain.ts';
import { inTestRun, type TestRunScope } from '../../test-runs/in-test-run.ts';
import type { StepInput } from '../contract.ts';
import { isGiven } from '../matching/match.ts';
import { explainMatch } from './explain.ts';
import type { NearestEvent, StepVerdict } from './preview-contract.ts';
import { eventSql, type PreviewedEvent, readEvents, subjectOfEvent } from './stored-events.ts';

/** Maximum number of events tried. */
const maxTried = 4;

/**
 * Finds the event nearest to matching the steps, among the newest of a test run with a name in the steps, else with a similar
 * name, else of all. Null without events.
 */
export function readNearestEvent(database: Database, scope: TestRunScope, steps: StepInput[]): NearestEvent | null {
  const words = createWords();
  const tried = candidates(database, scope, steps).flatMap((row) => {
    const verdict = explainMatch(steps, subjectOfEvent(row), words);
    return verdict.steps.map((each, step) => ({ row, verdict, step, ...countsOf(each) }));
  });
  const [nearest] = tried.toSorted((one, other) => one.missed - other.missed || other.held - one.held);
  if (nearest === undefined) return null;
  const [event] = readEvents(database, [nearest.row.id]).results;
  return event === undefined ? null : { event, verdict: nearest.verdict, step: nearest.step };
}

function countsOf({ conditions }: StepVerdict) {
  const held = conditions.filter((condition) => condition.is_match).length;
  return { held, missed: conditions.length - held };
}

/** Takes the newest of each name, then the next ones. */
function candidates(database: Database, scope: TestRunScope, steps: StepInput[]): PreviewedEvent[] {
  const { projectId } = scope;
  const run = inTestRun(scope, 'test_run_id');
  const named = database.prepare<unknown[], PreviewedEvent>(
    `${eventSql} WHERE e.id IN (SELECT id FROM events
       WHERE name_id = (SELECT id FROM event_names WHERE project_id = ? AND name = ?) AND ${run.sql}
       ORDER BY id DESC LIMIT ?)
     ORDER BY e.id DESC`,
  );
  const names = namesOf(steps, readEventNames(database, scope));
  const lists = names.map((name) => named.all(projectId, name, ...run.values, maxTried));
  const inTurn = Array.from({ length: maxTried }, (_, place) => lists.flatMap((rows) => rows[place] ?? [])).flat();
  if (inTurn.length > 0) return inTurn.slice(0, maxTried);
  return database
    .prepare<unknown[], PreviewedEvent>(
      `${eventSql} WHERE e.id IN (SELECT id FROM events WHERE +project_id = ? AND ${run.sql} ORDER BY id DESC LIMIT ?)
       ORDER BY e.id DESC`,
    )
    .all(projectId, ...run.values, maxTried);
}

function namesOf(steps: StepInput[], seen: string[]): string[] {
  const wanted = [...new Set(steps.map(({ event }) => event).filter(isGiven))].slice(0, maxTried);
  return [...new Set(wanted.map((name) => (seen.includes(name) ? name : (nearestName(name, seen) ?? name))))];
}
