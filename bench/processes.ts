import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { serverFlags } from '../scripts/lib/server-flags.ts';
import type { DuckdbAnswer, DuckdbOptions } from './duckdb.ts';
import type { DuckdbExperimentAnswer, DuckdbExperimentOptions } from './duckdb-experiment.ts';
import type { LoadOptions, LoadResult } from './load.ts';
import type { RawOptions } from './raw-inserts.ts';
import type { VisitsOptions } from './store-visits.ts';

export const projectKey = 'phc_benchProjectKey';
export const personalKey = 'phx_benchPersonalKey';

const environment = {
  ...process.env,
  NODE_ENV: 'production',
  BENCHTOP_PROJECT_API_KEY: projectKey,
  BENCHTOP_PERSONAL_API_KEY: personalKey,
};
const here = import.meta.dirname;
const run = promisify(execFile);

export type Server = { url: string; pid: number; stop: () => Promise<void> };

/** The built Benchtop, headless; on a fresh data folder, and that removed with it, unless one is given. */
export async function startBenchtop(given?: string): Promise<Server> {
  const dataDir = given ?? (await mkdtemp(join(tmpdir(), 'benchtop-bench-')));
  const server = await start([
    ...serverFlags,
    join(here, '../out/main/cli.js'),
    ...['--port', '0', '--data-dir', dataDir, '--quiet'],
  ]);
  if (given !== undefined) return server;
  const stop = async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  };
  return { ...server, stop };
}

export function startBareExpress(): Promise<Server> {
  return start([join(here, 'bare-express.ts')]);
}

export async function load(options: LoadOptions): Promise<LoadResult> {
  const { stdout } = await run(process.execPath, [join(here, 'load.ts'), JSON.stringify(options)]);
  const result = JSON.parse(stdout) as LoadResult;
  if (result.failures > 0) throw new Error(`${result.failures} requests to ${options.url} were not answered 200.`);
  return result;
}

export async function rawInserts(options: RawOptions): Promise<number> {
  const { stdout } = await run(process.execPath, [join(here, 'raw-inserts.ts'), JSON.stringify(options)]);
  return (JSON.parse(stdout) as { rows_per_second: number }).rows_per_second;
}

/** Stores what people did on a site; answers events a second. The folder must have been served once. */
export async function storeVisits(options: VisitsOptions): Promise<number> {
  const { stdout } = await run(process.execPath, [join(here, 'store-visits.ts'), JSON.stringify(options)]);
  return (JSON.parse(stdout) as { events_per_second: number }).events_per_second;
}

/** What DuckDB makes of the same table, and how long it takes. */
export async function askDuckdb(options: DuckdbOptions): Promise<DuckdbAnswer> {
  const { stdout } = await run(process.execPath, [join(here, 'duckdb.ts'), JSON.stringify(options)]);
  return JSON.parse(stdout) as DuckdbAnswer;
}

/** What DuckDB makes of an experiment, and how long it takes. */
export async function askDuckdbOfExperiment(options: DuckdbExperimentOptions): Promise<DuckdbExperimentAnswer> {
  const { stdout } = await run(process.execPath, [join(here, 'duckdb-experiment.ts'), JSON.stringify(options)]);
  return JSON.parse(stdout) as DuckdbExperimentAnswer;
}

/** Flags a second of evaluation alone. */
export async function evaluateAlone(): Promise<number> {
  const { stdout } = await run(process.execPath, [join(here, 'evaluate-alone.ts')]);
  return (JSON.parse(stdout) as { flags_per_second: number }).flags_per_second;
}

/** Resident memory of a process in MiB: now, and at its highest (the latter on Linux only). */
export function memory(pid: number): { now: number; peak: number | null } {
  if (process.platform !== 'linux') {
    return { now: Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)]).toString()) / 1024, peak: null };
  }
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const mebibytes = (field: string) => Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024;
  return { now: mebibytes('VmRSS'), peak: mebibytes('VmHWM') };
}

async function start(args: string[]): Promise<Server> {
  const child = spawn(process.execPath, args, { env: environment, stdio: ['ignore', 'pipe', 'inherit'] });
  const url = await new Promise<string>((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const address = /listening on (http:\/\/[^\s/]+)/.exec(output)?.[1];
      if (address !== undefined) resolve(address);
    });
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${args.join(' ')} ended with ${code}:\n${output}`)));
  });
  return { url, pid: child.pid ?? 0, stop: () => stop(child) };
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const impatience = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await ended;
  clearTimeout(impatience);
}
