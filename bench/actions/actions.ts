import { join } from 'node:path';
import { dayMs } from '../../src-server/core/text/time-contract.ts';
import { get, patch, post } from '../api.ts';
import type { Bench } from '../bench.ts';
import { median, whole } from '../figures/numbers.ts';
import { pacedLoad } from '../paced-load.ts';
import { prepareDecides } from '../parts/decides.ts';
import { askDuckdb, load, makeFolder, projectKey, type Server, startBenchtop, storeVisits } from '../processes.ts';
import type { DuckdbAnswer } from '../programs/duckdb.ts';
import type { LoadOptions } from '../programs/load.ts';
import { inTurn, pause, untilStopped } from '../rounds.ts';
import { timesOf } from '../times.ts';
import { costlyActions, fiftyActions, type SampleAction, simpleActions } from './sample-actions.ts';

type Report = { id: number; is_calculating: boolean; count: number; people_count: number };

const days = 90;
const actionsOf = ({ url }: Server) => `${url}/api/projects/@current/actions/`;

/** Measures counts and matching over stored visits, and captures with actions. */
export async function measureActions(bench: Bench): Promise<void> {
  if (bench.wants('captures-actions')) await measureCaptures(bench);
  if (!bench.wants('counts', 'matching', 'beside-matching')) return;
  await using folder = await makeFolder();
  await using servers = new AsyncDisposableStack();
  const stored: Stored[] = [];
  for (const events of bench.scale.sizes) {
    const dataDir = join(folder.path, String(events));
    const rate = await storeVisits({ dataDir, events, days });
    bench.say(`${whole(events)} events stored, ${whole(rate)} a second`);
    stored.push({ events, dataDir, server: servers.use(await startBenchtop(dataDir)) });
  }
  if (bench.wants('counts')) await measureCounting(bench, stored);
  const matched = stored.findLast(({ events }) => events <= maxMatched) ?? stored[0];
  if (matched === undefined) return;
  if (bench.wants('matching')) await measureMatching(bench, matched);
  if (bench.wants('beside-matching')) await measureBeside(bench, matched);
}

type Stored = { events: number; dataDir: string; server: Server };

/** The rate of matching is that of any number of events. */
const maxMatched = 1_000_000;

async function measureMatching(bench: Bench, { server, events }: Stored): Promise<void> {
  await bench.rounds(async (round) => {
    for (const { name, steps } of [...simpleActions, ...costlyActions]) {
      const { seconds, forget } = await matchAnew(server, { name: `${name} ${round}`, steps });
      bench.record('matching', name, events / seconds);
      await forget();
    }
  });
}

/** Saves an action and waits until all stored events have been matched with it. */
export async function matchAnew(server: Server, action: SampleAction) {
  const started = performance.now();
  const { id } = (await post(actionsOf(server), action)) as Report;
  const url = `${actionsOf(server)}${id}/`;
  while (((await get(url)) as Report).is_calculating) await pause(20);
  const seconds = (performance.now() - started) / 1000;
  const { count } = (await get(`${url}count/`)) as Report;
  return { id, seconds, count, forget: () => patch(url, { deleted: true }) };
}

async function measureCounting(bench: Bench, stored: readonly Stored[]): Promise<void> {
  const ids = new Map<Stored, number>();
  for (const one of stored) ids.set(one, await prepareCounted(one.server));
  await bench.rounds(async (round) => {
    for (const one of round % 2 === 0 ? stored : stored.toReversed()) {
      const id = ids.get(one) ?? 0;
      const duckdb = await askDuckdb({ dataDir: one.dataDir, event: '$pageview', asks: 3 });
      await requireSame(one, id, duckdb);
      for (const { name, path, peer } of questionsOf(id, duckdb)) {
        const taken = await timeOf(`${actionsOf(one.server)}${path}`);
        bench.record('counts', `${name}, ${whole(one.events)} events`, taken, peer);
      }
    }
  });
}

async function requireSame({ server }: Stored, id: number, duckdb: DuckdbAnswer): Promise<void> {
  const { count, people_count } = (await get(`${actionsOf(server)}${id}/count/`)) as Report;
  if (count === duckdb.count && people_count === duckdb.people_count) return;
  throw new Error(`${count} events of ${people_count} people; DuckDB says ${JSON.stringify(duckdb)}.`);
}

function questionsOf(
  id: number,
  { count_ms, people_ms }: DuckdbAnswer,
): { name: string; path: string; peer?: number }[] {
  const before = (ago: number) => new Date(Date.now() - ago * dayMs).toISOString().slice(0, 10);
  return [
    { name: 'count, people and every day', path: `${id}/count/`, peer: count_ms },
    { name: 'people, the newest 100', path: `people/?action_id=${id}`, peer: people_ms },
    { name: 'the last 30 days', path: `${id}/count/?date_from=${before(29)}` },
    { name: '30 days before these', path: `${id}/count/?date_from=${before(59)}&date_to=${before(30)}` },
  ];
}

async function prepareCounted(server: Server): Promise<number> {
  const [action] = simpleActions as [SampleAction];
  const name = 'Counted';
  await matchAnew(server, { ...action, name });
  const { results } = (await get(`${actionsOf(server)}?search=${name}`)) as { results: Report[] };
  return results[0]?.id ?? 0;
}

/** Returns the median time to the last byte of an answer, ms; the first ones warm up. */
const timeOf = async (url: string) => median((await timesOf(60, () => get(url))).slice(10));

/** Sends at a fixed rate, to measure the wait for other work. */
async function measureBeside(bench: Bench, { server }: Stored): Promise<void> {
  await prepareDecides(server);
  const kinds: [string, Partial<LoadOptions>][] = [
    ['single captures', { events: 'visits' }],
    ['/decide/?v=2', { decide: '/decide/?v=2' }],
  ];
  await bench.rounds(async (round) => {
    for (const [name, options] of kinds) {
      const send = () => pacedLoad(bench, server, options);
      const rest = await send();
      let number = 0;
      const work = untilStopped(async () => {
        const { steps } = simpleActions[number % simpleActions.length] as SampleAction;
        const { forget } = await matchAnew(server, { name: `${name} ${round}, ${number++}`, steps });
        await forget();
      });
      await pause(300);
      bench.record('beside-matching', name, (await send()).p99, rest.p99);
      await work.stop();
    }
  });
}

/** Measures captures with 50 actions and with none, each on its own server. */
async function measureCaptures(bench: Bench): Promise<void> {
  await using without = await startBenchtop();
  await using withFifty = await startBenchtop();
  for (const action of fiftyActions) await post(actionsOf(withFifty), action);
  const rateOf = async ({ url }: Server, size: number, stream: number) => {
    const connections = size === 1 ? 64 : 4;
    const given = { key: projectKey, seconds: bench.scale.seconds, events: 'visits' } as const;
    return size * (await load({ ...given, url, connections, size, stream })).requests_per_second;
  };
  const sizes = { 'single captures': 1, 'batches of 100': 100 };
  for (const server of [without, withFifty]) {
    for (const size of Object.values(sizes)) await rateOf(server, size, bench.nextStream());
  }
  await bench.rounds(async (round) => {
    for (const [name, size] of Object.entries(sizes)) {
      const stream = bench.nextStream();
      const ours = () => rateOf(withFifty, size, stream);
      bench.record('captures-actions', name, ...(await inTurn(round, ours, () => rateOf(without, size, stream))));
    }
  });
}
