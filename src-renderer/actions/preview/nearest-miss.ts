import { queryOptions } from '@tanstack/react-query';
import { preview, type Verdict } from '#server/actions/preview/preview-contract.ts';
import type { Event } from '#server/events/contract.ts';
import { post } from '../../api/api.ts';
import { fetchEvents } from '../../events/queries.ts';
import type { StepInputDraft } from '../editor/action-form.ts';
import { nearestName } from './nearest-name.ts';

/** How many of the newest events are tried: each costs a search of its own. */
const CANDIDATES = 4;

export type NearestMiss = { event: Event; verdict: Verdict; step: number };

/**
 * The event that comes nearest to matching `steps`, of the newest ones that have a name they ask for or, of the `seen` names, one
 * much like it; else of the newest of all. Null when there is no event. Asks nothing while `seen` is undefined.
 */
export function nearestMissQuery(projectId: number, steps: StepInputDraft[], seen: string[] | undefined) {
  return queryOptions({
    queryKey: ['nearest miss', projectId, steps],
    queryFn: async ({ signal }): Promise<NearestMiss | null> => {
      const events = await candidates(projectId, namesOf(steps, seen ?? []), signal);
      const misses = events.map(async (event) => {
        const question = { steps, event: event.uuid, limit: 0, days: 1 };
        const answer = await post(`/api/projects/${projectId}/actions/preview/`, question, preview, { signal });
        return { event, verdict: answer.verdict };
      });
      return nearestOf(await Promise.all(misses));
    },
    enabled: seen !== undefined,
    retry: false,
    meta: { what: 'the nearest miss' },
  });
}

function namesOf(steps: StepInputDraft[], seen: string[]): string[] {
  const wanted = steps.map(({ event }) => event).filter((event) => event !== null);
  return [...new Set(wanted.map((name) => (seen.includes(name) ? name : (nearestName(name, seen) ?? name))))];
}

async function candidates(projectId: number, names: string[], signal: AbortSignal): Promise<Event[]> {
  const newest = async (query: Record<string, string>) =>
    (await fetchEvents(projectId, { ...query, limit: CANDIDATES }, signal)).results;
  const named = await Promise.all(names.slice(0, CANDIDATES).map((event) => newest({ event })));
  // The newest of each name, then the next ones.
  const inTurn = Array.from({ length: CANDIDATES }, (_, place) =>
    named.flatMap((events) => events[place] ?? []),
  ).flat();
  return inTurn.length > 0 ? inTurn.slice(0, CANDIDATES) : newest({});
}

/** The step that misses the fewest of its conditions; of several the one that holds most of them, then the newest event's. */
export function nearestOf(tried: { event: Event; verdict: Verdict | null }[]): NearestMiss | null {
  const misses = tried.flatMap(({ event, verdict }) =>
    verdict === null ? [] : verdict.steps.map((_, step) => ({ event, verdict, step })),
  );
  return misses.toSorted((one, other) => missed(one) - missed(other) || held(other) - held(one))[0] ?? null;
}

const missed = ({ verdict, step }: NearestMiss) => countOf(verdict, step, false);
const held = ({ verdict, step }: NearestMiss) => countOf(verdict, step, true);

function countOf({ steps }: Verdict, step: number, isMatch: boolean): number {
  return (steps[step]?.conditions ?? []).filter((condition) => condition.is_match === isMatch).length;
}
