import Database from 'better-sqlite3';
import { databaseFile } from '../database/storage/files.ts';

/** Returns the first column of a query of the database in a data folder, also while a server runs on it. */
export function storedValues<Value = number>(dataDir: string, sql: string): Value[] {
  const database = new Database(databaseFile(dataDir), { readonly: true });
  try {
    return database.prepare<[], Value>(sql).pluck().all();
  } finally {
    database.close();
  }
}
