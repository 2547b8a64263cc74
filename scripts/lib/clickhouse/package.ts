import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const server = 'clickhouse-server';
/** Kept for the next run. */
const cache = join(tmpdir(), 'benchtop-clickhouse');
const downloadMs = 5 * 60_000;

/** A folder with a ClickHouse, or why there is none. */
export type FoundClickHouse = { folder: string } | { missing: string };

/**
 * Returns the folder with Debian's ClickHouse server and the libraries that this machine lacks: downloaded with apt and unpacked,
 * nothing is installed. Where that is impossible it returns why.
 */
export const unpackClickHouse = (): Promise<FoundClickHouse> =>
  orMissing(() => {
    const names = neededPackages();
    const version = run('apt-cache', ['show', '--no-all-versions', server]).match(/^Version: (.*)$/m)?.[1];
    return keptFolder(`${version}`, (root, work) => unpack(names, root, work));
  });

/** Lists the server and each package it needs that is not installed. */
function neededPackages(): string[] {
  const plan = run('apt-get', ['install', '--simulate', '--no-install-recommends', server]);
  return [...plan.matchAll(/^Inst (\S+)/gm)].map(([, name]) => name ?? '');
}

function unpack(names: readonly string[], root: string, work: string): void {
  run('apt-get', ['download', ...names], work);
  for (const file of readdirSync(work).filter((name) => name.endsWith('.deb'))) {
    run('dpkg', ['-x', join(work, file), root]);
  }
}

/** Lines of a failed command that do not say why. */
const saysNothing = /^\s*(?:npm error)?\s*(?:(?:code|syscall|errno) \S+)?\s*$/;

/** Returns the folder that is found, or why there is none: the first line in which the failed command says so. */
export async function orMissing(find: () => Promise<string>): Promise<FoundClickHouse> {
  try {
    return { folder: await find() };
  } catch (error) {
    const [command = '', ...output] = (error as Error).message.split('\n');
    return { missing: output.find((line) => !saysNothing.test(line)) ?? command };
  }
}

/** Returns a folder of the cache, which `fill` fills if there is none: its root, by way of a folder for the work. */
export async function keptFolder(
  name: string,
  fill: (root: string, work: string) => void | Promise<void>,
): Promise<string> {
  const folder = join(cache, encodeURIComponent(name));
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  const work = mkdtempSync(join(cache, 'unpacking-'));
  const root = join(work, 'root');
  mkdirSync(root);
  try {
    await fill(root, work);
    renameSync(root, folder);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return folder;
}

const run = (command: string, args: readonly string[], cwd?: string): string =>
  execFileSync(command, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: downloadMs,
    env: { ...process.env, LC_ALL: 'C' },
    ...(cwd === undefined ? {} : { cwd }),
  });
