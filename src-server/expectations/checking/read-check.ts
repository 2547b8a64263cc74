import type { Database } from '../../database/open.ts';
import { newestId, readRemovalMark } from '../../events/list.ts';
import { createSchemas } from '../../properties/json-schema.ts';
import type { Rule } from '../contract.ts';
import { expectationStatusOf, isMissed, type RuleResult, resultOf } from '../evaluation/conclude.ts';
import { createNamedEvents } from './named-events.ts';
import { createObservedEvents } from './observed-events.ts';
import { createSimilarEvents } from './similar-events.ts';
import { Slice } from './slice.ts';
import { StandingTallies } from './standing-tallies.ts';

/**
 * `testRun`: a name, which may not exist; null for every event. `now`: milliseconds UTC. `open`: how to treat rules that more
 * events can decide: `wait` until all are decided, `pending`, `spooled` (`pending`, and events of the past may follow, also of ended
 * test runs), or `decide` as the time is up. `since`: the cursor of an earlier
 * answer, to get only changes.
 */
export type CheckArgs = {
  projectId: number;
  testRun: string | null;
  rules: readonly Rule[];
  now: number;
  open: 'wait' | 'pending' | 'spooled' | 'decide';
  since: number | null;
};
/** The verdicts of the rules in order; null to wait. `closesAt`: the next deadline of a rule, milliseconds UTC, or null. */
export type CheckAnswer = { cursor: number; closesAt: number | null; verdicts: RuleResult[] | null };

type TestRunTimes = { id: number; startedAt: number | null; endedAt: number | null };

/** No events. */
const unknownRun: TestRunTimes = { id: 0, startedAt: null, endedAt: null };
const everything: Omit<TestRunTimes, 'id'> & { id: null } = { id: null, startedAt: null, endedAt: null };

/**
 * Creates a function that evaluates rules over the events of a test run; null if no related event arrived `since` and it goes on.
 */
export function createRuleReader() {
  const tallies = new StandingTallies(createSchemas());
  const readSimilar = createSimilarEvents();
  return function* readCheck(database: Database, args: CheckArgs): Generator<undefined, CheckAnswer | null> {
    const { projectId, rules, now, open, since } = args;
    const run = readRun(database, args);
    const scope = { projectId, runId: run.id };
    const named = createNamedEvents(database, scope);
    if (since !== null && run.endedAt === null && !named.hasArrived(namesOf(rules), since)) return null;
    const newest = newestId(database);
    const events = createObservedEvents(database);
    // Events of a test run are only deleted with it.
    const removed = run.id === null ? readRemovalMark(database, projectId) : 0;
    const reading = { database, scope, named, events, slice: new Slice(), newest, removed };

    const closeOf = ({ within }: Rule) =>
      within === null || run.startedAt === null ? Number.POSITIVE_INFINITY : run.startedAt + within * 1000;
    const mayArrive = (rule: Rule) => open === 'spooled' || (run.endedAt === null && now <= closeOf(rule));
    const isOpen = (rule: Rule) => open !== 'decide' && mayArrive(rule);
    const next = Math.min(...rules.map(closeOf).filter((at) => at >= now));
    const answer = { cursor: newest, closesAt: next === Number.POSITIVE_INFINITY ? null : next };

    return yield* tallies.with(rules, { ...reading, startedAt: run.startedAt, now }, function* (found) {
      const concluded = found.map((tally) => ({ tally, status: expectationStatusOf(tally, isOpen(tally.rule)) }));
      if (open === 'wait' && concluded.some(({ status }) => status === 'pending')) return { ...answer, verdicts: null };
      const lacksAll = concluded.some(({ tally, status }) => isMissed(tally, status) && !tally.hasSeen);
      const similar = lacksAll ? yield* readSimilar(reading) : () => null;
      const finder = { whole: events.whole, similar };
      return { ...answer, verdicts: concluded.map(({ tally, status }) => resultOf(tally, status, finder)) };
    });
  };
}

const namesOf = (rules: readonly Rule[]) => [
  ...new Set(rules.flatMap(({ event, after }) => (after === null ? [event] : [event, after]))),
];

function readRun(database: Database, { projectId, testRun }: CheckArgs): TestRunTimes | typeof everything {
  if (testRun === null) return everything;
  const run = database.prepare<[number, string], TestRunTimes>(
    `SELECT id, started_at AS startedAt, ended_at AS endedAt FROM test_runs
     WHERE project_id = ? AND name = ? AND deleted_at IS NULL`,
  );
  return run.get(projectId, testRun) ?? unknownRun;
}
