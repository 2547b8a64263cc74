import { get, patch } from '../api.ts';
import type { Bench } from '../bench.ts';
import { requestTemplate } from '../payload.ts';
import { cpuTime, projectKey, rawReads, type Server, startBenchtop, withBenchtop } from '../processes.ts';
import { inTurn, pause } from '../rounds.ts';
import { experimentFlag, experimentVisit, testDomain } from '../visits.ts';

/** In ms. `cpu`: of the whole server, or null if unknown. */
type Taken = { name: string; wall: number; cpu: number | null };

/** Returns the events of a metric, in this order. */
export const named = (...names: string[]) => names.map((id, order) => ({ id, order }));
const trend = (events: object[], benchtop: object) => ({ insight: 'TRENDS', events, benchtop });
const property = 'seats';
const withProperty = ['$pageview', '$autocapture'] as const;
const [view, click] = withProperty;
const steps = named('plan selected', 'checkout started', 'checkout completed');
const guardrail = { margin: 5 };

/** A metric of each kind and two guardrails, with CUPED and a plan. */
const everything = {
  end_date: null,
  parameters: {
    feature_flag_variants: experimentFlag.variants,
    recommended_sample_size: 60_000,
    benchtop: { cuped: { days: 7 } },
  },
  filters: trend(named(view), { kind: 'mean_property', property }),
  secondary_metrics: [
    trend(named(click), { kind: 'ratio', property, denominator: { events: named(view) } }),
    trend(named('$pageleave'), { kind: 'mean_count', window_days: 7 }),
    { insight: 'FUNNELS', events: steps, funnel_window_days: 5 },
    { insight: 'FUNNELS', events: [{ id: null }], benchtop: { kind: 'retention', return_days: [1, 7] } },
    trend(named('search performed'), { kind: 'mean_count', guardrail }),
    { insight: 'FUNNELS', events: named('signed up'), funnel_window_days: 5, benchtop: { guardrail } },
  ].map((filters, index) => ({ name: `Metric ${index + 1}`, filters })),
};

const exclusions = {
  bots: true,
  properties: [{ key: 'email', value: testDomain, operator: 'icontains', type: 'person' }],
};

/** After a start the server preloads what running experiments count. */
const settleMs = 5000;

/** The address of an experiment, or of all. */
export const experimentUrl = ({ url }: Server, id?: number): string =>
  `${url}/api/projects/@current/experiments/${id === undefined ? '' : `${id}/`}`;

/** `size`: the number of stored events, in words. `end`: of the run, milliseconds UTC. */
export type StoredExperiment = { dataDir: string; id: number; size: string; end: number };

/** Turns everything on in a stored experiment, and measures its results after the start of the server and later. */
export async function measureEverything(bench: Bench, { dataDir, id, size }: StoredExperiment): Promise<void> {
  await turnOn(dataDir, id);
  await bench.rounds(async (round) => {
    const [taken, limit] = await inTurn(
      round,
      () => readRound(dataDir, id),
      () => rawReads({ dataDir, property, ofNames: [...withProperty] }),
    );
    for (const { name, wall, cpu } of taken) {
      bench.record('results-everything', `${name}, ${size}`, wall, limit.wall);
      if (cpu === null) bench.skip('results-processor', `${name}, ${size}`, 'this system does not tell');
      else bench.record('results-processor', `${name}, ${size}`, cpu, limit.cpu);
    }
  });
}

async function turnOn(dataDir: string, id: number): Promise<void> {
  await using server = await startBenchtop(dataDir);
  await patch(`${server.url}/api/projects/@current/`, { experiment_exclusions: exclusions });
  await patch(experimentUrl(server, id), everything);
}

async function readRound(dataDir: string, id: number): Promise<Taken[]> {
  const atOnce = await withBenchtop(dataDir, (server) =>
    timed(server, 'first, at once after a start', `${experimentUrl(server, id)}secondary_results/`),
  );
  const taken = [atOnce];
  await using server = await startBenchtop(dataDir);
  await pause(settleMs);
  const url = experimentUrl(server, id);
  const ask = async (name: string, path: string) => taken.push(await timed(server, name, `${url}${path}`));
  await ask(`first, ${settleMs / 1000} s after a start`, 'secondary_results/');
  await captureVisits(server);
  await ask('later, 10 new events', 'secondary_results/');
  const breakdown = 'breakdown/?property=%24feature_flag_response&type=exposure';
  await ask('breakdown, first', breakdown);
  await ask('breakdown, later', breakdown);
  await ask('effect by days since exposure', 'novelty/');
  return taken;
}

async function timed({ pid }: Server, name: string, url: string): Promise<Taken> {
  const [started, before] = [performance.now(), cpuTime(pid)];
  await get(url);
  const after = cpuTime(pid);
  return { name, wall: performance.now() - started, cpu: before === null || after === null ? null : after - before };
}

/** Stores 10 new visits, as of now. */
export async function captureVisits({ url }: Server): Promise<void> {
  const { path, body } = requestTemplate(projectKey, 10, (number) => {
    const { uuid: _, ...event } = experimentVisit(number);
    return { ...event, uuid: crypto.randomUUID() };
  });
  const { status } = await fetch(`${url}${path}`, { method: 'POST', body: body.toString() });
  if (status !== 200) throw new Error(`A capture was answered ${status}.`);
}
