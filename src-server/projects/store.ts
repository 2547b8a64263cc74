import type { z } from 'zod';
import type { Clock } from '../core/clock.ts';
import type { Listing, Page } from '../core/page.ts';
import { existing } from '../core/sql.ts';
import { isoTime } from '../core/text/time-contract.ts';
import type { Database } from '../database/open.ts';
import { type ExperimentExclusions, type Project, type projectUpdate, sampleBeat } from './contract.ts';
import { readExclusions, writeExclusions } from './exclusions.ts';
import { createPersonalKeyStore, createProjectKeyStore } from './key-store.ts';
import { generateKey, type KeyKind, PresetError } from './keys.ts';
import { unassignedSoFar } from './no-project.ts';
import { createUserStore } from './user-store.ts';

export type Presets = { projectApiKey?: string | undefined; personalApiKey?: string | undefined };
export type FirstStart = { projectApiKey: string; personalApiKey: string };
type ProjectRow = Pick<Project, 'id' | 'uuid' | 'name' | 'api_key' | 'sample'> & {
  created_at: number;
  updated_at: number;
};

/** Credentials whose last use is recorded: both kinds of keys, and sessions. */
export type UsedKind = KeyKind | 'session';
type Use = { id: number | string; time: number };

/** A use before a rotation used the old value. */
const lastUse = 'last_used_at = :time WHERE id = :id AND created_at <= :time';

export type ProjectStore = ReturnType<typeof createProjectStore>;

/** Creates the store of users, projects and both kinds of keys. Synchronous; throws errors of SQLite. */
export function createProjectStore(database: Database, clock: Clock, presets: Presets) {
  let revision = 0;
  const changed = () => {
    revision += 1;
  };
  const users = createUserStore(database, clock);
  const projectKeys = createProjectKeyStore(database, clock, changed);
  const personalKeys = createPersonalKeyStore(database, clock, users.user, changed);
  const projects = createProjectTable(database, clock, projectKeys.issueProjectKey, changed);
  const use = {
    project: database.prepare<Use>(`UPDATE project_keys SET ${lastUse}`),
    personal: database.prepare<Use>(`UPDATE personal_keys SET ${lastUse}`),
    session: database.prepare<Use>(`UPDATE sessions SET ${lastUse}`),
  };
  const wholeAccess = { projectId: null, access: 'write' } as const;

  function begin(): FirstStart {
    const user = users.addUser({ first_name: 'Me', email: '' });
    const keys = {
      projectApiKey: presets.projectApiKey ?? generateKey('project'),
      personalApiKey: presets.personalApiKey ?? generateKey('personal'),
    };
    projects.addProject({ name: 'My project', sample: null }, keys.projectApiKey);
    const request = { name: 'Made at the first start', userId: user.id, ...wholeAccess };
    personalKeys.issuePersonalKey(request, keys.personalApiKey);
    return keys;
  }

  function addPresets(userId: number): void {
    const projectId = projects.oldestProject();
    const { projectApiKey, personalApiKey } = presets;
    if (projectApiKey !== undefined && projectId !== null && projectKeys.projectByKey(projectApiKey) === undefined) {
      projectKeys.issueProjectKey(projectId, 'Preset', projectApiKey);
    }
    if (personalApiKey !== undefined && !personalKeys.isPersonalKeyKnown(personalApiKey)) {
      personalKeys.issuePersonalKey({ name: 'Preset', userId, ...wholeAccess }, personalApiKey);
    }
  }

  return {
    ...users,
    ...projects,
    ...projectKeys,
    ...personalKeys,
    /** Returns a number that grows with each change of projects or keys, which makes earlier lookups stale. */
    revision: (): number => revision,
    /** Call it after a change of projects or keys that is not of this store. */
    keysChanged: changed,
    firstProjectKey: (): string | null => projects.project(projects.oldestProject() ?? 0)?.api_key ?? null,
    /**
     * Creates the first user, project and keys in an empty database and returns the keys; the personal key cannot be read again.
     * Later returns null and adds only unknown presets; a revoked preset stays revoked.
     */
    firstStart: database.transaction((): FirstStart | null => {
      const userId = users.firstUser();
      if (userId === null) return begin();
      addPresets(userId);
      return null;
    }),
    /** Returns a preset that the first start could not use, and why. */
    refusedPreset: () => refusedPreset(presets, projects, projectKeys, personalKeys),
    /** Records the last use of keys or sessions, by id, in ms. */
    markUsed: database.transaction((kind: UsedKind, times: ReadonlyMap<number | string, number>): void => {
      for (const [id, time] of times) use[kind].run({ id, time });
    }),
  };
}

const revoked = 'it was revoked or rotated in this data folder. Use another key or another data folder.';

function refusedPreset(
  { projectApiKey, personalApiKey }: Presets,
  projects: ReturnType<typeof createProjectTable>,
  { projectByKey }: ReturnType<typeof createProjectKeyStore>,
  { isPersonalKeyKnown, personalKey }: ReturnType<typeof createPersonalKeyStore>,
): PresetError | null {
  const first = projects.project(projects.oldestProject() ?? 0);
  const known = projectApiKey === undefined ? undefined : projectByKey(projectApiKey);
  if (known?.isRevoked) return new PresetError('project', revoked);
  if (known !== undefined && known.projectId !== first?.id) {
    const names = `the project "${projects.project(known.projectId)?.name}", not of the first, "${first?.name}"`;
    return new PresetError('project', `it is a key of ${names}. Use another key, or unset it.`);
  }
  if (personalApiKey === undefined || !isPersonalKeyKnown(personalApiKey)) return null;
  return personalKey(personalApiKey) === undefined ? new PresetError('personal', revoked) : null;
}

