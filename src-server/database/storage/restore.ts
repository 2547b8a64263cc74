import { constants, copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import Database from 'better-sqlite3';
import { carrySessions } from '../carry-sessions.ts';
import { openAndUpgrade } from '../open.ts';
import type { Restored, StorageCopy } from './contract.ts';
import { listCopies } from './copy.ts';
import {
  copiesFolder,
  databaseFile,
  incomingFile,
  markerFile,
  removeDatabase,
  removeResultsCache,
  setAsideFolder,
  shmFile,
  stampOf,
  walFile,
} from './files.ts';
import { countEvents, readFacts } from './marker.ts';
import { StartError, toStartError } from './start-error.ts';
import { syncFile, syncFolder } from './sync.ts';

/** Returns the database and the files that SQLite keeps beside it. */
const filesOf = (dataDir: string) => {
  const file = databaseFile(dataDir);
  return [file, walFile(file), shmFile(file)];
};

/**
 * Moves those of the given files that exist to a new folder under `set-aside`, where nothing is ever deleted. Returns the
 * folder, relative to the data folder, or null without files to move. No connection may be open.
 */
export const setAside = (dataDir: string, now: number, files: readonly string[] = filesOf(dataDir)) =>
  putAside(dataDir, now, files, renameSync);

/** Copies those of the files that exist to a new folder under `set-aside`, as evidence; the originals stay in use. */
export const keepEvidence = (dataDir: string, now: number, files: readonly string[]) =>
  putAside(dataDir, now, files, (from, to) => copyFileSync(from, to, constants.COPYFILE_FICLONE));

type Put = (from: string, to: string) => void;

function putAside(dataDir: string, now: number, files: readonly string[], put: Put): string | null {
  const present = files.filter((file) => existsSync(file));
  if (present.length === 0) return null;
  const folder = newSetAside(dataDir, now);
  for (const file of present) put(file, join(folder, basename(file)));
  return relative(dataDir, folder);
}

function newSetAside(dataDir: string, now: number): string {
  const stamp = stampOf(now);
  for (let count = 0; ; count++) {
    const folder = join(setAsideFolder(dataDir), count === 0 ? stamp : `${stamp}-${count}`);
    if (existsSync(folder)) continue;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return folder;
  }
}

/** Puts a complete database file, on the same disk, in the place of the database; durable when it returns. */
export function putInPlace(dataDir: string, file: string): void {
  syncFile(file);
  renameSync(file, databaseFile(dataDir));
  syncFolder(dataDir);
}

type Restoring = { now(): number; requireUsable(copy: Database.Database, file: string): void };

/**
 * Replaces the database with an upgraded copy, by default the newest intact one, and moves the former files away. Keeps the copy
 * and, if they can be read, the former sessions. Throws StartError and changes nothing when there is no such copy or it cannot be
 * used. No connection may be open.
 */
export function restoreCopy(dataDir: string, { now, requireUsable }: Restoring, name?: string): Restored {
  const copy = listCopies(dataDir).find(
    (found) => (name === undefined || found.name === name) && isWhole(dataDir, found),
  );
  if (copy === undefined) {
    const folder = copiesFolder(dataDir);
    throw name === undefined ? new StartError('no_copy', folder) : new StartError('damaged_copy', join(folder, name));
  }
  const incoming = incomingFile(dataDir);
  const file = join(copiesFolder(dataDir), copy.name);
  const formerEvents = prepareIncoming(dataDir, file, incoming, requireUsable);
  const kept = setAside(dataDir, now());
  putInPlace(dataDir, incoming);
  // Both are of the former database.
  rmSync(markerFile(dataDir), { force: true });
  removeResultsCache(dataDir);
  return { copy, kept, former_events: formerEvents };
}

/** Returns the events of the present database; null if it is absent or unreadable. */
function prepareIncoming(
  dataDir: string,
  copy: string,
  incoming: string,
  requireUsable: Restoring['requireUsable'],
): number | null {
  let database: Database.Database | undefined;
  try {
    removeDatabase(incoming);
    copyFileSync(copy, incoming, constants.COPYFILE_FICLONE);
    database = openAndUpgrade(incoming);
    requireUsable(database, copy);
    const events = takeOver(dataDir, database);
    // As one file, because SQLite's side files would not be moved.
    database.pragma('journal_mode = DELETE');
    return events;
  } catch (error) {
    database?.close();
    removeDatabase(incoming);
    throw error instanceof StartError
      ? new StartError(error.problem, copy, error.cause)
      : toStartError(error, incoming);
  } finally {
    database?.close();
  }
}

function takeOver(dataDir: string, restored: Database.Database): number | null {
  let former: Database.Database | undefined;
  try {
    former = new Database(databaseFile(dataDir), { readonly: true, fileMustExist: true });
    const events = countEvents(readFacts(former));
    carrySessions(former, restored);
    return events;
  } catch {
    // Deleted, damaged, or of another version: problems of the former database must not prevent a restore.
    return null;
  } finally {
    former?.close();
  }
}

/** Reports whether a copy is intact, with the events that its name says: SQLite takes an emptied file for a new database. */
function isWhole(dataDir: string, { name, events }: StorageCopy): boolean {
  try {
    const database = new Database(join(copiesFolder(dataDir), name), { readonly: true, fileMustExist: true });
    try {
      const found = readFacts(database);
      const isComplete = found.schema > 0 && countEvents(found) === events;
      return isComplete && database.pragma('quick_check(1)', { simple: true }) === 'ok';
    } finally {
      database.close();
    }
  } catch {
    return false;
  }
}
