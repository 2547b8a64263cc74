import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { lockFile, ownerFile } from './files.ts';
import { createPrivately } from './permissions.ts';
import { StartError, toStartError } from './start-error.ts';

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
 * Takes the data folder for this process; throws DataFolderBusyError when another has it, and StartError. The lock is SQLite's own
 * file lock on a file that holds nothing: the system lets go of it when a process dies, however that came about.
 */
export function lockDataFolder(dataDir: string): DataFolderLock {
  const owner = ownerFile(dataDir);
  const lock = openLock(dataDir);
  const write = (url: string | null) =>
    writeFileSync(owner, JSON.stringify({ pid: process.pid, url }), { mode: 0o600 });
  const release = () => {
    rmSync(owner, { force: true });
    lock.close();
  };
  try {
    write(null);
  } catch (error) {
    lock.close();
    throw toStartError(error, owner);
  }
  return { announce: write, release };
}

function openLock(dataDir: string): Database.Database {
  const file = lockFile(dataDir);
  let lock: Database.Database | undefined;
  try {
    createPrivately(file);
    lock = new Database(file, { timeout: 0 });
    lock.exec('BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    lock?.close();
    const { code } = error as { code?: string };
    if (code === 'SQLITE_BUSY') throw new DataFolderBusyError(dataDir, readOwner(ownerFile(dataDir)));
    if (code === 'SQLITE_NOTADB' || code === 'SQLITE_CORRUPT') throw new StartError('lock_unreadable', file, error);
    throw toStartError(error, file);
  }
}

function readOwner(file: string): { url: string | null; pid: number | null } {
  try {
    const { url, pid } = JSON.parse(readFileSync(file, 'utf8'));
    return { url, pid };
  } catch {
    return { url: null, pid: null };
  }
}
