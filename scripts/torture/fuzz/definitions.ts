import { createHash } from 'node:crypto';
import { join } from 'node:path';
import Database from 'better-sqlite3';

/** What people define, beside what events and clients write by themselves. */
const tables = [
  ...['users', 'projects', 'project_keys', 'personal_keys', 'flags', 'flag_changes', 'flag_overrides'],
  ...['actions', 'experiments', 'experiment_changes'],
];
/** Written by use and by background work, whatever is refused meanwhile. */
const ownLife = /^last_/;

/** What captures add. */
const counted = ['events', 'persons', 'distinct_ids', 'groups'];

export type Observer = {
  /** A hash of all definitions; cheap while nothing was written. */
  definitions(): string;
  /** How many rows captures have made. */
  captured(): string;
  close(): void;
};

/** Reads the database of a running server from outside. */
export function observe(dataDir: string): Observer {
  const database = new Database(join(dataDir, 'benchtop.sqlite'), { readonly: true, timeout: 10_000 });
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
