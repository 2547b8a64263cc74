import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureActions, measureCaptures } from './actions/actions.ts';
import { actionsReport, byHandOf, withByHand, withSection } from './actions/actions-report.ts';
import { decidePaths, decideRound, measureWaits, prepareDecides } from './decides.ts';
import { diffReport, measureDiff } from './diff.ts';
import { expectationsReport, measureExpectations } from './expectations.ts';
import { measureExperiments } from './experiments/experiments.ts';
import { experimentsReport } from './experiments/experiments-report.ts';
import { requestTemplate } from './payload.ts';
import {
  evaluateAlone,
  load,
  memory,
  personalKey,
  projectKey,
  rawInserts,
  type Server,
  startBareExpress,
  startBenchtop,
} from './processes.ts';
import { median, report } from './report.ts';
import { inTurn, inTurnWith, type Pair, pause, row } from './rounds.ts';
import { measureTrackingPlan, trackingPlanReport } from './tracking-plan.ts';

/**
 * `npm run bench`: measures each figure beside its limit, in interleaved rounds of one run, so that drift of the machine affects
 * both. Prints a table and writes it to docs/bench.md. `npm run bench -- --events 10000000` measures only counts and matching, over
 * that many events in one round, and adds them. `npm run bench -- --experiments` measures experiments only, `-- --tracking-plan` the tracking plan.
 */
const rounds = 3;
const seconds = 4;
const batchConnections = 4;

if (!existsSync(join(import.meta.dirname, '../out/main/cli.js'))) {
  console.error('The bench measures the built server: run "npm run build" first.');
  process.exit(1);
}

const say = (line: string) => console.log(line);
const file = join(import.meta.dirname, '../docs/bench.md');
const {
  events,
  experiments,
  'tracking-plan': trackingPlan,
} = parseArgs({
  options: { events: { type: 'string' }, experiments: { type: 'boolean' }, 'tracking-plan': { type: 'boolean' } },
}).values;
if (events !== undefined) {
  const result = await measureActions(Number(events), 1, say);
  const text = withByHand(readFileSync(file, 'utf8'), result);
  say(byHandOf(text));
  writeFileSync(file, text);
  process.exit();
}

if (experiments) {
  const part = experimentsReport(await measureExperiments(1_000_000, rounds, say));
  say(part);
  writeFileSync(file, withSection(readFileSync(file, 'utf8'), part));
  process.exit();
}

if (trackingPlan) {
  const part = trackingPlanReport(await measureTrackingPlan(rounds));
  say(part);
  writeFileSync(file, withSection(readFileSync(file, 'utf8'), part));
  process.exit();
}

let text = '';
const coldStarts = await measureColdStarts();
const rawFolder = mkdtempSync(join(tmpdir(), 'benchtop-raw-'));
const server = await startBenchtop();
const bare = await startBareExpress();
try {
  await pause(2000);
  const idle = memory(server.pid).now;
  let acknowledged = (await prepareDecides(server)) + (await warmUp(server, bare));
  const singles = new Map([1, 64].map((connections) => [connections, [] as Pair[]]));
  const batches = new Map([100, 1000].map((size) => [size, [] as Pair[]]));
  const decides = new Map(decidePaths.map((path) => [path, [] as Pair[]]));
  const evaluated: number[] = [];
  for (let round = 0; round < rounds; round++) {
    for (const [connections, pairs] of singles) pairs.push(await singleRound(connections, round));
    for (const [size, pairs] of batches) pairs.push(await batchRound(size, round));
    for (const [path, pairs] of decides) pairs.push(await decideRound(server, bare, path, round));
    evaluated.push(await evaluateAlone());
    say(`round ${round + 1} of ${rounds} done`);
  }
  for (const pairs of [...singles.values(), ...batches.values()]) {
    for (const { acknowledged: more } of pairs) acknowledged += more;
  }
  const { waits, acknowledged: meanwhile } = await measureWaits(
    server,
    Array.from({ length: rounds }, (_, round) => streamOf(rounds + round, 5)),
  );
  acknowledged += meanwhile;
  const stored = await storedEvents(server);
  if (stored !== acknowledged) throw new Error(`${acknowledged} events were acknowledged, ${stored} are stored.`);
  text = report({
    coldStart: median(coldStarts),
    idle,
    ...{ after: memory(server.pid).now, peak: memory(server.pid).peak },
    stored,
    evaluated: median(evaluated),
    waits,
    rows: [
      ...[...singles].map(([connections, pairs]) =>
        connections === 1
          ? row('single captures, 1 connection', 'req/s', pairs, null)
          : row(`single captures, ${connections} connections`, 'req/s', pairs, 0.7),
      ),
      ...[...batches].map(([size, pairs]) => row(`batches of ${size}`, 'events/s', pairs, 0.4)),
      ...[...decides].map(([path, pairs]) => row(`${path}, 64 connections`, 'req/s', pairs, aimOf(path))),
    ],
  });
} finally {
  await Promise.all([server.stop(), bare.stop()]);
  rmSync(rawFolder, { recursive: true, force: true });
}
text += actionsReport(await measureActions(1_000_000, rounds, say), await measureCaptures(rounds));
text += experimentsReport(await measureExperiments(1_000_000, rounds, say));
text += expectationsReport(await measureExpectations(100_000));
text += diffReport(await measureDiff(10_000));
text += trackingPlanReport(await measureTrackingPlan(rounds));
say(text);
writeFileSync(file, text + byHandOf(readFileSync(file, 'utf8')));

