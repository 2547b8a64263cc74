import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServerProcess } from '../../src-server/testing/process.ts';
import { outsideMark } from '../lib/loopback-only.ts';
import type { Tally } from '../lib/tally.ts';
import { Ledger } from './ledger.ts';
import { seededRandom } from './random.ts';
import type { Context, Outcome, Scenario } from './scenario.ts';
import { startServerProcess } from './server-process.ts';

/** Runs a scenario within its hang limit; never throws. `line`: the line to print. */
export async function runScenario(
  scenario: Scenario,
  seed: number,
  isFull: boolean,
): Promise<{ line: string; tally: Tally }> {
  const started = performance.now();
  const seconds = isFull ? scenario.seconds.full : scenario.seconds.ci;
  const cleanups: (() => void | Promise<void>)[] = [];
  const context = createContext(scenario, seed, seconds, isFull, cleanups);
  const outcome = await within(seconds * 3 + 120, scenario.run(context)).catch(asError);
  const leftovers = await endAll(cleanups);
  const took = `${((performance.now() - started) / 1000).toFixed(1)} s`;
  const error = outcome instanceof Error ? outcome : leftovers;
  if (error !== undefined) {
    const repeat = `npm run torture -- ${isFull ? '--full ' : ''}--only ${scenario.name} --seed ${seed}`;
    const detail = error.message.split('\n').slice(0, 20).join('\n    ');
    return { line: `✗ ${scenario.name}: ${detail} (${took})\n    repeat: ${repeat}`, tally: { ...none, failed: 1 } };
  }
  const { figures, skipped } = { figures: '', skipped: '', ...(outcome as Outcome) };
  if (skipped !== '') return { line: `- ${scenario.name}: skipped: ${skipped}`, tally: { ...none, skipped: 1 } };
  return { line: `✓ ${scenario.name}: ${figures} (${took})`, tally: { ...none, passed: 1 } };
}

const none: Tally = { passed: 0, failed: 0, skipped: 0 };

function createContext(
  { name }: Scenario,
  seed: number,
  seconds: number,
  isFull: boolean,
  cleanups: (() => void | Promise<void>)[],
): Context {
  const random = seededRandom(seed, name);
  const end = performance.now() + seconds * 1000;
  const folder = () => {
    const made = mkdtempSync(join(tmpdir(), `benchtop-torture-${name}-`));
    cleanups.push(() => rmSync(made, { recursive: true, force: true, maxRetries: 5 }));
    return made;
  };
  return {
    random,
    seconds,
    isFull,
    isOver: () => performance.now() >= end,
    dataDir: folder(),
    ledger: new Ledger(random),
    folder,
    async start(options) {
      const server = await startServerProcess(options);
      cleanups.push(() => endServer(server));
      return server;
    },
    onEnd: (cleanup) => void cleanups.push(cleanup),
  };
}

/** Ends a server; throws if its process ever tried to reach another machine. */
async function endServer(server: ServerProcess): Promise<void> {
  if (server.isRunning) await server.end();
  const attempt = server.stderr.split('\n').find((line) => line.includes(outsideMark));
  if (attempt !== undefined) throw new Error(attempt);
}

async function endAll(cleanups: (() => void | Promise<void>)[]): Promise<Error | undefined> {
  let first: Error | undefined;
  for (const cleanup of cleanups.toReversed()) {
    try {
      await cleanup();
    } catch (error) {
      first ??= asError(error);
    }
  }
  return first;
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

async function within<Value>(seconds: number, work: Promise<Value>): Promise<Value> {
  let limit: NodeJS.Timeout | undefined;
  const hang = new Promise<never>((_resolve, reject) => {
    limit = setTimeout(() => reject(new Error(`Did not end within ${seconds} s.`)), seconds * 1000);
  });
  try {
    return await Promise.race([work, hang]);
  } finally {
    clearTimeout(limit);
  }
}
