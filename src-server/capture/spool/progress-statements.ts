import type { Database } from '../../database/open.ts';

/** Prepares the statements for the position in each file, in bytes; it is stored in the transaction of the lines. */
export function progressStatements(database: Database) {
  return {
    get: database.prepare<[string], { bytes: number }>('SELECT bytes FROM spool_progress WHERE file = ?'),
    newest: database.prepare<[], string>('SELECT max(file) FROM spool_progress').pluck(),
    set: database.prepare<[string, number]>(
      `INSERT INTO spool_progress (file, bytes) VALUES (?, ?) ON CONFLICT (file) DO UPDATE SET bytes = excluded.bytes`,
    ),
    delete: database.prepare<[string]>('DELETE FROM spool_progress WHERE file = ?'),
  };
}
