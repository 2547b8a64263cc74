import type { Author } from '../core/caller.ts';
import { NotUnique } from '../core/not-unique.ts';
import type { Listing, Page } from '../core/page.ts';
import type { Revisions } from '../core/revisions.ts';
import { containing, existing } from '../core/sql.ts';
import { type Clock, isoTime } from '../core/time.ts';
import { withoutAbsent } from '../core/without-absent.ts';
import type { Database } from '../database/open.ts';
import type { UserSummary } from '../projects/contract.ts';
import type { Flag, FlagChange, FlagQuery, FlagState, FlagUpdate } from './contract.ts';
import { servesOf } from './evaluation/serves.ts';

type FlagRow = {
  id: number;
  key: string;
  name: string;
  active: number;
  deleted: number;
  ensure_experience_continuity: number;
  filters: string;
  version: number;
  created_by: number | null;
  created_at: number;
  updated_at: number;
  last_served_at: number | null;
  overrides: number;
};
type ChangeRow = {
  id: number;
  kind: FlagChange['kind'];
  at: number;
  user_id: number | null;
  before: string | null;
  after: string | null;
};
export type Change = Pick<FlagChange, 'kind' | 'before' | 'after'>;

type Parts = { database: Database; clock: Clock; revisions: Revisions; user(id: number): UserSummary | undefined };

export type FlagStore = ReturnType<typeof createFlagStore>;

/** Flags and their history. Synchronous; throws NotUnique for a key that another flag has. */
export function createFlagStore({ database, clock, revisions, user }: Parts) {
  const sql = statements(database);
  const userOf = (id: number | null) => (id === null ? null : (user(id) ?? null));
  const { record, listChanges, previousState } = createHistory(database, clock, userOf);

  function flag(projectId: number, id: number): Flag | undefined {
    const row = sql.read.get(projectId, id);
    return row && flagShape(row, userOf(row.created_by));
  }

  function requireFree(projectId: number, key: string, id: number): void {
    if (sql.withKey.get(projectId, key, id) === undefined) return;
    throw new NotUnique('key', `Another flag has the key "${key}".`);
  }

  function add(author: Author, state: FlagState): Flag {
    if (!state.deleted) requireFree(author.projectId, state.key, 0);
    const at = clock.now();
    const { lastInsertRowid } = sql.insert.run(author.projectId, ...columnsOf(state), author.userId, at, at);
    const id = Number(lastInsertRowid);
    record(author, id, { kind: 'created', before: null, after: state });
    return existing(flag(author.projectId, id));
  }

  function change(author: Author, before: Flag, update: FlagUpdate): Flag {
    const from = stateOf(before);
    const to = stateOf({ ...before, ...withoutAbsent(update) });
    if (JSON.stringify(from) === JSON.stringify(to)) return before;
    if (!to.deleted) requireFree(author.projectId, to.key, before.id);
    sql.update.run(...columnsOf(to), clock.now(), before.id);
    const kind = from.deleted === to.deleted ? 'updated' : to.deleted ? 'deleted' : 'restored';
    record(author, before.id, { kind, before: from, after: to });
    return existing(flag(author.projectId, before.id));
  }

  return {
    flag,
    record,
    listChanges,
    previousState,
    addFlag(author: Author, state: FlagState): Flag {
      const added = database.transaction(add)(author, state);
      revisions.changed(author.projectId);
      return added;
    },
    /** Changes the given fields; records nothing if nothing changes. */
    changeFlag(author: Author, before: Flag, update: FlagUpdate): Flag {
      const after = database.transaction(change)(author, before, update);
      revisions.changed(author.projectId);
      return after;
    },
    /** Returns the flag with this key that is not deleted. */
    flagWithKey(projectId: number, key: string): Flag | undefined {
      const row = sql.withKey.get(projectId, key, 0);
      return row && flag(projectId, row.id);
    },
    /** Returns all flags that are not deleted, oldest first. */
    liveFlags: (projectId: number): Flag[] => sql.live.all(projectId).map((row) => flagShape(row, null)),
    listFlags(projectId: number, query: FlagQuery, page: Page): Listing<Flag> {
      const { total, rows } = readFlags(database, projectId, query, page);
      return { total, results: rows.map((row) => flagShape(row, userOf(row.created_by))) };
    },
  };
}

function readFlags(database: Database, projectId: number, query: FlagQuery, page: Page) {
  const { where, values } = conditionOf(projectId, query);
  const total = database.prepare<object, number>(`SELECT count(*) FROM flags f WHERE ${where}`).pluck();
  const rows = database.prepare<object, FlagRow>(
    `${selectFlag} WHERE ${where} ORDER BY f.id DESC LIMIT :limit OFFSET :offset`,
  );
  return { total: total.get(values) ?? 0, rows: rows.all({ ...values, ...page }) };
}

type UserOf = (id: number | null) => UserSummary | null;

