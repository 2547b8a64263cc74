import { rmSync, writeFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { lockFile, ownerFile } from './files.ts';
import { readOwner } from './owner.ts';
import { createPrivately } from './permissions.ts';
import { StartError, toStartError } from './start-error.ts';

/** Another Benchtop uses this data folder; `url` is null while it is starting. */
export class DataFolderBusyError extends Error {
  override name = 'DataFolderBusyError';
  readonly url: string | null;

  constructor(dataDir: string, { url, pid }: { url: string | null; pid: number | null }) {
    const where = url === null ? 'is just starting' : `is running at ${url}`;
    super(`Another Benchtop ${where}${pid === null ? '' : ` (process ${pid})`} and uses the data folder ${dataDir}.`);
    this.url = url;
  }
}

export type DataFolderLock = { announce(url: string, run: string): void; release(): void };

/**
 * Locks the data folder for this process; throws DataFolderBusyError when another has it, and StartError. The lock is SQLite's
 * file lock on an empty database: the system releases it when a process dies for any reason.
 */
export function lockDataFolder(dataDir: string): DataFolderLock {
  const owner = ownerFile(dataDir);
  const lock = openLock(dataDir);
  const write = (url: string | null, run: string | null) =>
    writeFileSync(owner, JSON.stringify({ pid: process.pid, url, run }), { mode: 0o600 });
  const release = () => {
    rmSync(owner, { force: true });
    lock.close();
  };
  try {
    write(null, null);
  } catch (error) {
    lock.close();
    throw toStartError(error, owner);
  }
  return { announce: write, release };
}

/** Throws DataFolderBusyError when another Benchtop has the folder. Returns when the lock cannot be opened. */
export function requireFree(dataDir: string): void {
  try {
    openLock(dataDir).close();
  } catch (error) {
    if (error instanceof DataFolderBusyError) throw error;
  }
}

/**
 * How long to wait for the lock: when two processes start at once, one must wait for the other to step back, or both are
 * refused.
 */
const settleMs = 300;

function openLock(dataDir: string): Database.Database {
  const file = lockFile(dataDir);
  let lock: Database.Database | undefined;
  try {
    createPrivately(file);
    lock = new Database(file, { timeout: settleMs });
    lock.exec('BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    lock?.close();
    const { code } = error as { code?: string };
    if (code === 'SQLITE_BUSY') throw new DataFolderBusyError(dataDir, readOwner(dataDir));
    if (code === 'SQLITE_NOTADB' || code === 'SQLITE_CORRUPT') throw new StartError('lock_unreadable', file, error);
    throw toStartError(error, file);
  }
}
