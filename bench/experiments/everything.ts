import { loadavg } from 'node:os';
import { get, patch } from '../api.ts';
import { requestTemplate } from '../payload.ts';
import { cpuTime, projectKey, rawReads, type Server, startBenchtop } from '../processes.ts';
import { median } from '../report.ts';
import { inTurn, pause } from '../rounds.ts';
import { experimentFlag, experimentVisit, testDomain } from '../visits.ts';

/** Medians in ms. `cpu`: of the whole server, null where it is not known. */
export type Taken = { wall: number; cpu: number | null };
/** `load`: runnable processes of the machine when it began. */
export type EverythingResult = { load: number; asked: { name: string; taken: Taken }[]; limit: Taken };

const named = (...names: string[]) => names.map((id, order) => ({ id, order }));
const trend = (events: object[], benchtop: object) => ({ insight: 'TRENDS', events, benchtop });
const property = 'seats';
const withProperty = ['$pageview', '$autocapture'] as const;
const [view, click] = withProperty;
const steps = named('plan selected', 'checkout started', 'checkout completed');
const guardrail = { margin: 5 };

/** A metric of each kind and two guardrails, adjusted by what people did before, with a plan. */
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

const laterReads = 5;
/** After a start the server reads ahead what running experiments count. */
const settleMs = 5000;
const [atOnce, afterAWhile] = ['first, at once after a start', `first, ${settleMs / 1000} s after a start`];

/** The address of an experiment, or of all. */
export const experimentUrl = ({ url }: Server, id?: number): string =>
  `${url}/api/projects/@current/experiments/${id === undefined ? '' : `${id}/`}`;

/** Turns everything on in a stored experiment, and measures its results after the start of the server and later. */
export async function measureEverything(dataDir: string, id: number, rounds: number): Promise<EverythingResult> {
  await turnOn(dataDir, id);
  const [load = 0] = loadavg();
  const names = [
    atOnce,
    afterAWhile,
    'later, 10 new events',
    'breakdown, first',
    'breakdown, later',
    'effect by days since exposure',
  ];
  const taken = new Map(names.map((name) => [name, [] as Taken[]]));
  const limits: Taken[] = [];
  for (let round = 0; round < rounds; round++) {
    const ours = () => readRound(dataDir, id, (name, one) => taken.get(name)?.push(one));
    const [, limit] = await inTurn(round, ours, () => rawReads({ dataDir, property, ofNames: [...withProperty] }));
    limits.push(limit);
  }
  return { load, asked: [...taken].map(([name, all]) => ({ name, taken: medianOf(all) })), limit: medianOf(limits) };
}

const medianOf = (all: Taken[]): Taken => ({
  wall: median(all.map(({ wall }) => wall)),
  cpu: all.some(({ cpu }) => cpu === null) ? null : median(all.map(({ cpu }) => cpu ?? 0)),
});

async function turnOn(dataDir: string, id: number): Promise<void> {
  const server = await startBenchtop(dataDir);
  try {
    await patch(`${server.url}/api/projects/@current/`, { experiment_exclusions: exclusions });
    await patch(experimentUrl(server, id), everything);
  } finally {
    await server.stop();
  }
}

async function readRound(dataDir: string, id: number, took: (name: string, taken: Taken) => void): Promise<void> {
  const started = await startBenchtop(dataDir);
  try {
    took(atOnce, await timed(started, `${experimentUrl(started, id)}secondary_results/`));
  } finally {
    await started.stop();
  }
  const server = await startBenchtop(dataDir);
  try {
    await pause(settleMs);
    const url = experimentUrl(server, id);
    const ask = async (name: string, path: string) => took(name, await timed(server, `${url}${path}`));
    await ask(afterAWhile, 'secondary_results/');
    for (let read = 0; read < laterReads; read++) {
      await capture(server);
      await ask('later, 10 new events', 'secondary_results/');
    }
    const breakdown = 'breakdown/?property=%24feature_flag_response&type=exposure';
    await ask('breakdown, first', breakdown);
    await ask('breakdown, later', breakdown);
    await ask('effect by days since exposure', 'novelty/');
  } finally {
    await server.stop();
  }
}

async function timed({ pid }: Server, url: string): Promise<Taken> {
  const [started, before] = [performance.now(), cpuTime(pid)];
  await get(url);
  const after = cpuTime(pid);
  return { wall: performance.now() - started, cpu: before === null || after === null ? null : after - before };
}

async function capture({ url }: Server): Promise<void> {
  const { path, body } = requestTemplate(projectKey, 10, (number) => {
    const { uuid: _, ...event } = experimentVisit(number);
    return { ...event, uuid: crypto.randomUUID() };
  });
  const { status } = await fetch(`${url}${path}`, { method: 'POST', body: body.toString() });
  if (status !== 200) throw new Error(`A capture was answered ${status}.`);
}
