import { get, post } from './api.ts';
import { decideBody, deciderOf, deciders, identifyEvents, sampleFlags } from './flags.ts';
import type { LoadResult } from './load.ts';
import { load, projectKey, type Server } from './processes.ts';
import { median, type Waits } from './report.ts';
import { inTurnWith, type Pair, pause } from './rounds.ts';

/** The first is the one with a goal. */
export const decidePaths = ['/decide/?v=2', '/decide/?v=3', '/flags/?v=2'];

/**
 * Stores the persons, creates the flags over the API, and checks that a decide has all of them. Returns the number of acknowledged
 * events.
 */
export async function prepareDecides({ url }: Pick<Server, 'url'>): Promise<number> {
  const events = identifyEvents();
  for (let start = 0; start < events.length; start += 500) {
    await post(`${url}/batch/`, { api_key: projectKey, batch: events.slice(start, start + 500) });
  }
  for (const flag of sampleFlags) await post(`${url}/api/projects/@current/feature_flags/`, flag);
  const { body } = decideBody(projectKey);
  const asked = { ...JSON.parse(body.toString()), distinct_id: deciderOf(deciders - 1) };
  const { featureFlags } = (await post(`${url}/decide/?v=3`, asked)) as { featureFlags: Record<string, unknown> };
  const answered = Object.keys(featureFlags).length;
  if (answered !== sampleFlags.length) throw new Error(`${answered} of ${sampleFlags.length} flags were answered.`);
  return events.length;
}

export async function decideRound(server: Server, bare: Server, path: string, round: number): Promise<Pair> {
  const options = { key: projectKey, connections: 64, seconds: 4, size: 1, stream: 0, decide: path };
  const ours = () => load({ ...options, url: server.url });
  const limit = () => load({ ...options, url: bare.url });
  return { ...(await inTurnWith(round, ours, limit)), acknowledged: 0 };
}

/**
 * Measures decides at rest, beside constant batches of 1,000, and beside constant searches of all events without a result. Decides
 * come at a fixed rate, so that they wait for other work and not for each other, on enough connections that none waits for a free
 * one.
 */
export async function measureWaits(
  server: Server,
  streams: number[],
): Promise<{ waits: Waits[]; acknowledged: number }> {
  const decides = () =>
    load({
      ...{ url: server.url, key: projectKey, connections: 64, seconds: 4, size: 1, stream: 0 },
      ...{ decide: '/decide/?v=2', pace: 150 },
    });
  const rounds = { rest: [] as LoadResult[], batches: [] as LoadResult[], search: [] as LoadResult[] };
  let acknowledged = 0;
  for (const stream of streams) {
    rounds.rest.push(await decides());
    const batches = load({ url: server.url, key: projectKey, connections: 4, seconds: 5, size: 1000, stream });
    await pause(500);
    rounds.batches.push(await decides());
    acknowledged += (await batches).acknowledged;
    const searching = searchUntilStopped(server);
    rounds.search.push(await decides());
    await searching.stop();
  }
  const of = (name: string, results: LoadResult[]) => ({
    name,
    p50: median(results.map(({ p50 }) => p50)),
    p99: median(results.map(({ p99 }) => p99)),
  });
  const waits = [
    of('at rest', rounds.rest),
    of('while batches of 1000 are sent without pause', rounds.batches),
    of('while a search goes through all events', rounds.search),
  ];
  return { waits, acknowledged };
}

function searchUntilStopped({ url }: Server): { stop: () => Promise<void> } {
  let isStopped = false;
  const search = async () => {
    while (!isStopped) await get(`${url}/api/projects/@current/events/?search=what-no-event-has`);
  };
  const searching = search();
  return {
    stop: () => {
      isStopped = true;
      return searching;
    },
  };
}
