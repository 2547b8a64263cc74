import type { Author } from '../core/caller.ts';
import type { Clock } from '../core/clock.ts';
import { requireUnique } from '../core/errors/not-unique.ts';
import type { Listing, Page } from '../core/page.ts';
import type { Revisions } from '../core/revisions.ts';
import { labeledSql, labelValues, orderBy } from '../core/sort.ts';
import { containsSearch, existing, searchValue } from '../core/sql.ts';
import { isoTime } from '../core/text/time-contract.ts';
import { withoutAbsent } from '../core/without-absent.ts';
import type { Database } from '../database/open.ts';
import type { UserOf } from '../projects/user-store.ts';
import { createChangeLog } from './change-log.ts';
import {
  defaultStaleDays,
  type Flag,
  type FlagChange,
  type FlagQuery,
  type FlagState,
  type FlagUpdate,
} from './contract.ts';
import { servesOf } from './evaluation/serves.ts';
import type { flagSort } from './list-contract.ts';
import { stateChangeSql } from './state-changes-sql.ts';
import { stalenessOf } from './usage/staleness.ts';

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
  tags: string;
  owner_id: number | null;
  rules_changed_at: number;
  requests_since: number;
  last_requested_at: number | null;
};
/** A new flag; without an owner it is the author's. */
type NewFlag = Omit<FlagState, 'owner_id'> & { owner_id?: number | null | undefined };

type Parts = { database: Database; clock: Clock; revisions: Revisions; user: UserOf };

export type FlagStore = ReturnType<typeof createFlagStore>;

/** Creates the store of flags and their history. Synchronous; throws NotUnique for a key that another flag has. */
export function createFlagStore({ database, clock, revisions, user }: Parts) {
  const sql = statements(database);
  const history = createChangeLog<FlagChange>('flag', { database, clock, user });
  const shapeOf = (row: FlagRow, staleDays = defaultStaleDays) => flagShape(row, user, clock.now(), staleDays);

  function flag(projectId: number, id: number): Flag | undefined {
    const row = sql.read.get(projectId, id);
    return row && shapeOf(row);
  }

  const requireFree = (projectId: number, key: string, id: number) =>
    requireUnique(sql.withKey.get(projectId, key, id), 'flag', 'key', key);

  function add(author: Author, { owner_id: owner = author.userId, ...rest }: NewFlag): Flag {
    const state: FlagState = { ...rest, owner_id: owner };
    if (!state.deleted) requireFree(author.projectId, state.key, 0);
    const at = clock.now();
    const row = [author.projectId, ...columnsOf(state), author.userId, at, at, at, at];
    const id = Number(sql.insert.run(...row).lastInsertRowid);
    history.record(author, id, { kind: 'created', before: null, after: state });
    return existing(flag(author.projectId, id));
  }

  function change(author: Author, before: Flag, update: FlagUpdate): Flag {
    const from = flagStateOf(before);
    const to = flagStateOf({ ...before, ...withoutAbsent(update) });
    if (JSON.stringify(from) === JSON.stringify(to)) return before;
    if (!to.deleted) requireFree(author.projectId, to.key, before.id);
    sql.update.run(...columnsOf(to), clock.now(), before.id);
    if (!haveSameRules(from, to)) sql.rulesChanged.run(clock.now(), before.id);
    const kind = from.deleted === to.deleted ? 'updated' : to.deleted ? 'deleted' : 'restored';
    history.record(author, before.id, { kind, before: from, after: to });
    return existing(flag(author.projectId, before.id));
  }

  function written({ projectId }: Author, write: () => Flag): Flag {
    const saved = database.transaction(write)();
    revisions.changed(projectId);
    return saved;
  }

  return {
    flag,
    ...history,
    /** Returns the flag as it was at an earlier version; as it is, for a version that the history does not have. */
    stateAt(current: Flag, version: number): FlagState {
      const before = sql.before.get({ id: current.id, version });
      return { ...flagStateOf(current), ...JSON.parse(before ?? '{}') };
    },
    addFlag: (author: Author, state: NewFlag): Flag => written(author, () => add(author, state)),
    /** Changes the given fields; records nothing if nothing changes. */
    changeFlag: (author: Author, before: Flag, update: FlagUpdate): Flag =>
      written(author, () => change(author, before, update)),
    /** Returns the flag with this key that is not deleted. */
    flagWithKey(projectId: number, key: string): Flag | undefined {
      const row = sql.withKey.get(projectId, key, 0);
      return row && flag(projectId, row.id);
    },
    /** Returns all flags that are not deleted, oldest first. */
    liveFlags: (projectId: number): Flag[] => sql.live.all(projectId).map((row) => shapeOf(row)),
    listFlags: (projectId: number, query: FlagQuery, page: Page): Listing<Flag> =>
      listFlags(database, projectId, query, page, (row) => shapeOf(row, query.stale_days)),
  };
}

