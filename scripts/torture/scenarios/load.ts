import assert from 'node:assert/strict';
import { load as bench } from '../../../bench/processes.ts';
import type { ServerProcess } from '../../../src-server/testing/process.ts';
import { Ledger } from '../ledger.ts';
import { sampleMemory, slopePerMinute } from '../load/slope.ts';
import {
  type Crowd,
  gather,
  halfOpen,
  longPoller,
  silent,
  slowReader,
  slowWriter,
  withholder,
} from '../load/sockets.ts';
import { sendSampleData } from '../sample-data.ts';
import { type Context, scenario } from '../scenario.ts';
import { ask, personalKey, projectKey, statusOf } from '../server-process.ts';
import { startTraffic } from '../traffic.ts';
import { pause, waitFor } from '../wait.ts';

/** Connections that send as fast as they are answered, or at `pace`; 42 in total. */
const kinds = [
  { name: 'captures', connections: 24, size: 1 },
  { name: 'batches of 20', connections: 2, size: 20 },
  { name: 'decides', connections: 16, size: 1, decide: '/decide/?v=2' },
];

/** Maximum growth, MiB per minute, over the ten minutes without the first. */
const steepest = 5;

/** Mixed traffic at 80% of the measured maximum over 500 connections, then more than the server can take. */
export const load = scenario('load', { ci: 40, full: 660 }, async (context) => {
  const { seconds, isFull, folder, start } = context;
  const server = await start({ dataDir: folder() });
  await sendSampleData(server.url, projectKey, personalKey);
  const before = (await statusOf(server.url)).accepted;
  const { maximum, ...sustained } = await sustain(server, isFull ? 20 : 6, seconds - 18);
  const acknowledged = [...maximum, ...sustained.results].reduce(
    (sum, result, index) => sum + (kinds[index % kinds.length]?.decide === undefined ? result.acknowledged : 0),
    0,
  );
  const stored = (await statusOf(server.url)).accepted - before;
  assert.ok(stored >= acknowledged, `${acknowledged} events were acknowledged, ${stored} are stored.`);
  if (isFull) assert.ok(sustained.slope < steepest, `Memory grows by ${sustained.slope.toFixed(1)} MiB a minute.`);
  const over = await overload(context, server);
  const rates = kinds.map(({ name }, index) => {
    const [most, result] = [maximum[index], sustained.results[index]];
    return `${name} ${rounded(result)}/s of ${rounded(most)}/s, p99 ${result?.p99.toFixed(0)} ms`;
  });
  const { slope, highest } = sustained;
  const memory = `memory ${slope.toFixed(1)} MiB/min, at most ${highest.toFixed(0)} MiB`;
  return { figures: `${rates.join('; ')}; ${acknowledged} acknowledged, 0 lost; ${memory}; ${over}` };
});

const rounded = (result: { requests_per_second: number } | undefined) => Math.round(result?.requests_per_second ?? 0);

/** Rejects on any answer but 200. */
function run({ url }: ServerProcess, kind: (typeof kinds)[number], stream: number, seconds: number, pace?: number) {
  const { connections, size, decide } = kind;
  const paced = pace === undefined ? {} : { pace: pace * size };
  return bench({
    url,
    key: projectKey,
    connections,
    seconds,
    size,
    stream: stream + 1,
    ...paced,
    ...(decide === undefined ? {} : { decide }),
  });
}

/** Measures the maximum beside the waiting connections, then sends at 80% of it. */
async function sustain(server: ServerProcess, maximumSeconds: number, seconds: number) {
  const crowds: Record<string, Crowd> = {
    'long polls': gather(server.url, 40, longPoller),
    'slow readers': gather(server.url, 20, slowReader),
    'slow writers': gather(server.url, 40, slowWriter),
    'half-open': gather(server.url, 100, halfOpen),
    silent: gather(server.url, 254, silent),
  };
  const lists = startLists(server);
  let samples: ReturnType<typeof sampleMemory> | undefined;
  try {
    const maximum = await Promise.all(kinds.map((kind, index) => run(server, kind, index, maximumSeconds)));
    samples = sampleMemory(server.pid);
    const paces = maximum.map(({ requests_per_second }) => requests_per_second * 0.8);
    const results = await Promise.all(kinds.map((kind, index) => run(server, kind, 10 + index, seconds, paces[index])));
    await lists.stop();
    for (const [name, { answers }] of Object.entries(crowds)) requireAsked(name, answers);
    const measured = samples.stop();
    const settled = measured.filter(({ at }) => at > Math.min(60, seconds / 3));
    return {
      maximum,
      results,
      slope: slopePerMinute(settled),
      highest: Math.max(...measured.map(({ value }) => value)),
    };
  } finally {
    samples?.stop();
    await lists.stop();
    for (const crowd of Object.values(crowds)) crowd.stop();
  }
}

/** Throws on an unexpected answer. */
function requireAsked(name: string, answers: Map<string, number>): void {
  const allowed: Record<string, string[]> = {
    'slow readers': ['200', 'connection lost'],
    // Too many, not moving, or ended by this run.
    'withheld bodies': ['503', '408', 'connection lost'],
  };
  const unexpected = [...answers].filter(([answer]) => !(allowed[name] ?? ['200']).includes(answer));
  assert.deepEqual(unexpected, [], `answers to ${name}`);
}

/** Sends the requests of a window and its user, one after the other. */
function startLists({ url }: ServerProcess): { stop(): Promise<void> } {
  const paths = [
    'events/?limit=50',
    'persons/',
    'actions/counts/',
    'feature_flags/',
    'events/summary/',
    'experiments/',
  ];
  let isStopped = false;
  const asking = (async () => {
    for (let index = 0; !isStopped; index++) {
      await ask(url, `/api/projects/1/${paths[index % paths.length]}`);
      await pause(100);
    }
  })();
  // Awaited in `stop`, which may come much later than a failure.
  asking.catch(() => undefined);
  return {
    stop() {
      isStopped = true;
      return asking;
    },
  };
}

/** Overloads the server: held-back bodies, and 400 connections without pause. Only 200 and 503 are allowed. */
async function overload(context: Context, { url }: ServerProcess): Promise<string> {
  const withholders = gather(url, 320, withholder);
  const traffic = startTraffic(context, url, new Ledger(context.random), 400);
  await pause(context.isFull ? 20_000 : 5000);
  withholders.stop();
  const { acknowledged, unavailable, lost } = await traffic.stop();
  const ended = performance.now();
  await waitFor('a capture answered 200 after the peak', 20, async () => {
    const body = JSON.stringify({ api_key: projectKey, event: 'after', distinct_id: 'after' });
    return (await fetch(`${url}/capture/`, { method: 'POST', body })).status === 200 ? true : undefined;
  });
  requireAsked('withheld bodies', withholders.answers);
  assert.ok((withholders.answers.get('503') ?? 0) > 0, 'More bodies than it can hold were not refused early.');
  const recovered = ((performance.now() - ended) / 1000).toFixed(1);
  const refused = [...withholders.answers].map(([answer, count]) => `${count} × ${answer}`).join(', ') || 'none';
  return `over capacity ${acknowledged} × 200, ${unavailable} × 503, ${lost} lost, withheld bodies: ${refused}; recovered in ${recovered} s`;
}
