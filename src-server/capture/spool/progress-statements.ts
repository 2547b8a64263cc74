import type { Database } from '../../database/open.ts';

/** How far each file is replayed, in bytes; part of the transaction that stores its lines. */
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
