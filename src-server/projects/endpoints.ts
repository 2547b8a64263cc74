import type { Caller } from '../core/caller.ts';
import { existing } from '../core/sql.ts';
import { adding, changing, type Endpoint, endpointsOf } from '../http/endpoint.ts';
import { ApiError, orNotFound, permissionDenied, validationError } from '../http/error.ts';
import { validateProperties } from '../properties/validate.ts';
import {
  issuedPersonalKey,
  keyNameInput,
  personalKey,
  personalKeyInput,
  personalKeyList,
  project,
  projectInput,
  projectKey,
  projectKeyList,
  projectList,
  projectUpdate,
  type SeenKey,
  sampleBeat,
  seenKey,
} from './contract.ts';
import { allKeys, type KeyScope } from './key-store.ts';
import { administers } from './permissions.ts';
import type { ProjectStore } from './store.ts';
import { userEndpoints } from './user-endpoints.ts';

type Options = {
  store: ProjectStore;
  /** Removes data of deleted projects. */
  removeDeleted(): void;
  /** The server where definitions are edited; null: this one. */
  definitionsAt: string | null;
};

/**
 * Projects, keys and users. A key for one project sees only that project and its keys; anything beyond project data needs
 * administration rights.
 */
export const projectEndpoints = ({ store, removeDeleted, definitionsAt }: Options): Endpoint[] => [
  ...projects(store, removeDeleted),
  ...projectKeys(store),
  ...personalKeys(store),
  ...userEndpoints(store, definitionsAt),
];

const root = '/api/projects/';
const one = `${root}{project_id}/` as const;
const noSuchKey = 'No such API key.';

/** Two windows that load the sample data at once would make two samples. */
const sampleExists = () =>
  new ApiError(409, {
    type: 'invalid_request',
    code: 'sample_exists',
    detail: `The sample data is loaded, or was being loaded in the last ${sampleBeat.lostAfterMs / 1000} seconds.`,
  });

function projects(store: ProjectStore, removeDeleted: () => void): Endpoint[] {
  const endpoint = endpointsOf({ tag: 'Projects', changeAccess: 'edit_definitions' });
  return [
    endpoint(`GET ${root}`, { summary: 'List projects', paged: true, answer: projectList }, ({ caller, page }) =>
      store.listProjects(caller.projectId, page),
    ),
    endpoint(
      `POST ${root}`,
      { summary: 'Add a project', access: 'edit_projects', ...adding(projectInput, project, { name: 'Shop' }) },
      ({ body }) => {
        if (body.sample === 'loading' && store.hasSample()) throw sampleExists();
        return store.addProject(body);
      },
    ),
    endpoint(`GET ${one}`, { summary: 'Read a project', answer: project }, ({ projectId }) =>
      existing(store.project(projectId)),
    ),
    endpoint(
      `PATCH ${one}`,
      {
        summary: 'Rename a project, replace whom it excludes from experiments, or say whether it is sample data',
        ...changing(projectUpdate, project, {
          name: 'Web shop',
          experiment_exclusions: { bots: true, properties: [] },
        }),
      },
      ({ projectId, body: { experiment_exclusions: exclusions, ...facts } }) => {
        if (exclusions !== undefined) {
          validateProperties(exclusions.properties, ['experiment_exclusions', 'properties']);
          store.excludeFromExperiments(projectId, exclusions);
        }
        store.updateProject(projectId, facts);
        // Another request may have deleted it while this one waited to write.
        return orNotFound(store.project(projectId), 'No such project.');
      },
    ),
    endpoint(
      `DELETE ${one}`,
      { summary: 'Delete a project and all its data', access: 'edit_projects' },
      ({ projectId }) => {
        if (store.countProjects() === 1)
          throw validationError('invalid_input', 'The last project cannot be deleted. Create another one first.');
        store.removeProject(projectId);
        removeDeleted();
      },
    ),
  ];
}

