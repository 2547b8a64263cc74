import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';

/** Another Benchtop works on this data folder; `url` is null while it is still starting. */
export class DataFolderBusyError extends Error {
  override name = 'DataFolderBusyError';
  readonly url: string | null;
  readonly pid: number | null;

  constructor(dataDir: string, { url, pid }: { url: string | null; pid: number | null }) {
    const where = url === null ? 'is just starting' : `is running at ${url}`;
    super(`Another Benchtop ${where}${pid === null ? '' : ` (process ${pid})`} and uses the data folder ${dataDir}.`);
    this.url = url;
    this.pid = pid;
  }
}

export type DataFolderLock = { announce(url: string): void; release(): void };

/**
 * Takes the data folder for this process; throws DataFolderBusyError when another has it. The lock is SQLite's own file lock on
 * a file that holds nothing: the system lets go of it when a process dies, however that came about.
 */
export function lockDataFolder(dataDir: string): DataFolderLock {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const owner = join(dataDir, 'server.json');
  const lock = new Database(join(dataDir, 'lock'), { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if ((error as { code?: string }).code !== 'SQLITE_BUSY') throw error;
    throw new DataFolderBusyError(dataDir, readOwner(owner));
  }
  const write = (url: string | null) =>
    writeFileSync(owner, JSON.stringify({ pid: process.pid, url }), { mode: 0o600 });
  write(null);
  return {
    announce: write,
    release() {
      rmSync(owner, { force: true });
      lock.close();
    },
  };
}

function readOwner(file: string): { url: string | null; pid: number | null } {
  try {
    const { url, pid } = JSON.parse(readFileSync(file, 'utf8'));
    return { url, pid };
  } catch {
    return { url: null, pid: null };
  }
}
