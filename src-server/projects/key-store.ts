import type { Clock } from '../core/clock.ts';
import { maskKey } from '../core/key-format-contract.ts';
import type { Listing, Page } from '../core/page.ts';
import { existing } from '../core/sql.ts';
import { isoTime } from '../core/text/time-contract.ts';
import type { Database } from '../database/open.ts';
import type { IssuedPersonalKey, PersonalKey, ProjectKey } from './contract.ts';
import { generateKey, hashKey } from './keys.ts';
import type { UserOf } from './user-store.ts';

type Times = { created_at: number; last_used_at: number | null; revoked_at: number | null };
type ProjectKeyRow = { id: number; name: string; value: string } & Times;
type PersonalKeyRow = Pick<PersonalKey, 'id' | 'name' | 'mask' | 'project_id' | 'access'> & { user_id: number } & Times;

/** The user of a personal key; `projectId` null for all projects. */
export type KnownPersonalKey = Pick<PersonalKey, 'access'> & {
  keyId: number;
  userId: number;
  projectId: number | null;
};
export type PersonalKeyRequest = Omit<KnownPersonalKey, 'keyId'> & { name: string };

/** Filters personal keys by user or project; null for any. */
export type KeyScope = { projectId: number | null; userId: number | null };
export const allKeys: KeyScope = { projectId: null, userId: null };
const inScope = '(:projectId IS NULL OR project_id = :projectId) AND (:userId IS NULL OR user_id = :userId)';

const projectKeyColumns = 'id, name, value, created_at, last_used_at, revoked_at';
const personalKeyColumns = 'id, user_id, name, mask, project_id, access, created_at, last_used_at, revoked_at';

const times = (row: Times) => ({
  created_at: isoTime(row.created_at),
  last_used_at: isoTime(row.last_used_at),
  revoked_at: isoTime(row.revoked_at),
});

/**
 * Creates the store of project keys. Rotation keeps the row, with id and name, under a new value. The old value becomes a revoked
 * row, so that apps that still send it get a clear error. `changed` runs after each change of access.
 */
export function createProjectKeyStore(database: Database, clock: Clock, changed: () => void) {
  const sql = prepareProjectKeys(database);
  const toProjectKey = ({ id, name, value, ...row }: ProjectKeyRow): ProjectKey => ({ id, name, value, ...times(row) });
  const key = (projectId: number, id: number): ProjectKey | undefined => {
    const row = sql.read.get(projectId, id);
    return row && toProjectKey(row);
  };
  const exchange = database.transaction((projectId: number, old: ProjectKeyRow) => {
    const now = clock.now();
    sql.replace.run(generateKey('project'), now, old.id);
    sql.insert.run(projectId, old.name, old.value, old.created_at, old.last_used_at, now);
  });

  return {
    projectKey: key,
    projectByKey(value: string): { projectId: number; keyId: number; isRevoked: boolean } | undefined {
      const row = sql.byValue.get(value);
      return row && { projectId: row.project_id, keyId: row.id, isRevoked: row.revoked_at !== null };
    },
    listProjectKeys(projectId: number, page: Page): Listing<ProjectKey> {
      const rows = sql.list.all(projectId, page.limit, page.offset);
      return { total: sql.count.get(projectId) ?? 0, results: rows.map(toProjectKey) };
    },
    issueProjectKey(projectId: number, name: string, value = generateKey('project')): ProjectKey {
      const { lastInsertRowid } = sql.insert.run(projectId, name, value, clock.now(), null, null);
      changed();
      return existing(key(projectId, Number(lastInsertRowid)));
    },
    renameProjectKey(projectId: number, id: number, name: string): void {
      sql.rename.run(name, projectId, id);
    },
    rotateProjectKey(projectId: number, id: number): void {
      exchange(projectId, existing(sql.read.get(projectId, id)));
      changed();
    },
    revokeProjectKey(projectId: number, id: number): void {
      sql.revoke.run(clock.now(), projectId, id);
      changed();
    },
  };
}

function prepareProjectKeys(database: Database) {
  return {
    count: database.prepare<[number], number>('SELECT count(*) FROM project_keys WHERE project_id = ?').pluck(),
    list: database.prepare<[number, number, number], ProjectKeyRow>(
      `SELECT ${projectKeyColumns} FROM project_keys WHERE project_id = ?
     ORDER BY revoked_at IS NOT NULL, id LIMIT ? OFFSET ?`,
    ),
    read: database.prepare<[number, number], ProjectKeyRow>(
      `SELECT ${projectKeyColumns} FROM project_keys WHERE project_id = ? AND id = ?`,
    ),
    byValue: database.prepare<[string], { id: number; project_id: number; revoked_at: number | null }>(
      `SELECT k.id, k.project_id, k.revoked_at FROM project_keys k JOIN projects p ON p.id = k.project_id
     WHERE k.value = ? AND p.deleted_at IS NULL`,
    ),
    insert: database.prepare<[number, string, string, number, number | null, number | null]>(
      `INSERT INTO project_keys (project_id, name, value, created_at, last_used_at, revoked_at)
     VALUES (?, ?, ?, ?, ?, ?)`,
    ),
    replace: database.prepare<[string, number, number]>(
      'UPDATE project_keys SET value = ?, created_at = ?, last_used_at = NULL WHERE id = ?',
    ),
    rename: database.prepare<[string, number, number]>(
      'UPDATE project_keys SET name = ? WHERE project_id = ? AND id = ?',
    ),
    revoke: database.prepare<[number, number, number]>(
      'UPDATE project_keys SET revoked_at = ? WHERE project_id = ? AND id = ? AND revoked_at IS NULL',
    ),
  };
}

