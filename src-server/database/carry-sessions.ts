import type Database from 'better-sqlite3';

type Row = {
  id: string;
  kind: string;
  user: string;
  /** Hash of the personal key whose rights the session has; null without one. */
  key: string | null;
  user_agent: string;
  mapped_origin: string | null;
  created_at: number;
  last_used_at: number;
  ended: number;
};

/**
 * Copies the sessions of a database into the copy that replaces it, so that browsers stay signed in: session keys derive from the
 * data folder. Sessions that ended after the copy was made stay ended. A session with the rights of a personal key is copied only
 * if the copy has that key. Any other session goes to its user, or to the first user if the copy lacks that one.
 */
export function carrySessions(from: Database.Database, to: Database.Database): void {
  const rows = from
    .prepare<[], Row>(
      `SELECT s.id, s.kind, u.distinct_id AS user, k.sha256 AS key, s.user_agent, s.mapped_origin, s.created_at, s.last_used_at,
         s.ended
       FROM sessions s JOIN users u ON u.id = s.user_id LEFT JOIN personal_keys k ON k.id = s.personal_key_id`,
    )
    .all();
  const insert = to.prepare<Row>(
    `INSERT INTO sessions (id, kind, user_id, personal_key_id, user_agent, mapped_origin, created_at, last_used_at, ended)
     SELECT :id, :kind, u.id, k.id, :user_agent, :mapped_origin, :created_at, :last_used_at, :ended
     FROM (SELECT id FROM users ORDER BY distinct_id = :user DESC, id LIMIT 1) u
     LEFT JOIN personal_keys k ON k.sha256 = :key AND k.revoked_at IS NULL
     WHERE :key IS NULL OR k.id IS NOT NULL`,
  );
  const forget = to.prepare<[string]>('DELETE FROM sessions WHERE id = ?');
  const identityOf = (database: Database.Database) => database.pragma('application_id', { simple: true });
  to.transaction(() => {
    // An older state of the same database also has sessions deleted since.
    if (identityOf(from) === identityOf(to)) to.exec('DELETE FROM sessions');
    for (const row of rows) {
      forget.run(row.id);
      insert.run(row);
    }
  })();
}
