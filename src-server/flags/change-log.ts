import type { Author } from '../core/caller.ts';
import type { Clock } from '../core/clock.ts';
import type { Listing, Page } from '../core/page.ts';
import { isoTime } from '../core/text/time-contract.ts';
import type { Database } from '../database/open.ts';
import type { UserSummary } from '../projects/contract.ts';
import type { UserOf } from '../projects/user-store.ts';

type Parts = { database: Database; clock: Clock; user: UserOf };
type Row = { id: number; at: number; user_id: number | null; before: string | null; after: string | null };

/** Creates the history of flags or of experiments. Writes inside the transaction of the change. */
export function createChangeLog<Change extends { kind: string; before: object | null; after: object | null }>(
  of: 'flag' | 'experiment',
  { database, clock, user }: Parts,
) {
  const insert = database.prepare(
    `INSERT INTO ${of}_changes (project_id, ${of}_id, kind, at, user_id, before, after) VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  const list = database.prepare<[number, number, number], Row & Pick<Change, 'kind'>>(
    `SELECT id, kind, at, user_id, before, after FROM ${of}_changes WHERE ${of}_id = ? ORDER BY id DESC LIMIT ? OFFSET ?`,
  );
  const count = database.prepare<[number], number>(`SELECT count(*) FROM ${of}_changes WHERE ${of}_id = ?`).pluck();
  const written = (state: object | null) => (state === null ? null : JSON.stringify(state));
  const read = (state: string | null) => (state === null ? null : JSON.parse(state));
  type Entry = Pick<Change, 'kind' | 'before' | 'after'> & { id: number; at: string; user: UserSummary | null };
  return {
    record({ projectId, userId }: Author, id: number, change: Pick<Change, 'kind' | 'before' | 'after'>): void {
      const { kind, before, after } = change;
      insert.run(projectId, id, kind, clock.now(), userId, written(before), written(after));
    },
    /** Lists the changes of one flag or experiment, newest first. */
    listChanges(id: number, { limit, offset }: Page): Listing<Entry> {
      const results = list.all(id, limit, offset).map(({ user_id: userId, ...row }) => ({
        ...row,
        at: isoTime(row.at),
        user: user(userId),
        before: read(row.before),
        after: read(row.after),
      }));
      return { total: count.get(id) ?? 0, results };
    },
  };
}
