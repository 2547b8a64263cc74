import { dayMs } from '../../src-server/core/text/time-contract.ts';
import type { MetricResult } from '../../src-server/experiments/results/results-contract.ts';
import { get, patch, post } from '../api.ts';
import type { Bench } from '../bench.ts';
import { median, whole } from '../figures/numbers.ts';
import { pacedLoad } from '../paced-load.ts';
import { askDuckdbOfExperiment, makeFolder, type Server, storeVisits, withBenchtop } from '../processes.ts';
import type { Counted } from '../programs/duckdb-experiment.ts';
import { pause, untilStopped } from '../rounds.ts';
import { timesOf } from '../times.ts';
import { experimentFlag } from '../visits.ts';
import { captureVisits, experimentUrl, measureEverything, named, type StoredExperiment } from './everything.ts';

const maxEvents = 1_000_000;
const days = 14;
const steps = ['plan selected', 'checkout started', 'checkout completed'];
const event = '$pageview';
const filtered = { event: 'search performed', key: 'plan', values: ['team', 'enterprise'] };
const asks = 10;

/** Measures results over stored events, of which a tenth are exposures. */
export async function measureExperiments(bench: Bench): Promise<void> {
  await using folder = await makeFolder();
  const dataDir = folder.path;
  const events = Math.min(maxEvents, ...bench.scale.sizes.slice(-1));
  const rate = await storeVisits({ dataDir, events, days, hasExperiment: true });
  const size = `${whole(events)} events`;
  bench.say(`${size} of an experiment stored, ${whole(rate)} a second`);
  const end = Date.now();
  const id = await withBenchtop(dataDir, (server) => addExperiment(server, startOf(end), end));
  const stored = { dataDir, id, size, end };
  if (bench.wants('results-first', 'results-again')) await measureAnswers(bench, stored);
  if (bench.wants('beside-results')) await withBenchtop(dataDir, (server) => measureBeside(bench, server, stored));
  if (bench.wants('results-everything', 'results-processor')) await measureEverything(bench, stored);
}

const startOf = (end: number) => end - (days + 1) * dayMs;

type Metric = { name: string; filters: object; check: 'funnel' | 'trend' | 'filtered' };

export const metrics: Metric[] = [
  { name: 'a funnel of three steps', filters: { events: named(...steps) }, check: 'funnel' },
  { name: 'a trend of page views', filters: { insight: 'TRENDS', events: named(event) }, check: 'trend' },
  {
    name: 'a trend of searches with a condition on a property',
    filters: {
      insight: 'TRENDS',
      events: named(filtered.event),
      properties: [{ key: filtered.key, value: filtered.values }],
    },
    check: 'filtered',
  },
];

/** Measures each metric with a new server, and then again. */
async function measureAnswers(bench: Bench, { dataDir, id, size, end }: StoredExperiment): Promise<void> {
  const range = { start: startOf(end), end };
  await bench.rounds(async () => {
    const question = { dataDir, flag: experimentFlag.key, ...range, windowDays: days, steps, event, filtered, asks: 3 };
    const duckdb = await askDuckdbOfExperiment(question);
    for (const { name, filters, check } of metrics) {
      await withBenchtop(dataDir, (server) => patch(experimentUrl(server, id), { filters }));
      const { times, result } = await withBenchtop(dataDir, (server) => askOften(server, id));
      requireSame(result, duckdb[check], checked[check]);
      const peer = duckdb[`${check}_ms`];
      const [first = Number.NaN, ...again] = times;
      bench.record('results-first', `${name}, ${size}`, first, peer);
      bench.record('results-again', `${name}, ${size}`, median(again), peer);
    }
  });
}

const checked = { funnel: `step ${steps.length - 1}`, trend: 'events', filtered: 'events' };

/** Asks once, and then again after new events each, which are too late for the run: no answer is one that was kept. */
async function askOften(server: Server, id: number): Promise<{ times: number[]; result: MetricResult }> {
  let answer: unknown;
  const ask = async () => {
    answer = await get(`${experimentUrl(server, id)}results/`);
  };
  const times = await timesOf(1, ask);
  for (let again = 0; again < asks; again++) {
    await captureVisits(server);
    times.push(...(await timesOf(1, ask)));
  }
  return { times, result: (answer as { result: MetricResult }).result };
}

export async function addExperiment(server: Server, start: number, end: number): Promise<number> {
  const { id } = (await post(experimentUrl(server), {
    name: 'Checkout',
    feature_flag_key: experimentFlag.key,
    start_date: new Date(start).toISOString(),
    end_date: new Date(end).toISOString(),
    parameters: { feature_flag_variants: experimentFlag.variants },
  })) as { id: number };
  return id;
}

/** Throws unless both have the same counts by variant at the end of each day. */
function requireSame({ days: states, variants }: MetricResult, counted: Counted[], what: string): void {
  const sum = (of: string, variant: string, last: number) =>
    counted
      .filter((row) => row.what === of && row.variant === JSON.stringify(variant) && row.day <= last)
      .reduce((total, { count }) => total + count, 0);
  if (variants.length !== experimentFlag.variants.length || states.length < days)
    throw new Error('Variants are missing.');
  for (const { date, variants: ofDay } of states) {
    const day = Date.parse(date) / dayMs;
    for (const { key, exposures, success_count: successes, count } of ofDay) {
      const [theirs, events] = [sum('exposed', key, day), sum(what, key, day)];
      if (exposures === theirs && (successes ?? count) === events) continue;
      throw new Error(`${key} on ${date}: ${exposures}, ${successes ?? count}; DuckDB says ${theirs}, ${events}.`);
    }
  }
}

async function measureBeside(bench: Bench, server: Server, { id, size }: StoredExperiment): Promise<void> {
  const url = experimentUrl(server, id);
  await patch(url, { filters: { insight: 'TRENDS', events: named(event) } });
  const send = () => pacedLoad(bench, server, { events: 'visits' });
  await bench.rounds(async () => {
    const rest = await send();
    const asking = untilStopped(() => get(`${url}results/`));
    await pause(300);
    bench.record('beside-results', size, (await send()).p99, rest.p99);
    await asking.stop();
  });
}