/** Returns a flag's history. */
function createHistory(database: Database, clock: Clock, userOf: UserOf) {
  const insert = database.prepare(
    'INSERT INTO flag_changes (project_id, flag_id, kind, at, user_id, before, after) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const list = database.prepare<[number, number, number], ChangeRow>(
    'SELECT id, kind, at, user_id, before, after FROM flag_changes WHERE flag_id = ? ORDER BY id DESC LIMIT ? OFFSET ?',
  );
  const count = database.prepare<[number], number>('SELECT count(*) FROM flag_changes WHERE flag_id = ?').pluck();
  const previous = database
    .prepare<[number], string>(
      `SELECT before FROM flag_changes WHERE flag_id = ? AND kind IN ('updated', 'deleted', 'restored') ORDER BY id DESC LIMIT 1`,
    )
    .pluck();
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value));
  return {
    /** Returns the flag as it was before its last change; undefined if it never changed. */
    previousState(flagId: number): FlagState | undefined {
      const before = previous.get(flagId);
      return before === undefined ? undefined : JSON.parse(before);
    },
    record({ projectId, userId }: Author, flagId: number, { kind, before, after }: Change): void {
      insert.run(projectId, flagId, kind, clock.now(), userId, json(before), json(after));
    },
    listChanges(flagId: number, { limit, offset }: Page): Listing<FlagChange> {
      const results = list.all(flagId, limit, offset).map((row) => changeShape(row, userOf(row.user_id)));
      return { total: count.get(flagId) ?? 0, results };
    },
  };
}

/** Returns the fields recorded in the history. */
export function stateOf(flag: FlagState): FlagState {
  const { key, name, active, deleted, ensure_experience_continuity, filters } = flag;
  return { key, name, active, deleted, ensure_experience_continuity, filters };
}

const columnsOf = ({ key, name, active, deleted, ensure_experience_continuity, filters }: FlagState) =>
  [key, name, Number(active), Number(deleted), Number(ensure_experience_continuity), JSON.stringify(filters)] as const;

function flagShape(row: FlagRow, createdBy: UserSummary | null): Flag {
  const state = { active: row.active === 1, deleted: row.deleted === 1, filters: JSON.parse(row.filters) };
  return {
    ...row,
    ...state,
    serves: servesOf(state),
    ensure_experience_continuity: row.ensure_experience_continuity === 1,
    created_by: createdBy,
    created_at: isoTime(row.created_at),
    updated_at: isoTime(row.updated_at),
    last_served_at: row.last_served_at === null ? null : isoTime(row.last_served_at),
  };
}

const changeShape = (row: ChangeRow, user: UserSummary | null): FlagChange => ({
  id: row.id,
  kind: row.kind,
  at: isoTime(row.at),
  user,
  before: row.before === null ? null : JSON.parse(row.before),
  after: row.after === null ? null : JSON.parse(row.after),
});

const hasVariants = "ifnull(json_array_length(f.filters, '$.multivariate.variants'), 0) > 0";
const hasGroupType = "json_extract(f.filters, '$.aggregation_group_type_index') IS NOT NULL";
const ofType = { multivariate: hasVariants, boolean: `NOT (${hasVariants})`, group: hasGroupType };

function conditionOf(projectId: number, query: FlagQuery): { where: string; values: Record<string, unknown> } {
  const parts = ['f.project_id = :projectId', `f.deleted = ${query.deleted === 'true' ? 1 : 0}`];
  if (query.active !== undefined) parts.push(`f.active = ${query.active === 'true' ? 1 : 0}`);
  if (query.type !== undefined) parts.push(ofType[query.type]);
  const search = query.search?.trim() ?? '';
  if (search === '') return { where: parts.join(' AND '), values: { projectId } };
  parts.push(`(f.key LIKE :pattern ESCAPE '\\' OR f.name LIKE :pattern ESCAPE '\\')`);
  return { where: parts.join(' AND '), values: { projectId, pattern: containing(search) } };
}

const selectFlag = `
  SELECT f.id, f.key, f.name, f.active, f.deleted, f.ensure_experience_continuity, f.filters, f.version, f.created_by,
    f.created_at, f.updated_at,
    (SELECT max(u.last_at) FROM flag_usage u WHERE u.flag_id = f.id) AS last_served_at,
    (SELECT count(*) FROM flag_overrides o WHERE o.flag_id = f.id) AS overrides
  FROM flags f`;

function statements(database: Database) {
  return {
    read: database.prepare<[number, number], FlagRow>(`${selectFlag} WHERE f.project_id = ? AND f.id = ?`),
    live: database.prepare<[number], FlagRow>(`${selectFlag} WHERE f.project_id = ? AND f.deleted = 0 ORDER BY f.id`),
    withKey: database.prepare<[number, string, number], { id: number }>(
      'SELECT id FROM flags WHERE project_id = ? AND key = ? AND deleted = 0 AND id <> ?',
    ),
    insert: database.prepare(
      `INSERT INTO flags (project_id, key, name, active, deleted, ensure_experience_continuity, filters, version,
         created_by, created_at, updated_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, 1, ?, ?, ?)`,
    ),
    update: database.prepare(
      `UPDATE flags SET key = ?, name = ?, active = ?, deleted = ?, ensure_experience_continuity = ?, filters = ?,
         version = version + 1, updated_at = ? WHERE id = ?`,
    ),
  };
}
