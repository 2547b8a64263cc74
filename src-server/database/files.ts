import { join } from 'node:path';

/** The names of everything that Benchtop keeps in its data folder. */
const names = {
  database: 'benchtop.sqlite',
  lock: 'lock',
  owner: 'server.json',
  identity: 'identity',
  marker: 'marker.json',
  copies: 'copies',
  setAside: 'set-aside',
  spool: 'dead-letter',
} as const;

export const databaseFile = (dataDir: string) => join(dataDir, names.database);
export const lockFile = (dataDir: string) => join(dataDir, names.lock);
/** The secret that session keys derive from. */
export const identityFile = (dataDir: string) => join(dataDir, names.identity);
/** Says where the running server is. */
export const ownerFile = (dataDir: string) => join(dataDir, names.owner);

/** SQLite's own companions of a database file. */
export const walFile = (database: string) => `${database}-wal`;
export const shmFile = (database: string) => `${database}-shm`;

/** Files of Benchtop directly in the data folder; `window.json` is the desktop window's. */
export const ownFiles: readonly string[] = [
  names.database,
  walFile(names.database),
  shmFile(names.database),
  names.lock,
  names.owner,
  names.marker,
  names.identity,
  'window.json',
];

/** Folders in the data folder that Benchtop made, with everything in them. */
export const ownFolders: readonly string[] = [names.spool, names.copies, names.setAside];
