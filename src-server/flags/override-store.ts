import type { Author } from '../core/caller.ts';
import type { Clock } from '../core/clock.ts';
import type { Revisions } from '../core/revisions.ts';
import { existing } from '../core/sql.ts';
import { isoTime } from '../core/text/time-contract.ts';
import type { Database } from '../database/open.ts';
import type { UserOf } from '../projects/user-store.ts';
import type { Flag, FlagOverride, FlagValue } from './contract.ts';
import type { FlagStore } from './store.ts';
import { valuesOf } from './values.ts';

type Row = {
  id: number;
  flag_id: number;
  flag_key: string;
  distinct_id: string | null;
  value: string;
  created_by: number | null;
  created_at: number;
};

type Parts = {
  database: Database;
  clock: Clock;
  revisions: Revisions;
  record: FlagStore['record'];
  user: UserOf;
};

export type OverrideStore = ReturnType<typeof createOverrideStore>;

/**
 * Creates the store of flag overrides: each stays, also over restarts, until it is cleared. Each change is in its flag's history.
 */
export function createOverrideStore({ database, clock, revisions, record, user }: Parts) {
  const sql = statements(database);

  function set(author: Author, flag: Flag, distinctId: string | null, value: FlagValue): FlagOverride {
    const before = sql.find.get(flag.id, distinctId);
    const at = clock.now();
    sql.put.run(author.projectId, flag.id, distinctId, JSON.stringify(value), author.userId, at);
    record(author, flag.id, {
      kind: 'override_set',
      before: before === undefined ? null : changeOf(before),
      after: { distinct_id: distinctId, value },
    });
    return toOverride(existing(sql.find.get(flag.id, distinctId)), user);
  }

  function clear(author: Author, rows: Row[]): boolean {
    if (rows.length === 0) return false;
    database.transaction(() => {
      for (const row of rows) {
        sql.remove.run(row.id);
        record(author, row.flag_id, { kind: 'override_cleared', before: changeOf(row), after: null });
      }
    })();
    revisions.changed(author.projectId);
    return true;
  }

  return {
    /** Sets an override; replaces one for the same person or for everyone. */
    setOverride(author: Author, flag: Flag, distinctId: string | null, value: FlagValue): FlagOverride {
      const stored = database.transaction(set)(author, flag, distinctId, value);
      revisions.changed(author.projectId);
      return stored;
    },
    /** Returns false if the flag has no such override. */
    clearOverride: (author: Author, flagId: number, id: number): boolean =>
      clear(author, sql.one.all(author.projectId, flagId, id)),
    clearAll: (author: Author): boolean => clear(author, sql.all.all(author.projectId)),
    /** Clears overrides with a value that the flag no longer has. */
    clearLost(author: Author, flag: Flag): void {
      const values = valuesOf(flag);
      const rows = sql.ofFlag.all(author.projectId, flag.id);
      clear(
        author,
        rows.filter((row) => !values.includes(changeOf(row).value)),
      );
    },
    /** Returns overrides of flags that are not deleted, newest first. */
    overrides: (projectId: number): FlagOverride[] => sql.all.all(projectId).map((row) => toOverride(row, user)),
  };
}

const changeOf = (row: Row) => ({ distinct_id: row.distinct_id, value: JSON.parse(row.value) as FlagValue });

const toOverride = (row: Row, user: Parts['user']): FlagOverride => ({
  ...row,
  value: JSON.parse(row.value),
  created_by: user(row.created_by),
  created_at: isoTime(row.created_at),
});

function statements(database: Database) {
  const columns = 'o.id, o.flag_id, f.key AS flag_key, o.distinct_id, o.value, o.created_by, o.created_at';
  const from = 'FROM flag_overrides o JOIN flags f ON f.id = o.flag_id';
  const live = `SELECT ${columns} ${from} WHERE f.project_id = ? AND f.deleted = 0`;
  return {
    all: database.prepare<[number], Row>(`${live} ORDER BY o.id DESC`),
    ofFlag: database.prepare<[number, number], Row>(`${live} AND o.flag_id = ?`),
    one: database.prepare<[number, number, number], Row>(`${live} AND o.flag_id = ? AND o.id = ?`),
    find: database.prepare<[number, string | null], Row>(
      `SELECT ${columns} ${from} WHERE o.flag_id = ? AND o.distinct_id IS ?`,
    ),
    put: database.prepare(
      `INSERT INTO flag_overrides (project_id, flag_id, distinct_id, value, created_by, created_at)
       VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (flag_id, ifnull(distinct_id, '')) DO UPDATE SET value = excluded.value,
         created_by = excluded.created_by, created_at = excluded.created_at`,
    ),
    remove: database.prepare<[number]>('DELETE FROM flag_overrides WHERE id = ?'),
  };
}
