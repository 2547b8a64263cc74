import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { compileCache } from '../scripts/lib/compile-cache.ts';
import { serverEnv, serverFlags } from '../scripts/lib/server-flags.ts';
import { watchServer } from '../scripts/lib/watch-server.ts';
import type { DuckdbAnswer, DuckdbOptions } from './programs/duckdb.ts';
import type { DuckdbExperimentAnswer, DuckdbExperimentOptions } from './programs/duckdb-experiment.ts';
import type { EvaluateOptions } from './programs/evaluate-alone.ts';
import type { FsyncOptions } from './programs/fsync.ts';
import type { LoadOptions, LoadResult } from './programs/load.ts';
import type { RawAnswer, RawOptions } from './programs/raw-inserts.ts';
import type { RawReadOptions, RawReads } from './programs/raw-reads.ts';
import type { VisitsOptions } from './programs/store-visits.ts';
import { statFields } from './quietness.ts';

export const projectKey = 'phc_benchProjectKey';
export const personalKey = 'phx_benchPersonalKey';

const environment = {
  ...process.env,
  NODE_ENV: 'production',
  // As in `npm run serve`.
  NODE_COMPILE_CACHE: compileCache,
  ...serverEnv,
  BENCHTOP_PROJECT_API_KEY: projectKey,
  BENCHTOP_PERSONAL_API_KEY: personalKey,
};
const here = import.meta.dirname;
const programs = join(here, 'programs');
const run = promisify(execFile);

/** A running server, which `await using` stops. */
export type Server = AsyncDisposable & { url: string; pid: number; stop: () => Promise<void> };

/** Makes a folder, which `await using` removes. */
export const makeFolder = () => mkdtempDisposable(join(tmpdir(), 'benchtop-bench-'));

/** Starts the built Benchtop, headless; without a data folder on a new one, which is removed when it ends. */
export async function startBenchtop(given?: string, env: NodeJS.ProcessEnv = {}): Promise<Server> {
  const folder = given === undefined ? await makeFolder() : null;
  const dataDir = given ?? folder?.path ?? '';
  const command = [join(here, '../out/main/cli.js'), 'serve', '--port', '0', '--data-dir', dataDir, '--quiet'];
  return start([...serverFlags, ...command], env, () => folder?.remove());
}

/** Starts the built Benchtop on a data folder for as long as it is used. */
export async function withBenchtop<Answer>(dataDir: string, use: (server: Server) => Promise<Answer>): Promise<Answer> {
  await using server = await startBenchtop(dataDir);
  return await use(server);
}

export function startBareExpress(): Promise<Server> {
  return start([join(programs, 'bare-express.ts')]);
}

/** Starts the least that stores captures, in this folder. */
export function startBareCapture(folder: string): Promise<Server> {
  return start([join(programs, 'bare-capture.ts'), folder]);
}

export async function load(options: LoadOptions): Promise<LoadResult> {
  const result = await answerOf<LoadResult>('load.ts', options);
  if (result.failures > 0) throw new Error(`${result.failures} requests to ${options.url} were not answered 200.`);
  return result;
}

/** Runs a program in a process of its own, and reads the JSON that it prints. */
async function answerOf<Answer>(file: string, options: object): Promise<Answer> {
  const { stdout } = await run(process.execPath, [join(programs, file), JSON.stringify(options)]);
  return JSON.parse(stdout);
}

export const rawInserts = (options: RawOptions): Promise<RawAnswer> => answerOf('raw-inserts.ts', options);

/** Returns the p50 of writing 4 KiB to a file of the folder until they are on the disk, ms. */
export async function fsyncAlone(options: FsyncOptions): Promise<number> {
  return (await answerOf<{ p50: number }>('fsync.ts', options)).p50;
}

/** Reads the rows behind a result, in a process of its own. */
export const rawReads = (options: RawReadOptions): Promise<RawReads> => answerOf('raw-reads.ts', options);

/** Fills a data folder: a server creates the project; then visits are stored without it. Returns events per second. */
export async function storeVisits(options: VisitsOptions): Promise<number> {
  await withBenchtop(options.dataDir, async () => undefined);
  return (await answerOf<{ events_per_second: number }>('store-visits.ts', options)).events_per_second;
}

/** Returns DuckDB's answers about the same table, and their times. */
export const askDuckdb = (options: DuckdbOptions): Promise<DuckdbAnswer> => answerOf('duckdb.ts', options);

/** Returns DuckDB's statistics of an experiment, and their times. */
export const askDuckdbOfExperiment = (options: DuckdbExperimentOptions): Promise<DuckdbExperimentAnswer> =>
  answerOf('duckdb-experiment.ts', options);

/** Returns the flags per second of evaluation alone. */
export async function evaluateAlone(seconds: number): Promise<number> {
  const options: EvaluateOptions = { seconds };
  return (await answerOf<{ flags_per_second: number }>('evaluate-alone.ts', options)).flags_per_second;
}

/** Returns the resident memory of a process in MiB: now, and its peak (only on Linux). */
export function memory(pid: number): { now: number; peak: number | null } {
  if (process.platform !== 'linux') {
    return { now: Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)]).toString()) / 1024, peak: null };
  }
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const mebibytes = (field: string) => Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024;
  return { now: mebibytes('VmRSS'), peak: mebibytes('VmHWM') };
}

/** Returns the processor time that a process has taken, ms; null where it is not known. */
export function cpuTime(pid: number): number | null {
  if (process.platform !== 'linux') return null;
  // Times are in ticks of 10 ms.
  const fields = statFields(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  return 10 * (Number(fields[11]) + Number(fields[12]));
}

async function start(args: string[], env: NodeJS.ProcessEnv = {}, cleanUp: () => unknown = () => {}): Promise<Server> {
  const options = { ...environment, ...env };
  const child = spawn(process.execPath, args, { env: options, stdio: ['ignore', 'pipe', 'inherit'] });
  const stop = async () => {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    const impatience = setTimeout(() => child.kill('SIGKILL'), 10_000);
    await ended;
    clearTimeout(impatience);
    await cleanUp();
  };
  return { url: await watchServer(child).url, pid: child.pid ?? 0, stop, [Symbol.asyncDispose]: stop };
}
