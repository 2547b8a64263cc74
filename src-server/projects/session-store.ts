import { randomUUID } from 'node:crypto';
import type { Caller } from '../core/caller.ts';
import type { Clock } from '../core/clock.ts';
import type { Listing, Page } from '../core/page.ts';
import { dayMs, isoTime } from '../core/text/time-contract.ts';
import type { Database } from '../database/open.ts';
import { type Session, sessionDays } from './session-contract.ts';

/** The holder. A session with `personalKeyId` has the rights of that key and ends with it. */
export type Holder = { userId: number; personalKeyId: number | null };
/** `mappedOrigin`: the page's origin if it is not an address of this server (a tunnel, a mapped port). */
export type Client = { kind: Session['kind']; userAgent: string; mappedOrigin: string | null };

const lifetimeMs = sessionDays * dayMs;
/** Beyond this number, the sessions unused for longest end. */
const maxSessions = 100;

type Access = Pick<Caller, 'userId' | 'projectId' | 'access' | 'personalKeyId'>;
type Row = {
  id: string;
  kind: Session['kind'];
  user_agent: string;
  key_id: number | null;
  key_name: string | null;
  created_at: number;
  last_used_at: number;
};

const live = 's.ended = 0 AND s.last_used_at > :oldest';

/**
 * Creates the store of sessions of browsers and the desktop window. Ended ones are kept for a while, to tell them from unknown
 * ones.
 */
export function createSessionStore(database: Database, clock: Clock) {
  const sql = prepare(database);
  const oldest = () => clock.now() - lifetimeMs;
  const shape = (row: Row, current: string | null): Session => ({
    id: row.id,
    kind: row.kind,
    user_agent: row.user_agent,
    personal_key: row.key_id === null ? null : { id: row.key_id, name: row.key_name ?? '' },
    created_at: isoTime(row.created_at),
    last_used_at: isoTime(row.last_used_at),
    current: row.id === current,
  });

  return {
    /** Creates a session and returns its id. The desktop window has one at a time. */
    add: database.transaction(
      ({ userId, personalKeyId }: Holder, { kind, userAgent, mappedOrigin }: Client): string => {
        const id = randomUUID();
        const now = clock.now();
        sql.forget.run(oldest());
        if (kind === 'desktop') sql.endDesktop.run();
        sql.insert.run({ id, kind, userId, personalKeyId, userAgent, mappedOrigin, now });
        sql.trim.run(maxSessions);
        return id;
      },
    ),
    access: (id: string): Access | undefined => sql.access.get({ id, oldest: oldest() }),
    mappedOrigin: (id: string): string | null => sql.mappedOrigin.get(id) ?? null,
    list(current: string | null, page: Page): Listing<Session> {
      const rows = sql.list.all({ oldest: oldest(), ...page });
      return { total: sql.count.get({ oldest: oldest() }) ?? 0, results: rows.map((row) => shape(row, current)) };
    },
    /** Ends a session; returns whether it existed. */
    end: (id: string): boolean => sql.end.run(id).changes > 0,
    endOthers(current: string | null): void {
      sql.endOthers.run(current);
    },
    /** Returns the current value id of a personal key, which changes on rotation; null if revoked. */
    keyMark: (personalKeyId: number): string | null => sql.keyMark.get(personalKeyId) ?? null,
  };
}

function prepare(database: Database) {
  return {
    forget: database.prepare<[number]>('DELETE FROM sessions WHERE last_used_at <= ?'),
    endDesktop: database.prepare("UPDATE sessions SET ended = 1 WHERE kind = 'desktop'"),
    insert: database.prepare<Holder & Client & { id: string; now: number }>(
      `INSERT INTO sessions (id, kind, user_id, personal_key_id, user_agent, mapped_origin, created_at, last_used_at)
       VALUES (:id, :kind, :userId, :personalKeyId, :userAgent, :mappedOrigin, :now, :now)`,
    ),
    trim: database.prepare<[number]>(
      'DELETE FROM sessions WHERE id NOT IN (SELECT id FROM sessions ORDER BY ended, last_used_at DESC, rowid DESC LIMIT ?)',
    ),
    access: database.prepare<{ id: string; oldest: number }, Access>(
      `SELECT s.user_id AS userId, k.project_id AS projectId, ifnull(k.access, 'write') AS access,
         s.personal_key_id AS personalKeyId
       FROM sessions s LEFT JOIN personal_keys k ON k.id = s.personal_key_id WHERE s.id = :id AND ${live}`,
    ),
    mappedOrigin: database.prepare<[string], string | null>('SELECT mapped_origin FROM sessions WHERE id = ?').pluck(),
    count: database.prepare<{ oldest: number }, number>(`SELECT count(*) FROM sessions s WHERE ${live}`).pluck(),
    list: database.prepare<{ oldest: number } & Page, Row>(
      `SELECT s.id, s.kind, s.user_agent, k.id AS key_id, k.name AS key_name, s.created_at, s.last_used_at
       FROM sessions s LEFT JOIN personal_keys k ON k.id = s.personal_key_id
       WHERE ${live} ORDER BY s.created_at DESC, s.rowid DESC LIMIT :limit OFFSET :offset`,
    ),
    end: database.prepare<[string]>('UPDATE sessions SET ended = 1 WHERE id = ? AND ended = 0'),
    endOthers: database.prepare<[string | null]>('UPDATE sessions SET ended = 1 WHERE id IS NOT ?'),
    keyMark: database
      .prepare<[number], string>('SELECT sha256 FROM personal_keys WHERE id = ? AND revoked_at IS NULL')
      .pluck(),
  };
}
