import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const server = 'clickhouse-server';
/** Kept for the next run. */
const cache = join(tmpdir(), 'benchtop-clickhouse');
const downloadMs = 5 * 60_000;

type Unpacked = { folder: string } | { missing: string };

/**
 * Returns the folder with Debian's ClickHouse server and the libraries that this machine lacks: downloaded with apt and unpacked,
 * nothing is installed. Where that is impossible it returns why.
 */
export function unpackClickHouse(): Unpacked {
  try {
    const names = neededPackages();
    const version = run('apt-cache', ['show', '--no-all-versions', server]).match(/^Version: (.*)$/m)?.[1];
    const folder = join(cache, encodeURIComponent(`${version}`));
    if (!existsSync(folder)) unpack(names, folder);
    return { folder };
  } catch (error) {
    return { missing: (error as Error).message.split('\n')[0] ?? '' };
  }
}

/** Lists the server and each package it needs that is not installed. */
function neededPackages(): string[] {
  const plan = run('apt-get', ['install', '--simulate', '--no-install-recommends', server]);
  return [...plan.matchAll(/^Inst (\S+)/gm)].map(([, name]) => name ?? '');
}

function unpack(names: readonly string[], folder: string): void {
  mkdirSync(cache, { recursive: true });
  const work = mkdtempSync(join(cache, 'unpacking-'));
  try {
    run('apt-get', ['download', ...names], work);
    for (const file of readdirSync(work).filter((name) => name.endsWith('.deb'))) {
      run('dpkg', ['-x', join(work, file), join(work, 'root')]);
    }
    renameSync(join(work, 'root'), folder);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

const run = (command: string, args: readonly string[], cwd?: string): string =>
  execFileSync(command, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: downloadMs,
    env: { ...process.env, LC_ALL: 'C' },
    ...(cwd === undefined ? {} : { cwd }),
  });
