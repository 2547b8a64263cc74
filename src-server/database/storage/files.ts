import { rmSync } from 'node:fs';
import { join } from 'node:path';

/** The names of everything that Benchtop keeps in its data folder. */
const names = {
  database: 'benchtop.sqlite',
  incoming: 'benchtop.sqlite.new',
  lock: 'lock',
  owner: 'server.json',
  identity: 'identity',
  marker: 'marker.json',
  copies: 'copies',
  setAside: 'set-aside',
  spool: 'dead-letter',
  resultsCache: 'results-cache',
} as const;

export const databaseFile = (dataDir: string) => join(dataDir, names.database);
/** Returns the database being written that will replace the present one. */
export const incomingFile = (dataDir: string) => join(dataDir, names.incoming);
export const lockFile = (dataDir: string) => join(dataDir, names.lock);
/** Returns the file with the secret from which session keys derive. */
export const identityFile = (dataDir: string) => join(dataDir, names.identity);
/** Returns the file with the address of the running server. */
export const ownerFile = (dataDir: string) => join(dataDir, names.owner);
export const markerFile = (dataDir: string) => join(dataDir, names.marker);
/** Returns the folder of requests that wait until the database can be written. */
export const spoolFolder = (dataDir: string) => join(dataDir, names.spool);
export const copiesFolder = (dataDir: string) => join(dataDir, names.copies);
/** Returns the folder with the files that restores moved away, by time. */
export const setAsideFolder = (dataDir: string) => join(dataDir, names.setAside);

/** Returns the folder of what results would otherwise read from the database again; it can be deleted at any time. */
export const resultsCacheFolder = (dataDir: string) => join(dataDir, names.resultsCache);

/** Formats a time (ms UTC) for a file name; names sort by it. */
export const stampOf = (time: number) => new Date(time).toISOString().replace(/[-:.]/g, '');

/** Returns files that SQLite keeps beside a database. */
export const walFile = (database: string) => `${database}-wal`;
export const shmFile = (database: string) => `${database}-shm`;

/** Removes a database, with everything that SQLite keeps beside it. */
export function removeDatabase(file: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(file + suffix, { force: true });
}

/** Removes what results read from a database that another one replaced. */
export function removeResultsCache(dataDir: string): void {
  try {
    rmSync(resultsCacheFolder(dataDir), { recursive: true, force: true });
  } catch {
    // A file of it that fits the other database by chance is very unlikely.
  }
}

/** Files of Benchtop directly in the data folder; `window.json` is the desktop window's. */
export const ownFiles: readonly string[] = [
  names.database,
  walFile(names.database),
  shmFile(names.database),
  names.incoming,
  names.lock,
  `${names.lock}-journal`,
  names.owner,
  names.marker,
  `${names.marker}.new`,
  names.identity,
  `${names.identity}.new`,
  'window.json',
];

/** Folders in the data folder that Benchtop made, with everything in them. */
export const ownFolders: readonly string[] = [names.spool, names.copies, names.setAside, names.resultsCache];
