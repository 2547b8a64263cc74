import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { get, patch, post } from '../api.ts';
import { prepareDecides } from '../decides.ts';
import type { DuckdbAnswer } from '../duckdb.ts';
import type { LoadOptions, LoadResult } from '../load.ts';
import { askDuckdb, load, projectKey, type Server, startBenchtop, storeVisits } from '../processes.ts';
import { type Measured, median } from '../report.ts';
import { inTurnWith, type Pair, pause, row } from '../rounds.ts';
import { costlyActions, fiftyActions, type SampleAction, simpleActions } from './sample-actions.ts';

/** A query over a tenth of the events and over all of them: medians, ms. */
export type Counting = { name: string; few: number; many: number; aim: number | null; duckdb: number | null };
/** Matching of stored events: events per second, and how many matched. */
export type Matching = { name: string; rate: number; matches: number; aim: number | null };
/** p50 and p99 in ms of requests at a fixed rate, at rest and while stored events are being matched. */
export type Beside = { name: string; rest: [p50: number, p99: number]; matching: [p50: number, p99: number] };

export type ActionsResult = {
  events: number;
  counting: Counting[];
  duckdb: DuckdbAnswer;
  matching: Matching[];
  beside: Beside[];
};

type Report = { id: number; is_calculating: boolean; count: number; people_count: number };

const days = 90;
const actionsOf = ({ url }: Server) => `${url}/api/projects/@current/actions/`;