function createProjectTable(
  database: Database,
  clock: Clock,
  issueKey: (projectId: number, name: string, value?: string) => unknown,
  changed: () => void,
) {
  const sql = prepareProjects(database);
  const exclusionsOf = (id: number): ExperimentExclusions => {
    const { version: _, ...exclusions } = readExclusions(database, id);
    return exclusions;
  };
  const toProject = (row: ProjectRow): Project => ({
    id: row.id,
    uuid: row.uuid,
    name: row.name,
    api_key: row.api_key,
    experiment_exclusions: exclusionsOf(row.id),
    sample: row.sample,
    created_at: isoTime(row.created_at),
    updated_at: isoTime(row.updated_at),
  });
  const project = (id: number): Project | undefined => {
    const row = sql.read.get(id);
    return row && toProject(row);
  };

  return {
    project,
    hasProject: (id: number): boolean => sql.exists.get(id) !== undefined,
    /** Returns the oldest project; null only before the first start. */
    oldestProject: (): number | null => sql.oldest.get() ?? null,
    countProjects: (): number => sql.count.get({ scope: null }) ?? 0,
    /** Reports whether there is a sample, or one is being loaded. */
    hasSample: (): boolean => sql.sample.get(clock.now() - sampleBeat.lostAfterMs) !== undefined,
    /** Lists projects, oldest first. `scope`: the only visible project; null for all. */
    listProjects(scope: number | null, page: Page): Listing<Project> {
      return { total: sql.count.get({ scope }) ?? 0, results: sql.list.all({ scope, ...page }).map(toProject) };
    },
    addProject: database.transaction(({ name, sample }: Pick<Project, 'name' | 'sample'>, apiKey?: string): Project => {
      const now = clock.now();
      const id = Number(sql.insert.run(clock.uuid(), name, sample, now, now).lastInsertRowid);
      issueKey(id, 'Default', apiKey);
      changed();
      return existing(project(id));
    }),
    updateProject(id: number, { name, sample }: z.infer<typeof projectUpdate>): void {
      if (name !== undefined) sql.rename.run(name, clock.now(), id);
      if (sample !== undefined) sql.setSample.run(sample, clock.now(), id);
    },
    excludeFromExperiments: database.transaction((id: number, exclusions: ExperimentExclusions): void => {
      const now = clock.now();
      writeExclusions(database, id, exclusions, now);
      sql.touch.run(now, id);
    }),
    /** Hides the project and its keys now; its events are deleted later, in slices. */
    removeProject: database.transaction((id: number): void => {
      sql.remove.run(clock.now(), id);
      sql.removeProjectKeys.run(id);
      sql.removePersonalKeys.run(id);
      changed();
    }),
  };
}

function prepareProjects(database: Database) {
  const columns = `id, uuid, name, sample, created_at, updated_at, (
    SELECT value FROM project_keys WHERE project_id = projects.id AND revoked_at IS NULL ORDER BY id LIMIT 1
  ) AS api_key`;
  const scoped = 'deleted_at IS NULL AND (:scope IS NULL OR id = :scope)';
  return {
    count: database.prepare<{ scope: number | null }, number>(`SELECT count(*) FROM projects WHERE ${scoped}`).pluck(),
    list: database.prepare<{ scope: number | null } & Page, ProjectRow>(
      `SELECT ${columns} FROM projects WHERE ${scoped} ORDER BY id LIMIT :limit OFFSET :offset`,
    ),
    read: database.prepare<[number], ProjectRow>(`SELECT ${columns} FROM projects WHERE id = ? AND deleted_at IS NULL`),
    exists: database.prepare<[number], number>('SELECT 1 FROM projects WHERE id = ? AND deleted_at IS NULL').pluck(),
    sample: database
      .prepare<[number], number>(
        `SELECT 1 FROM projects WHERE deleted_at IS NULL AND (sample = 'loaded' OR sample = 'loading' AND updated_at > ?)`,
      )
      .pluck(),
    oldest: database.prepare<[], number>('SELECT min(id) FROM projects WHERE deleted_at IS NULL').pluck(),
    insert: database.prepare<[string, string, Project['sample'], number, number]>(
      `INSERT INTO projects (uuid, name, sample, created_at, updated_at, unassigned_before)
       VALUES (?, ?, ?, ?, ?, ${unassignedSoFar})`,
    ),
    rename: database.prepare<[string, number, number]>('UPDATE projects SET name = ?, updated_at = ? WHERE id = ?'),
    setSample: database.prepare<[Project['sample'], number, number]>(
      'UPDATE projects SET sample = ?, updated_at = ? WHERE id = ?',
    ),
    touch: database.prepare<[number, number]>('UPDATE projects SET updated_at = ? WHERE id = ?'),
    remove: database.prepare<[number, number]>('UPDATE projects SET deleted_at = ? WHERE id = ?'),
    removeProjectKeys: database.prepare<[number]>('DELETE FROM project_keys WHERE project_id = ?'),
    removePersonalKeys: database.prepare<[number]>('DELETE FROM personal_keys WHERE project_id = ?'),
  };
}