function listFlags(
  database: Database,
  projectId: number,
  query: FlagQuery,
  page: Page,
  shapeOf: (row: FlagRow) => Flag,
): Listing<Flag> {
  const read = (part: Page): Listing<Flag> => {
    const { total, rows } = readFlags(database, projectId, query, part);
    return { total, results: rows.map(shapeOf) };
  };
  if (query.stale === undefined) return read(page);
  // The stale rule reads conditions, which SQL cannot.
  const all = read({ limit: -1, offset: 0 }).results;
  const found = all.filter(({ stale }) => stale.some(({ kind }) => query.stale === 'any' || query.stale === kind));
  return { total: found.length, results: found.slice(page.offset, page.offset + page.limit) };
}

function readFlags(database: Database, projectId: number, query: FlagQuery, page: Page) {
  const { where, values } = conditionOf(projectId, query);
  const total = database.prepare<object, number>(`SELECT count(*) FROM flags f WHERE ${where}`).pluck();
  const rows = database.prepare<object, FlagRow>(
    `${selectFlag} WHERE ${where} ${orderBy(query.sort, sortExpressions, 'f.id')} LIMIT :limit OFFSET :offset`,
  );
  return { total: total.get(values) ?? 0, rows: rows.all({ ...values, ...page }) };
}

/** Returns the fields recorded in the history. */
export function flagStateOf(flag: FlagState): FlagState {
  const { key, name, active, deleted, ensure_experience_continuity, filters, tags, owner_id } = flag;
  return { key, name, active, deleted, ensure_experience_continuity, filters, tags, owner_id };
}

const haveSameRules = (one: FlagState, other: FlagState): boolean =>
  one.active === other.active && JSON.stringify(one.filters) === JSON.stringify(other.filters);

const columnsOf = ({ key, name, active, deleted, ensure_experience_continuity, filters, tags, owner_id }: FlagState) =>
  [
    key,
    name,
    Number(active),
    Number(deleted),
    Number(ensure_experience_continuity),
    JSON.stringify(filters),
    JSON.stringify(tags),
    owner_id,
  ] as const;

function flagShape(row: FlagRow, user: UserOf, now: number, staleDays: number): Flag {
  const {
    rules_changed_at: rulesChangedAt,
    requests_since: requestsSince,
    last_requested_at: requested,
    ...rest
  } = row;
  const state = {
    active: row.active === 1,
    deleted: row.deleted === 1,
    ensure_experience_continuity: row.ensure_experience_continuity === 1,
    filters: JSON.parse(row.filters) as FlagState['filters'],
  };
  return {
    ...rest,
    ...state,
    serves: servesOf(state),
    tags: JSON.parse(row.tags),
    owner: user(row.owner_id),
    created_by: user(row.created_by),
    created_at: isoTime(row.created_at),
    updated_at: isoTime(row.updated_at),
    last_served_at: isoTime(row.last_served_at),
    last_requested_at: isoTime(requested),
    requests_since: isoTime(requestsSince),
    stale: stalenessOf({ ...state, rulesChangedAt, requestsSince, lastRequestedAt: requested }, now, staleDays),
  };
}

