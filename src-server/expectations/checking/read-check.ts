import { lazy } from '../../core/lazy.ts';
import { nearestName } from '../../core/nearest-contract.ts';
import type { Database } from '../../database/open.ts';
import { newestId } from '../../events/list.ts';
import { textDifference } from '../../events/number/differences.ts';
import type { NearestEvent } from '../../events/number/nearest-contract.ts';
import { createSchemas } from '../../properties/json-schema.ts';
import type { Rule } from '../contract.ts';
import { conclude, type Verdict } from '../evaluation/conclude.ts';
import { createTallies, type RuleTally } from '../evaluation/tally.ts';
import { createObservedEvents, type EventsScope } from './observed-events.ts';

/**
 * `testRun`: a name, or null for every event. `now`: milliseconds UTC. `isOver`: the time is up. `since`: the cursor of an earlier
 * answer, to be told only of a change.
 */
export type CheckArgs = EventsScope & { rules: readonly Rule[]; now: number; isOver: boolean; since: number | null };
/** The verdicts of the rules in their order. `closesAt`: when the time of the next rule is up, milliseconds UTC; null for none. */
export type CheckAnswer = { cursor: number; closesAt: number | null; verdicts: Verdict[] };

/** Milliseconds of reading, between which other queries are answered. */
const sliceMs = 20;

/** Creates a function that evaluates rules over the events of a test run; null if nothing that they are about arrived `since`. */
export function createRuleReader() {
  const schemaOf = createSchemas();
  return function* readCheck(database: Database, args: CheckArgs): Generator<undefined, CheckAnswer | null> {
    const { rules, now, isOver, since, ...scope } = args;
    const events = createObservedEvents(database, scope);
    const names = [...new Set(rules.flatMap(({ event, after }) => (after === null ? [event] : [event, after])))];
    if (since !== null && !events.hasArrived(names, since)) return null;
    const cursor = newestId(database);
    const { startedAt, endedAt } = events.run();
    const { tallies, add } = createTallies(rules, { startedAt, schemaOf });
    let end = performance.now() + sliceMs;
    for (const event of events.named(names)) {
      add(event);
      if (performance.now() < end) continue;
      yield;
      end = performance.now() + sliceMs;
    }
    const closeOf = ({ within }: Rule) =>
      within === null || startedAt === null ? Number.POSITIVE_INFINITY : startedAt + within * 1000;
    const isOpen = (rule: Rule) => !isOver && endedAt === null && now <= closeOf(rule);
    const next = Math.min(...rules.map(closeOf).filter((at) => at >= now));
    const seenNames = lazy(events.names);
    const similarTo = (tally: RuleTally): NearestEvent | null => {
      const { event } = tally.rule;
      const name = nearestName(event, seenNames());
      const newest = name === null ? undefined : events.newest(name);
      if (newest === undefined) return null;
      const differences = [...textDifference('event', event, newest.event), ...tally.differences(newest)];
      return { uuid: newest.uuid, differences };
    };
    const verdicts = tallies.map((tally) => conclude(tally, isOpen(tally.rule), () => similarTo(tally)));
    return { cursor, closesAt: next === Number.POSITIVE_INFINITY ? null : next, verdicts };
  };
}
