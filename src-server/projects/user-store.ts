import type { Clock } from '../core/clock.ts';
import type { Listing, Page } from '../core/page.ts';
import { existing } from '../core/sql.ts';
import type { Database } from '../database/open.ts';
import type { UserSummary } from './contract.ts';

type UserRow = Omit<UserSummary, 'is_email_verified'> & { is_email_verified: 0 | 1 };

const columns = 'id, uuid, distinct_id, first_name, email, is_email_verified';

const toUser = (row: UserRow): UserSummary => ({ ...row, is_email_verified: row.is_email_verified === 1 });

/** Returns the user of an id; null for none. */
export type UserOf = (id: number | null) => UserSummary | null;

export function createUserStore(database: Database, clock: Clock) {
  const count = database.prepare<[], number>('SELECT count(*) FROM users').pluck();
  const list = database.prepare<[number, number], UserRow>(`SELECT ${columns} FROM users ORDER BY id LIMIT ? OFFSET ?`);
  const read = database.prepare<[number], UserRow>(`SELECT ${columns} FROM users WHERE id = ?`);
  const first = database.prepare<[], number>('SELECT min(id) FROM users').pluck();
  const withEmail = database
    .prepare<[string], number>('SELECT id FROM users WHERE lower(email) = lower(?) LIMIT 1')
    .pluck();
  const insert = database.prepare<[string, string, string, string, number]>(
    'INSERT INTO users (uuid, distinct_id, first_name, email, created_at) VALUES (?, ?, ?, ?, ?)',
  );
  const update = database.prepare<[string, string, number]>(
    'UPDATE users SET first_name = ?, email = ?, is_email_verified = 0 WHERE id = ?',
  );

  const user: UserOf = (id) => {
    const row = id === null ? undefined : read.get(id);
    return row === undefined ? null : toUser(row);
  };

  return {
    user,
    /** Returns the user of the first start; null in an empty database. */
    firstUser: (): number | null => first.get() ?? null,
    /** Returns the user with this e-mail address, ignoring case; none for ''. */
    userWithEmail: (email: string): number | undefined => (email === '' ? undefined : withEmail.get(email)),
    listUsers(page: Page): Listing<UserSummary> {
      const rows = list.all(page.limit, page.offset);
      return { total: count.get() ?? 0, results: rows.map(toUser) };
    },
    addUser(input: { first_name: string; email: string }): UserSummary {
      const { lastInsertRowid } = insert.run(clock.uuid(), clock.uuid(), input.first_name, input.email, clock.now());
      return existing(user(Number(lastInsertRowid)));
    },
    changeUser(id: number, input: { first_name?: string | undefined; email?: string | undefined }): UserSummary {
      const before = existing(user(id));
      update.run(input.first_name ?? before.first_name, input.email ?? before.email, id);
      return existing(user(id));
    },
  };
}