const hasVariants = "ifnull(json_array_length(f.filters, '$.multivariate.variants'), 0) > 0";
const hasGroupType = "json_extract(f.filters, '$.aggregation_group_type_index') IS NOT NULL";
const ofType = { multivariate: hasVariants, boolean: `NOT (${hasVariants})`, group: hasGroupType };

function conditionOf(projectId: number, query: FlagQuery): { where: string; values: Record<string, unknown> } {
  const parts = [
    'f.project_id = :projectId',
    `f.deleted = ${query.deleted === 'true' ? 1 : 0}`,
    labeledSql('f'),
    containsSearch('f.key', 'f.name'),
  ];
  if (query.active !== undefined) parts.push(`f.active = ${query.active === 'true' ? 1 : 0}`);
  if (query.type !== undefined) parts.push(ofType[query.type]);
  const values = { projectId, search: searchValue(query.search), ...labelValues(query) };
  return { where: parts.join(' AND '), values };
}

const selectFlag = `
  SELECT f.id, f.key, f.name, f.active, f.deleted, f.ensure_experience_continuity, f.filters, f.version, f.created_by,
    f.created_at, f.updated_at, f.tags, f.owner_id, f.rules_changed_at, f.requests_since,
    (SELECT r.last_at FROM flag_requests r WHERE r.project_id = f.project_id AND r.flag_key = f.key) AS last_requested_at,
    (SELECT max(u.last_at) FROM flag_usage u WHERE u.flag_id = f.id) AS last_served_at,
    (SELECT count(*) FROM flag_overrides o WHERE o.flag_id = f.id) AS overrides
  FROM flags f`;

const sortExpressions: Record<(typeof flagSort)[number], string> = {
  key: 'f.key COLLATE NOCASE',
  name: "nullif(f.name, '') COLLATE NOCASE",
  active: 'f.active',
  owner: '(SELECT u.first_name FROM users u WHERE u.id = f.owner_id) COLLATE NOCASE',
  last_served_at: 'last_served_at',
  created_at: 'f.created_at',
  updated_at: 'f.updated_at',
};

function statements(database: Database) {
  return {
    read: database.prepare<[number, number], FlagRow>(`${selectFlag} WHERE f.project_id = ? AND f.id = ?`),
    live: database.prepare<[number], FlagRow>(`${selectFlag} WHERE f.project_id = ? AND f.deleted = 0 ORDER BY f.id`),
    withKey: database.prepare<[number, string, number], { id: number }>(
      'SELECT id FROM flags WHERE project_id = ? AND key = ? AND deleted = 0 AND id <> ?',
    ),
    insert: database.prepare(
      `INSERT INTO flags (project_id, key, name, active, deleted, ensure_experience_continuity, filters, tags,
         owner_id, version, created_by, created_at, updated_at, rules_changed_at, requests_since)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 1, ?, ?, ?, ?, ?)`,
    ),
    update: database.prepare(
      `UPDATE flags SET key = ?, name = ?, active = ?, deleted = ?, ensure_experience_continuity = ?, filters = ?,
         tags = ?, owner_id = ?, version = version + 1, updated_at = ? WHERE id = ?`,
    ),
    before: database
      .prepare<{ id: number; version: number }, string>(
        `SELECT before FROM (SELECT before, row_number() OVER (ORDER BY id DESC) AS back FROM flag_changes
           WHERE flag_id = :id AND ${stateChangeSql})
         WHERE back = (SELECT version FROM flags WHERE id = :id) - :version`,
      )
      .pluck(),
    rulesChanged: database.prepare<[number, number]>('UPDATE flags SET rules_changed_at = ? WHERE id = ?'),
  };
}
