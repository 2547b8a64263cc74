import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { basename, join, relative } from 'node:path';
import Database from 'better-sqlite3';
import type { StorageCopy } from './contract.ts';
import { listCopies } from './copy.ts';
import {
  copiesFolder,
  databaseFile,
  incomingFile,
  markerFile,
  setAsideFolder,
  shmFile,
  stampOf,
  walFile,
} from './files.ts';
import { StartError } from './start-error.ts';

/** `kept`: where the former files are, relative to the data folder; null when there were none. */
export type Restored = { copy: StorageCopy; kept: string | null };

/** The database and what SQLite keeps beside it. */
const filesOf = (dataDir: string) => {
  const file = databaseFile(dataDir);
  return [file, walFile(file), shmFile(file)];
};

/**
 * Moves those of the given files that exist to a new folder under `set-aside`; nothing is ever deleted there. Answers the
 * folder, relative to the data folder, or null when there was nothing to move. No connection may be open.
 */
export function setAside(dataDir: string, now: number, files: readonly string[] = filesOf(dataDir)): string | null {
  const present = files.filter((file) => existsSync(file));
  if (present.length === 0) return null;
  const folder = newSetAside(dataDir, now);
  for (const file of present) renameSync(file, join(folder, basename(file)));
  return relative(dataDir, folder);
}

/** Copies those of the files that exist to a new folder under `set-aside`, as evidence; the originals stay in use. */
export function keepEvidence(dataDir: string, now: number, files: readonly string[]): string | null {
  const present = files.filter((file) => existsSync(file));
  if (present.length === 0) return null;
  const folder = newSetAside(dataDir, now);
  for (const file of present) copyFileSync(file, join(folder, basename(file)), constants.COPYFILE_FICLONE);
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
  sync(file, 'r+');
  renameSync(file, databaseFile(dataDir));
  // Windows has no such call for a folder, and needs none.
  if (process.platform !== 'win32') sync(dataDir, 'r');
}

function sync(path: string, flags: 'r' | 'r+'): void {
  const descriptor = openSync(path, flags);
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Puts a copy in the place of the database, and what was there aside; without a name, the newest copy that is whole. The copy
 * itself stays. Throws StartError when there is none. No connection may be open.
 */
export function restoreCopy(dataDir: string, now: number, name?: string): Restored {
  const copy = listCopies(dataDir).find(
    (found) => (name === undefined || found.name === name) && isWhole(dataDir, found),
  );
  if (copy === undefined) throw new StartError('no_copy', copiesFolder(dataDir));
  const incoming = incomingFile(dataDir);
  rmSync(incoming, { force: true });
  copyFileSync(join(copiesFolder(dataDir), copy.name), incoming, constants.COPYFILE_FICLONE);
  const kept = setAside(dataDir, now);
  putInPlace(dataDir, incoming);
  // It told of what was there before.
  rmSync(markerFile(dataDir), { force: true });
  return { copy, kept };
}

function isWhole(dataDir: string, { name }: StorageCopy): boolean {
  try {
    const database = new Database(join(copiesFolder(dataDir), name), { readonly: true, fileMustExist: true });
    try {
      return database.pragma('quick_check(1)', { simple: true }) === 'ok';
    } finally {
      database.close();
    }
  } catch {
    return false;
  }
}
