import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dayMs } from '../../src-server/core/time.ts';
import type { MetricResult } from '../../src-server/experiments/results/results-contract.ts';
import { get, patch, post } from '../api.ts';
import type { LoadOptions, LoadResult } from '../load.ts';
import { askDuckdbOfExperiment, load, projectKey, type Server, startBenchtop, storeVisits } from '../processes.ts';
import { median } from '../report.ts';
import { pause } from '../rounds.ts';
import { experimentFlag } from '../visits.ts';
import type { Counted, DuckdbExperimentAnswer } from './duckdb-experiment.ts';
import { type EverythingResult, experimentUrl, measureEverything } from './everything.ts';

/** Times in ms: the first answer for a new metric, and the median of later ones. */
export type Answering = { name: string; first: number; again: number; duckdb: number };
export type ExperimentsResult = {
  events: number;
  exposed: number;
  answering: Answering[];
  duckdb: DuckdbExperimentAnswer;
  /** p50 and p99 in ms of single captures at a fixed rate. */
  rest: [p50: number, p99: number];
  meanwhile: [p50: number, p99: number];
  everything: EverythingResult;
};

const days = 14;
const steps = ['plan selected', 'checkout started', 'checkout completed'];
const event = '$pageview';
const filtered = { event: 'search performed', key: 'plan', values: ['team', 'enterprise'] };
const asks = 10;

/** Measures results over this many stored events, of which a tenth are exposures. */
export async function measureExperiments(
  events: number,
  rounds: number,
  say: (line: string) => void,
): Promise<ExperimentsResult> {
  const dataDir = await mkdtemp(join(tmpdir(), 'benchtop-experiments-'));
  await (await startBenchtop(dataDir)).stop();
  const rate = await storeVisits({ dataDir, events, days, hasExperiment: true });
  say(`${events} events of an experiment stored, ${Math.round(rate)} a second`);
  try {
    const answered = await measureAnswers(dataDir, rounds, say);
    const everything = await measureEverything(dataDir, answered.id, rounds);
    say('results with everything on asked for');
    return { events, ...answered, everything };
  } finally {
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function measureAnswers(dataDir: string, rounds: number, say: (line: string) => void) {
  const end = Date.now();
  const start = end - (days + 1) * dayMs;
  const server = await startBenchtop(dataDir);
  try {
    const id = await addExperiment(server, start, end);
    const url = experimentUrl(server, id);
    const question = { dataDir, flag: experimentFlag.key, start, end, windowDays: days, steps, event, filtered, asks };
    const duckdb = await askDuckdbOfExperiment(question);
    const named = (names: string[]) => names.map((id, order) => ({ id, order }));
    const funnel = await answer(url, 'a funnel of three steps', { events: named(steps) });
    requireSame(funnel.result, duckdb.funnel, `step ${steps.length - 1}`);
    const trend = await answer(url, 'a trend of page views', { insight: 'TRENDS', events: named([event]) });
    requireSame(trend.result, duckdb.trend, 'events');
    const properties = [{ key: filtered.key, value: filtered.values }];
    const filters = { insight: 'TRENDS', events: named([filtered.event]), properties };
    const narrow = await answer(url, 'a trend of searches with a condition on a property', filters);
    requireSame(narrow.result, duckdb.filtered, 'events');
    const answering = [
      { ...funnel.answering, duckdb: duckdb.funnel_ms },
      { ...trend.answering, duckdb: duckdb.trend_ms },
      { ...narrow.answering, duckdb: duckdb.filtered_ms },
    ];
    say('results asked for');
    await patch(url, { filters: { insight: 'TRENDS', events: named([event]) } });
    const exposed = funnel.result.exposure?.total ?? 0;
    return { id, exposed, answering, duckdb, ...(await measureBeside(server, url, rounds)) };
  } finally {
    await server.stop();
  }
}

async function addExperiment(server: Server, start: number, end: number): Promise<number> {
  const { id } = (await post(experimentUrl(server), {
    name: 'Checkout',
    feature_flag_key: experimentFlag.key,
    start_date: new Date(start).toISOString(),
    end_date: new Date(end).toISOString(),
    parameters: { feature_flag_variants: experimentFlag.variants },
  })) as { id: number };
  return id;
}

async function answer(url: string, name: string, filters: object) {
  await patch(url, { filters });
  const times: number[] = [];
  let result: MetricResult | undefined;
  for (let index = 0; index <= asks; index++) {
    const started = performance.now();
    ({ result } = (await get(`${url}results/`)) as { result: MetricResult });
    times.push(performance.now() - started);
  }
  const [first = Number.NaN, ...again] = times;
  return { answering: { name, first, again: median(again) }, result: result as MetricResult };
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

async function measureBeside(server: Server, url: string, rounds: number) {
  const captures = (stream: number): LoadOptions => ({
    ...{ url: server.url, key: projectKey, connections: 64, seconds: 4, size: 1, stream, pace: 150, isOfVisits: true },
  });
  const rest: LoadResult[] = [];
  const meanwhile: LoadResult[] = [];
  for (let round = 0; round < rounds; round++) {
    rest.push(await load(captures(2 * round + 10)));
    let isStopped = false;
    const ask = async () => {
      while (!isStopped) await get(`${url}results/`);
    };
    const asking = ask();
    await pause(300);
    meanwhile.push(await load(captures(2 * round + 11)));
    isStopped = true;
    await asking;
  }
  const of = (results: LoadResult[]): [number, number] => [
    median(results.map(({ p50 }) => p50)),
    median(results.map(({ p99 }) => p99)),
  ];
  return { rest: of(rest), meanwhile: of(meanwhile) };
}
