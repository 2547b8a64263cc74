import type { MetricResult, SecondaryResult } from '#server/experiments/results/results-contract.ts';
import { type ConnectedServer, received } from '../api/connect.ts';
import { metricKinds } from '../metrics/metric-kind-words.ts';
import { decide } from './decide.ts';
import { emptyTally, eventsOf, type Plan, type SimulatedEvent, type Tally, userId } from './simulate-plan.ts';
import { simulationWords } from './words.ts';

/** Users whose events go in one request. */
const usersPerRequest = 25;
/** Requests under way at once: a browser has six to a server, and the window needs some for itself. */
const maxRequests = 4;

/**
 * Sends the users of the plan through the public endpoints, as apps do: each asks `/decide/` for the flag, and sends its
 * exposure and events to `/batch/`. `progress` gets the users done so far. Throws the server's first failure, or the reason of the
 * abort.
 */
export async function simulate(
  server: ConnectedServer,
  apiKey: string,
  variants: string[],
  plan: Plan,
  progress: (users: number) => void = () => {},
): Promise<Tally> {
  const tally = emptyTally(variants, plan);
  const { seed, users } = plan.scenario;
  let next = 0;
  let done = 0;
  let hasFailed = false;
  const lane = async () => {
    while (next < users && !hasFailed) {
      const first = next;
      next = Math.min(first + usersPerRequest, users);
      const last = next;
      const batch: SimulatedEvent[] = [];
      for (let index = first; index < last; index += 1) {
        const flags = await decide(server, apiKey, userId(seed, index));
        batch.push(...eventsOf(index, flags[plan.flagKey] ?? false, plan, tally));
      }
      await server.send('/batch/', received, { api_key: apiKey, batch });
      done += last - first;
      progress(done);
    }
  };
  const stopping = () =>
    lane().catch((error: unknown) => {
      hasFailed = true;
      throw error;
    });
  await Promise.all(Array.from({ length: maxRequests }, stopping));
  return tally;
}

/** Returns where the server's count differs from what was sent, in sentences. */
export function differencesOf(tally: Tally, result: MetricResult): string[] {
  const { byVariant, outside } = tally;
  const differences: string[] = [];
  const { compared, difference } = simulationWords;
  const compare = (what: string, sent: number, counted = 0) => {
    if (sent !== counted) differences.push(difference(what, sent, counted));
  };
  const { isOrdered } = metricKinds[result.metric?.kind ?? 'conversion'];
  for (const [key, { people, reached, count }] of Object.entries(byVariant)) {
    const counted = result.variants.find((variant) => variant.key === key);
    compare(compared.people(key), people, result.exposure?.by_variant[key]);
    if (!isOrdered) compare(compared.events(key), count, counted?.count);
    for (const [step, sent] of isOrdered ? reached.entries() : []) {
      compare(compared.step(key, step + 1), sent, result.steps[step]?.[key]);
    }
  }
  compare(compared.outside, outside, result.exposure?.other_values);
  return differences;
}

/** Returns the same for a secondary metric; none where it is not simulated on its own. */
export function differencesInSecondary(tally: Tally, metric: SecondaryResult): string[] {
  const byVariant = tally.secondary?.[metric.index] ?? null;
  if (byVariant === null) return [];
  return differencesOf({ byVariant, outside: tally.outside }, metric).map((line) =>
    simulationWords.differenceIn(metric.name, line),
  );
}