/** Measures counts and matching over this many stored events, in `rounds`. */
export async function measureActions(events: number, rounds: number, say: (line: string) => void) {
  const folder = await mkdtemp(join(tmpdir(), 'benchtop-actions-'));
  const servers: Server[] = [];
  try {
    for (const size of [events / 10, events]) {
      const dataDir = join(folder, String(size));
      const rate = await fill(dataDir, size);
      say(`${size} events stored, ${Math.round(rate)} a second`);
      servers.push(await startBenchtop(dataDir));
    }
    const [few, many] = servers as [Server, Server];
    const matching = await measureMatching(many, events, rounds);
    say('stored events matched');
    const duckdb = await askDuckdb({ dataDir: join(folder, String(events)), event: '$pageview', asks: 10 });
    const counting = await measureCounting(few, many, rounds, duckdb);
    say('counts asked for');
    const beside = await measureBeside(many, rounds);
    return { events, counting, duckdb, matching, beside };
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** A server creates the project; then the events are stored without it. */
async function fill(dataDir: string, events: number): Promise<number> {
  const server = await startBenchtop(dataDir);
  await server.stop();
  return storeVisits({ dataDir, events, days });
}

async function measureMatching(server: Server, events: number, rounds: number): Promise<Matching[]> {
  const measured: Matching[] = [];
  const sets: [SampleAction[], number | null][] = [
    [simpleActions, 200_000],
    [costlyActions, null],
  ];
  for (const [actions, aim] of sets) {
    for (const { name, steps } of actions) {
      const rates: number[] = [];
      let matches = 0;
      for (let round = 0; round < rounds; round++) {
        const { seconds, count, forget } = await matchAnew(server, { name: `${name} ${round}`, steps });
        rates.push(events / seconds);
        matches = count;
        await forget();
      }
      measured.push({ name, aim, matches, rate: median(rates) });
    }
  }
  return measured;
}

/** Saves an action and waits until all stored events have been matched with it. */
async function matchAnew(server: Server, action: SampleAction) {
  const started = performance.now();
  const { id } = (await post(actionsOf(server), action)) as Report;
  const url = `${actionsOf(server)}${id}/`;
  while (((await get(url)) as Report).is_calculating) await pause(20);
  const seconds = (performance.now() - started) / 1000;
  const { count } = (await get(`${url}count/`)) as Report;
  return { seconds, count, forget: () => patch(url, { deleted: true }) };
}

async function measureCounting(few: Server, many: Server, rounds: number, duckdb: DuckdbAnswer): Promise<Counting[]> {
  const [action] = simpleActions as [SampleAction];
  const ids = new Map<Server, number>();
  for (const server of [few, many]) ids.set(server, await prepareCounted(server, action));
  const whole = (await get(`${actionsOf(many)}${ids.get(many)}/count/`)) as Report;
  if (whole.count !== duckdb.count || whole.people_count !== duckdb.people_count) {
    throw new Error(`${whole.count} events of ${whole.people_count} people; DuckDB says ${JSON.stringify(duckdb)}.`);
  }
  const before = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  const questions: [string, number | null, number | null, (id: number | undefined) => string][] = [
    ['count, people and every day', 5, duckdb.count_ms, (id) => `${id}/count/`],
    ['people, the newest 100', 5, duckdb.people_ms, (id) => `people/?action_id=${id}`],
    ['count of the last 30 days', 5, null, (id) => `${id}/count/?date_from=${before(29)}`],
    ['count of 30 days before these', null, null, (id) => `${id}/count/?date_from=${before(59)}&date_to=${before(30)}`],
  ];
  const counting: Counting[] = [];
  for (const [name, aim, theirs, pathOf] of questions) {
    const times = new Map<Server, number[]>([few, many].map((server) => [server, []]));
    for (let round = 0; round < rounds; round++) {
      for (const server of round % 2 === 0 ? [few, many] : [many, few]) {
        times.get(server)?.push(await timeOf(`${actionsOf(server)}${pathOf(ids.get(server))}`));
      }
    }
    const of = (server: Server) => median(times.get(server) ?? []);
    counting.push({ name, aim, few: of(few), many: of(many), duckdb: theirs });
  }
  return counting;
}

async function prepareCounted(server: Server, action: SampleAction): Promise<number> {
  const name = 'Counted';
  await matchAnew(server, { ...action, name });
  const { results } = (await get(`${actionsOf(server)}?search=${name}`)) as { results: Report[] };
  return results[0]?.id ?? 0;
}

/** Returns the median time to the last byte of an answer, ms. */
async function timeOf(url: string): Promise<number> {
  const times: number[] = [];
  for (let index = 0; index < 60; index++) {
    const started = performance.now();
    await get(url);
    if (index >= 10) times.push(performance.now() - started);
  }
  return median(times);
}

/** At a fixed rate, as in `measureWaits`, to measure the wait for other work. */
async function measureBeside(server: Server, rounds: number): Promise<Beside[]> {
  await prepareDecides(server);
  const loadOptions = (stream: number): LoadOptions => ({
    ...{ url: server.url, key: projectKey, connections: 64, seconds: 4, size: 1, stream, pace: 150 },
  });
  const kinds: [string, Partial<LoadOptions>][] = [
    ['single captures', { isOfVisits: true }],
    ['/decide/?v=2', { decide: '/decide/?v=2' }],
  ];
  const measured: Beside[] = [];
  for (const [index, [name, options]] of kinds.entries()) {
    const rest: LoadResult[] = [];
    const matching: LoadResult[] = [];
    for (let round = 0; round < rounds; round++) {
      const stream = (round + 1) * 10 + index * 2;
      rest.push(await load({ ...loadOptions(stream), ...options }));
      const work = matchUntilStopped(server, `${name} ${round}`);
      await pause(300);
      matching.push(await load({ ...loadOptions(stream + 1), ...options }));
      await work.stop();
    }
    const of = (results: LoadResult[]): [number, number] => [
      median(results.map(({ p50 }) => p50)),
      median(results.map(({ p99 }) => p99)),
    ];
    measured.push({ name, rest: of(rest), matching: of(matching) });
  }
  return measured;
}

function matchUntilStopped(server: Server, name: string): { stop: () => Promise<void> } {
  let isStopped = false;
  const match = async () => {
    for (let number = 0; !isStopped; number++) {
      const { steps } = simpleActions[number % simpleActions.length] as SampleAction;
      const { forget } = await matchAnew(server, { name: `${name}, ${number}`, steps });
      await forget();
    }
  };
  const matching = match();
  return {
    stop: () => {
      isStopped = true;
      return matching;
    },
  };
}

/** Measures captures with 50 actions and with none, each on its own server; `matched`: matches per event. */
export async function measureCaptures(rounds: number): Promise<{ rows: Measured[]; matched: number }> {
  const [without, withFifty] = (await Promise.all([startBenchtop(), startBenchtop()])) as [Server, Server];
  try {
    for (const action of fiftyActions) await post(actionsOf(withFifty), action);
    const singles: Pair[] = [];
    const batches: Pair[] = [];
    let events = 0;
    const send = async (server: Server, size: number, stream: number, seconds = 4) => {
      const connections = size === 1 ? 64 : 4;
      const result = await load({
        ...{ url: server.url, key: projectKey, connections, seconds, size, stream, isOfVisits: true },
      });
      if (server === withFifty) events += result.acknowledged;
      return result;
    };
    for (const server of [without, withFifty]) for (const size of [1, 100]) await send(server, size, size + 1, 2);
    for (let round = 0; round < rounds; round++) {
      for (const [size, pairs] of [[1, singles] as const, [100, batches] as const]) {
        const stream = (round + 1) * 300 + size;
        const pair = await inTurnWith(
          round,
          () => send(withFifty, size, stream),
          () => send(without, size, stream),
        );
        pairs.push({ ...pair, ours: pair.ours * size, limit: pair.limit * size });
      }
    }
    const { results } = (await get(`${actionsOf(withFifty)}counts/`)) as { results: Report[] };
    const matched = results.reduce((sum, { count }) => sum + count, 0) / events;
    const rows = [row('single captures', 'req/s', singles, 0.7), row('batches of 100', 'events/s', batches, 0.7)];
    return { rows, matched };
  } finally {
    await Promise.all([without.stop(), withFifty.stop()]);
  }
}
