import type { Database } from '../../database/open.ts';
import { type ExperimentExclusions, noExclusions } from '../../projects/contract.ts';
import { dayMs } from '../metrics/days.ts';
import type { RowCache } from '../metrics/row-cache.ts';
import { boundsOf, readActive } from '../results/exposures.ts';
import { countExcluded } from './exclude.ts';
import type { ExcludedPeople } from './exclusions-contract.ts';

const days = 30;

/** `now`: milliseconds UTC. */
export type ExcludedPeopleArgs = { projectId: number; exclusions: ExperimentExclusions; now: number };

/** Counts whom exclusions would exclude, of everyone active in the last days. Yields periodically. */
export function* readExcludedPeople(
  database: Database,
  { projectId, exclusions, now }: ExcludedPeopleArgs,
  kept: RowCache,
): Generator<void, ExcludedPeople> {
  const bounds = boundsOf(database, kept, projectId, { start: now - days * dayMs, end: now });
  const active = yield* readActive(database, bounds, { excluded: noExclusions, needsEvents: true });
  const { any, byRule } = yield* countExcluded(database, active, exclusions, now);
  const [bots = 0, ...conditions] = byRule;
  return { days, people: active.people.length, excluded: any, bots, conditions };
}
