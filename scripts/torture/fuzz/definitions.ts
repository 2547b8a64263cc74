import { createHash } from 'node:crypto';
import Database from 'better-sqlite3';
import { databaseFile } from '../../../src-server/database/storage/files.ts';
import { definedTables } from '../../../src-server/project-tables.ts';

/** Tables that people define. Captures and decides add group types. */
const tables = ['personal_keys', ...definedTables.map(({ table }) => table)].filter((name) => name !== 'group_types');
/** Columns that use and background work write at any time. */
const ownLife = /^last_/;

/** Tables that captures add rows to. */
const counted = ['events', 'persons', 'distinct_ids', 'groups'];

export type Observer = {
  /** Returns a hash of all definitions; cheap without writes since. */
  definitions(): string;
  /** Counts the rows of captures. */
  captured(): string;
  close(): void;
};

/** Reads the database of a running server from outside. */
export function observe(dataDir: string): Observer {
  const database = new Database(databaseFile(dataDir), { readonly: true, timeout: 10_000 });
  const reads = tables.map((table) => {
    const columns = database
      .prepare<[string], string>('SELECT name FROM pragma_table_info(?)')
      .pluck()
      .all(table)
      .filter((name) => !ownLife.test(name));
    if (columns.length === 0) throw new Error(`The database has no table "${table}".`);
    return database.prepare(`SELECT ${columns.map((name) => `"${name}"`).join(', ')} FROM "${table}"`).raw();
  });
  const counts = database
    .prepare(`SELECT ${counted.map((table) => `(SELECT count(*) FROM "${table}")`).join(', ')}`)
    .raw();
  let seen: unknown;
  let hash = '';
  return {
    definitions() {
      const version = database.pragma('data_version', { simple: true });
      if (version !== seen)
        hash = createHash('sha256')
          .update(JSON.stringify(reads.map((read) => read.all())))
          .digest('hex');
      seen = version;
      return hash;
    },
    captured: () => JSON.stringify(counts.get()),
    close: () => database.close(),
  };
}
