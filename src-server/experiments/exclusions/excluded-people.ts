import { dayMs } from '../../core/text/time-contract.ts';
import type { Database } from '../../database/open.ts';
import { type ExperimentExclusions, noExclusions } from '../../projects/contract.ts';
import type { Kept } from '../metrics/rows/row-cache.ts';
import { boundsOf, readActive, readReported } from '../results/exposures/exposures.ts';
import { countExcluded } from './exclude.ts';
import type { ExcludedPeople } from './exclusions-contract.ts';

const days = 30;

/** `now`: milliseconds UTC. */
export type ExcludedPeopleArgs = { projectId: number; exclusions: ExperimentExclusions; now: number };

/** Counts the people whom exclusions would exclude, of everyone active in the last days. Yields periodically. */
export function* readExcludedPeople(
  database: Database,
  { projectId, exclusions, now }: ExcludedPeopleArgs,
  kept: Kept,
): Generator<void, ExcludedPeople> {
  const bounds = boundsOf(database, kept, projectId, { start: now - days * dayMs, end: now });
  const active = yield* readActive(database, bounds, { excluded: noExclusions, needsEvents: true });
  const reported = yield* readReported(database, bounds);
  const event = active.event.map((first, person) => reported.event[person] || first);
  const visited = { exposed: { people: active.people, event }, bounds, exclusions, now };
  const { any, bots, byRule: conditions } = yield* countExcluded(database, visited);
  return { days, people: active.people.length, excluded: any, bots, conditions };
}