/** Creates the store of personal keys, kept as SHA-256 only. Rotates like project keys. */
export function createPersonalKeyStore(database: Database, clock: Clock, user: UserOf, changed: () => void) {
  const sql = preparePersonalKeys(database);
  const toPersonalKey = ({ id, name, user_id, mask, project_id, access, ...row }: PersonalKeyRow): PersonalKey => {
    return { id, name, user: existing(user(user_id)), mask, project_id, access, ...times(row) };
  };
  const exchange = database.transaction((old: PersonalKeyRow, value: string) => {
    const now = clock.now();
    const sha256 = existing(sql.hashOf.get(old.id));
    sql.replace.run(hashKey(value), maskKey(value), now, old.id);
    sql.insert.run({ ...old, sha256, revoked_at: now });
  });

  return {
    /** Returns the valid key of this value; undefined for a revoked one. */
    personalKey: (value: string): KnownPersonalKey | undefined => sql.byHash.get(hashKey(value)),
    /** Returns the project of a revoked or rotated key; null for all. */
    revokedPersonalKey: (value: string): { projectId: number | null } | undefined => sql.revoked.get(hashKey(value)),
    personalKeyById(id: number, scope: KeyScope): PersonalKey | undefined {
      const row = sql.read.get({ id, ...scope });
      return row && toPersonalKey(row);
    },
    listPersonalKeys(scope: KeyScope, page: Page): Listing<PersonalKey> {
      return { total: sql.count.get(scope) ?? 0, results: sql.list.all({ ...scope, ...page }).map(toPersonalKey) };
    },
    issuePersonalKey(request: PersonalKeyRequest, value = generateKey('personal')): IssuedPersonalKey {
      const row: PersonalKeyRow = {
        id: 0,
        user_id: request.userId,
        name: request.name,
        mask: maskKey(value),
        project_id: request.projectId,
        access: request.access,
        created_at: clock.now(),
        last_used_at: null,
        revoked_at: null,
      };
      const { lastInsertRowid } = sql.insert.run({ ...row, sha256: hashKey(value) });
      changed();
      return { ...toPersonalKey({ ...row, id: Number(lastInsertRowid) }), value };
    },
    renamePersonalKey(id: number, name: string): void {
      sql.rename.run(name, id);
    },
    rotatePersonalKey(id: number): IssuedPersonalKey {
      const value = generateKey('personal');
      exchange(existing(sql.read.get({ id, ...allKeys })), value);
      changed();
      return { ...toPersonalKey(existing(sql.read.get({ id, ...allKeys }))), value };
    },
    revokePersonalKey(id: number): void {
      sql.revoke.run(clock.now(), id);
      changed();
    },
    /** Reports whether this value is known, revoked or not. */
    isPersonalKeyKnown: (value: string): boolean => sql.known.get(hashKey(value)) !== undefined,
  };
}

function preparePersonalKeys(database: Database) {
  return {
    count: database.prepare<KeyScope, number>(`SELECT count(*) FROM personal_keys WHERE ${inScope}`).pluck(),
    list: database.prepare<KeyScope & Page, PersonalKeyRow>(
      `SELECT ${personalKeyColumns} FROM personal_keys WHERE ${inScope}
     ORDER BY revoked_at IS NOT NULL, id LIMIT :limit OFFSET :offset`,
    ),
    read: database.prepare<{ id: number } & KeyScope, PersonalKeyRow>(
      `SELECT ${personalKeyColumns} FROM personal_keys WHERE id = :id AND ${inScope}`,
    ),
    revoked: database.prepare<[string], { projectId: number | null }>(
      'SELECT project_id AS projectId FROM personal_keys WHERE sha256 = ? AND revoked_at IS NOT NULL',
    ),
    byHash: database.prepare<[string], KnownPersonalKey>(
      `SELECT id AS keyId, user_id AS userId, project_id AS projectId, access FROM personal_keys
     WHERE sha256 = ? AND revoked_at IS NULL`,
    ),
    known: database.prepare<[string], number>('SELECT id FROM personal_keys WHERE sha256 = ?').pluck(),
    hashOf: database.prepare<[number], string>('SELECT sha256 FROM personal_keys WHERE id = ?').pluck(),
    insert: database.prepare<PersonalKeyRow & { sha256: string }>(
      `INSERT INTO personal_keys
       (user_id, name, mask, sha256, project_id, access, created_at, last_used_at, revoked_at)
     VALUES (:user_id, :name, :mask, :sha256, :project_id, :access, :created_at, :last_used_at, :revoked_at)`,
    ),
    replace: database.prepare<[string, string, number, number]>(
      'UPDATE personal_keys SET sha256 = ?, mask = ?, created_at = ?, last_used_at = NULL WHERE id = ?',
    ),
    rename: database.prepare<[string, number]>('UPDATE personal_keys SET name = ? WHERE id = ?'),
    revoke: database.prepare<[number, number]>(
      'UPDATE personal_keys SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL',
    ),
  };
}