async function singleRound(connections: number, round: number): Promise<Pair> {
  const options = { key: projectKey, connections, seconds, size: 1, stream: streamOf(round, connections > 1 ? 2 : 1) };
  const ours = () => load({ ...options, url: server.url });
  const limit = () => load({ ...options, url: bare.url });
  return inTurnWith(round, ours, limit);
}

async function batchRound(size: number, round: number): Promise<Pair> {
  const stream = streamOf(round, size > 100 ? 4 : 3);
  const options = { url: server.url, key: projectKey, connections: batchConnections, seconds, size, stream };
  const [mine, limit] = await inTurn(
    round,
    () => load(options),
    () => rawInserts({ folder: rawFolder, size, seconds, stream }),
  );
  const { requests_per_second, p50, p99, acknowledged } = mine;
  return { ours: requests_per_second * size, limit, p50, p99, acknowledged };
}

/** Without a goal: `/flags/` answers many times the text of a decide, which the limit does not send. */
function aimOf(path: string): number | null {
  return path.startsWith('/decide/') ? 0.5 : null;
}

/** Later loads have later ids, as in real use: an index that is filled in the middle is slower. */
function streamOf(round: number, load: number): number {
  return (round + 1) * 10 + load;
}

async function warmUp(server: Server, bare: Server): Promise<number> {
  const options = { key: projectKey, connections: 16, seconds: 2 };
  await load({ ...options, url: bare.url, size: 1, stream: 1 });
  const single = await load({ ...options, url: server.url, size: 1, stream: 1 });
  const batch = await load({ ...options, url: server.url, size: 100, connections: 2, stream: 2 });
  return single.acknowledged + batch.acknowledged;
}

/** Measures from the start of the process on an empty data folder to the first capture answered 200. */
async function measureColdStarts(): Promise<number[]> {
  const times: number[] = [];
  for (let attempt = 0; attempt < 7; attempt++) {
    const started = performance.now();
    const server = await startBenchtop();
    const { path, body } = requestTemplate(projectKey, 1);
    const { status } = await fetch(`${server.url}${path}`, { method: 'POST', body: body.toString() });
    if (status !== 200) throw new Error(`The first capture was answered ${status}.`);
    times.push(performance.now() - started);
    await server.stop();
  }
  // The first start also reads the files from disk for the first time.
  return times.slice(1);
}

/** Returns the server's own count of events, which must be that of the acknowledged ones. */
async function storedEvents(server: Server): Promise<number> {
  const headers = { Authorization: `Bearer ${personalKey}` };
  const projects = await fetch(`${server.url}/api/projects/`, { headers });
  const { results } = (await projects.json()) as { results: { id: number }[] };
  const status = await fetch(`${server.url}/api/status/?project_id=${results[0]?.id}`, { headers });
  return ((await status.json()) as { accepted: number }).accepted;
}