function projectKeys(store: ProjectStore): Endpoint[] {
  const endpoint = endpointsOf({ tag: 'Project API keys', changeAccess: 'edit_definitions' });
  const keys = `${one}api_keys/` as const;
  const keyOf = (projectId: number, id: number) => orNotFound(store.projectKey(projectId, id), noSuchKey);
  return [
    endpoint(`GET ${keys}`, { summary: 'List keys', paged: true, answer: projectKeyList }, ({ projectId, page }) =>
      store.listProjectKeys(projectId, page),
    ),
    endpoint(
      `POST ${keys}`,
      { summary: 'Issue a key', ...adding(keyNameInput, projectKey, { name: 'Web' }) },
      ({ projectId, body }) => store.issueProjectKey(projectId, body.name),
    ),
    endpoint(
      `PATCH ${keys}{key_id}/`,
      { summary: 'Rename a key', ...changing(keyNameInput.partial(), projectKey, { name: 'App' }) },
      ({ projectId, params, body: { name } }) => {
        const { id } = keyOf(projectId, params.key_id);
        if (name !== undefined) store.renameProjectKey(projectId, id, name);
        return keyOf(projectId, id);
      },
    ),
    endpoint(`DELETE ${keys}{key_id}/`, { summary: 'Revoke a key', query: seenKey }, ({ projectId, params, query }) =>
      store.revokeProjectKey(projectId, requireSeen(keyOf(projectId, params.key_id), query).id),
    ),
    endpoint(
      `POST ${keys}{key_id}/rotate/`,
      { summary: 'Replace the value of a key', query: seenKey, answer: projectKey },
      ({ projectId, params, query }) => {
        const { id } = requireValid(requireSeen(keyOf(projectId, params.key_id), query));
        store.rotateProjectKey(projectId, id);
        return keyOf(projectId, id);
      },
    ),
  ];
}

function personalKeys(store: ProjectStore): Endpoint[] {
  const endpoint = endpointsOf({ tag: 'Personal API keys' });
  const keys = '/api/personal_api_keys/';
  const keyOf = (caller: Caller, id: number) => orNotFound(store.personalKeyById(id, keyScopeOf(caller)), noSuchKey);
  return [
    endpoint(`GET ${keys}`, { summary: 'List keys', paged: true, answer: personalKeyList }, ({ caller, page }) =>
      store.listPersonalKeys(keyScopeOf(caller), page),
    ),
    endpoint(
      `POST ${keys}`,
      {
        summary: 'Issue a key; its value is shown this once',
        ...adding(personalKeyInput, issuedPersonalKey, { name: 'CI', access: 'read' }),
      },
      ({ caller, body: { name, user_id: userId = caller.userId, project_id: projectId, access } }) => {
        // A key must not issue one with more rights or for another user.
        if (!administers(caller) && (caller.projectId !== projectId || caller.userId !== userId)) {
          throw permissionDenied('This personal API key can only issue keys for its own project and user.');
        }
        requireKnown(store, userId, projectId);
        return store.issuePersonalKey({ name, userId, projectId, access });
      },
    ),
    endpoint(
      `PATCH ${keys}{key_id}/`,
      { summary: 'Rename a key', ...changing(keyNameInput.partial(), personalKey, { name: 'Mine' }) },
      ({ caller, params, body: { name } }) => {
        const { id } = keyOf(caller, params.key_id);
        if (name !== undefined) store.renamePersonalKey(id, name);
        return existing(store.personalKeyById(id, allKeys));
      },
    ),
    endpoint(`DELETE ${keys}{key_id}/`, { summary: 'Revoke a key', query: seenKey }, ({ caller, params, query }) =>
      store.revokePersonalKey(requireSeen(keyOf(caller, params.key_id), query).id),
    ),
    endpoint(
      `POST ${keys}{key_id}/rotate/`,
      {
        summary: 'Replace the value of a key; the new one is shown this once',
        query: seenKey,
        answer: issuedPersonalKey,
      },
      ({ caller, params, query }) => {
        const { id } = requireValid(requireSeen(keyOf(caller, params.key_id), query));
        return store.rotatePersonalKey(id);
      },
    ),
  ];
}

/** Returns the keys that a caller sees: all with administration rights, else those of its own user and project. */
const keyScopeOf = (caller: Caller): KeyScope =>
  administers(caller) ? allKeys : { projectId: caller.projectId, userId: caller.userId };

function requireKnown(store: ProjectStore, userId: number, projectId: number | null): void {
  const refuse = (attr: string, what: string, id: number) => {
    throw validationError('invalid_input', `\`${attr}\` must be the id of a ${what}; got ${id}.`, attr);
  };
  if (store.user(userId) === null) refuse('user_id', 'user', userId);
  if (projectId !== null && !store.hasProject(projectId)) refuse('project_id', 'project', projectId);
}

/** Throws if the caller decided on a value that the key no longer has. */
function requireSeen<Key extends { created_at: string }>(key: Key, { expected_created_at: seen }: SeenKey): Key {
  if (seen === undefined || seen === key.created_at) return key;
  const detail = 'The key was rotated elsewhere, so nothing was done.';
  throw new ApiError(409, { type: 'invalid_request', code: 'key_changed', detail, attr: 'expected_created_at' });
}

function requireValid(key: { id: number; revoked_at: string | null }) {
  if (key.revoked_at !== null) throw validationError('invalid_input', 'This key is revoked. Issue a new one.');
  return key;
}
