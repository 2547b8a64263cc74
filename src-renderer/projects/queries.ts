import { notifyManager, type QueryKey, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { type List, maxPage } from '#server/core/contract.ts';
import {
  currentUser,
  issuedPersonalKey,
  type Project,
  personalKey,
  type personalKeyInput,
  personalKeyList,
  project,
  projectKey,
  projectKeyList,
  projectList,
  userList,
  userSummary,
} from '#server/projects/contract.ts';
import { type Session, sessionList } from '#server/projects/session-contract.ts';
import { get, patch, post, remove } from '../api/api.ts';
import { listQuery, REFRESH_MS } from '../api/read-query.ts';
import { lock, replaceSession, signInWithKey } from '../api/session.ts';
import { useChange } from '../api/use-change.ts';
import { projectWords } from './words.ts';

const { queries: words } = projectWords;

export const projectKeys = {
  all: ['projects'] as const,
  keys: (projectId: number) => [...projectKeys.all, projectId, 'keys'] as const,
};
/** `own`: the session's user includes its key, which a rotation replaces. */
export const personalKeyKeys = { all: ['personal-keys'] as const, own: ['personal-keys', 'own'] as const };
export const userKeys = { all: ['users'] as const };
export const sessionKeys = { all: ['sessions'] as const };

const keysPath = (projectId: number) => `/api/projects/${projectId}/api_keys/`;

/** Loads a list in one page of the largest size: these are short. Other windows change them, too. */
const shortList = <Item>(queryKey: QueryKey, path: string, schema: z.ZodType<List<Item>>, what: string) =>
  listQuery(queryKey, path, schema, { query: { limit: maxPage }, what, refreshEvery: REFRESH_MS });

export function projectsQuery() {
  return shortList(projectKeys.all, '/api/projects/', projectList, words.projects);
}

export function projectKeysQuery(projectId: number) {
  return shortList(projectKeys.keys(projectId), keysPath(projectId), projectKeyList, words.projectKeys);
}

export function personalKeysQuery() {
  return shortList(personalKeyKeys.all, '/api/personal_api_keys/', personalKeyList, words.personalKeys);
}

/** Loads the session's user and permissions, which do not change while it lasts. */
export function currentUserQuery() {
  return queryOptions({
    queryKey: personalKeyKeys.own,
    queryFn: ({ signal }) => get('/api/users/@me/', currentUser, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { what: words.session },
  });
}

export function usersQuery() {
  return shortList(userKeys.all, '/api/users/', userList, words.users);
}

export function sessionsQuery() {
  return shortList(sessionKeys.all, '/api/sessions/', sessionList, words.sessions);
}

export function useCreateProject() {
  return useChange(projectKeys.all, (name: string) => post('/api/projects/', { name }, project));
}

export function useRenameProject() {
  return useChange(projectKeys.all, ({ id, name }: { id: number; name: string }) =>
    patch(`/api/projects/${id}/`, { name }, project),
  );
}

export function useDeleteProject() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (id: number) => {
      // The shell leaves the project before it is deleted, as it would go on requesting it.
      client.setQueryData(projectKeys.all, (list: List<Project> | undefined) =>
        list === undefined ? list : { ...list, results: list.results.filter((one) => one.id !== id) },
      );
      await new Promise<void>((drawn) => notifyManager.schedule(drawn));
      await remove(`/api/projects/${id}/`);
    },
    onSettled: () => client.invalidateQueries({ queryKey: projectKeys.all, exact: true }),
  });
}

export function useIssueProjectKey(projectId: number) {
  return useChange(projectKeys.all, (name: string) => post(keysPath(projectId), { name }, projectKey));
}

export function useRenameProjectKey(projectId: number) {
  return useChange(projectKeys.keys(projectId), ({ id, name }: { id: number; name: string }) =>
    patch(`${keysPath(projectId)}${id}/`, { name }, projectKey),
  );
}

/** A key as it was listed: the server refuses a change of one that was rotated since. */
type ListedKey = { id: number; created_at: string };
const seen = (key: ListedKey) => ({ query: { expected_created_at: key.created_at } });

export function useRotateProjectKey(projectId: number) {
  return useChange(projectKeys.all, (key: ListedKey) =>
    post(`${keysPath(projectId)}${key.id}/rotate/`, {}, projectKey, seen(key)),
  );
}

export function useRevokeProjectKey(projectId: number) {
  return useChange(projectKeys.all, (key: ListedKey) => remove(`${keysPath(projectId)}${key.id}/`, seen(key)));
}

export function useIssuePersonalKey() {
  return useChange(personalKeyKeys.all, (input: z.input<typeof personalKeyInput>) =>
    post('/api/personal_api_keys/', input, issuedPersonalKey),
  );
}

export function useRenamePersonalKey() {
  return useChange(personalKeyKeys.all, ({ id, name }: { id: number; name: string }) =>
    patch(`/api/personal_api_keys/${id}/`, { name }, personalKey),
  );
}

/** Rotates a key; `isOwn`: this window was signed in with it, and signs in with the new one. */
export function useRotatePersonalKey() {
  return useChange(personalKeyKeys.all, ({ key, isOwn }: { key: ListedKey; isOwn: boolean }) => {
    const rotate = () => post(`/api/personal_api_keys/${key.id}/rotate/`, {}, issuedPersonalKey, seen(key));
    if (!isOwn) return rotate();
    return replaceSession(async () => {
      const issued = await rotate();
      await signInWithKey(issued.value);
      return issued;
    });
  });
}

export function useRevokePersonalKey() {
  return useChange(personalKeyKeys.all, (key: ListedKey) => remove(`/api/personal_api_keys/${key.id}/`, seen(key)));
}

export function useEndSession() {
  return useChange(sessionKeys.all, ({ id }: Session) => remove(`/api/sessions/${id}/`));
}

export function useSignOut() {
  return useMutation({ mutationFn: () => remove('/api/session/'), onSuccess: () => lock('signed_out') });
}

export function useEndOtherSessions() {
  return useChange(sessionKeys.all, () => remove('/api/sessions/'));
}

type UserDraft = { first_name: string; email: string };

export function useCreateUser() {
  return useChange(userKeys.all, (draft: UserDraft) => post('/api/users/', draft, userSummary));
}

export function useUpdateUser() {
  return useChange(userKeys.all, ({ id, ...draft }: Partial<UserDraft> & { id: number }) =>
    patch(`/api/users/${id}/`, draft, userSummary),
  );
}
