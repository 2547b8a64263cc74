import { randomInt } from 'node:crypto';
import Database from 'better-sqlite3';
import { migrations } from './migrations/migrations.ts';
import { databaseFile } from './storage/files.ts';
import { createPrivately } from './storage/permissions.ts';
import { StartError, toStartError } from './storage/start-error.ts';

export type { Database } from 'better-sqlite3';

/**
 * Opens the one connection that writes, and brings the schema up to date. Throws StartError.
 *
 * `synchronous=FULL`: a commit has reached the disk before it is acknowledged (docs/durability.md). 8 KiB pages and a rare
 * automatic checkpoint keep the insert rate flat as the file grows; checkpoints are made by the reader's thread.
 */
export function openWriter(dataDir: string): Database.Database {
  return openAndUpgrade(databaseFile(dataDir));
}

/** Opens and upgrades a database at another path, before it replaces the present one. */
export function openAndUpgrade(file: string): Database.Database {
  let database: Database.Database | undefined;
  try {
    createPrivately(file);
    database = new Database(file, { timeout: 200 });
    database.pragma('page_size = 8192');
    database.pragma('journal_mode = WAL');
    database.pragma('synchronous = FULL');
    database.pragma('wal_autocheckpoint = 20000');
    database.pragma('foreign_keys = ON');
    database.pragma('cache_size = -32000');
    addFunctions(database);
    migrate(database, file);
    // Identifies the database, also in the header of its file.
    const hasIdentity = database.pragma('application_id', { simple: true }) !== 0;
    if (!hasIdentity) database.pragma(`application_id = ${randomInt(1, 2 ** 31 - 1)}`);
    return database;
  } catch (error) {
    database?.close();
    throw toStartError(error, file);
  }
}

/** Opens a connection that cannot write, for reads that may take a while. */
export function openReader(dataDir: string): Database.Database {
  const database = new Database(databaseFile(dataDir), { readonly: true, timeout: 2000 });
  database.pragma('cache_size = -16000');
  addFunctions(database);
  return database;
}

/** `fold_case(text)`: in lower case, of letters beyond ASCII too. */
function addFunctions(database: Database.Database): void {
  database.function('fold_case', { deterministic: true }, (text) =>
    text === null ? null : String(text).toLowerCase(),
  );
}

/** Makes every later write through this connection fail as on a read-only disk; checkpoints and reads still work. */
export function seal(database: Database.Database): void {
  database.pragma('query_only = ON');
}

export const isSealed = (database: Database.Database): boolean => database.pragma('query_only', { simple: true }) === 1;

/** Closes the connection that writes, with its write-ahead log in the database. */
export function closeWriter(database: Database.Database, report: (error: unknown) => void): void {
  try {
    // A sealed one must not touch its files: they may be another's by now.
    if (!isSealed(database)) database.pragma('wal_checkpoint(TRUNCATE)');
  } catch (error) {
    report(error);
  }
  database.close();
}

function migrate(database: Database.Database, file: string): void {
  const current = Number(database.pragma('user_version', { simple: true }));
  if (current > migrations.length) throw new StartError('newer_schema', file);
  if (current === migrations.length) return;
  // In one transaction: a new database syncs once, and a failed upgrade changes nothing.
  database.transaction(() => {
    for (const sql of migrations.slice(current)) database.exec(sql);
    database.pragma(`user_version = ${migrations.length}`);
  })();
}
