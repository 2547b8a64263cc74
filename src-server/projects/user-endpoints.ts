import type { Caller } from '../core/caller.ts';
import { requireUnique } from '../core/errors/not-unique.ts';
import { adding, changing, type Endpoint, endpointsOf } from '../http/endpoint.ts';
import { orNotFound } from '../http/error.ts';
import { pathId } from '../http/parse.ts';
import { userAnswer, userInput, userList, userParams, userSummary, userUpdate } from './contract.ts';
import { administers, permissionsOf } from './permissions.ts';
import type { ProjectStore } from './store.ts';

export function userEndpoints(store: ProjectStore, definitionsAt: string | null): Endpoint[] {
  const endpoint = endpointsOf({ tag: 'Users' });
  return [
    endpoint(
      'GET /api/users/',
      { summary: 'List users', access: 'administer', paged: true, answer: userList },
      ({ page }) => store.listUsers(page),
    ),
    endpoint(
      'POST /api/users/',
      {
        summary: 'Add a user',
        access: 'edit_projects',
        ...adding(userInput, userSummary, { first_name: 'Ada', email: 'ada@example.org' }),
      },
      ({ body }) => {
        requireFreeEmail(store, body.email);
        return store.addUser(body);
      },
    ),
    endpoint(
      'GET /api/users/{user_id}/',
      { summary: 'Read a user, or @me', params: userParams, answer: userAnswer },
      ({ caller, params }) => {
        const user = userOf(store, caller, params.user_id);
        if (params.user_id !== '@me') return user;
        return { ...user, permissions: permissionsOf(caller, definitionsAt), personal_key_id: caller.personalKeyId };
      },
    ),
    endpoint(
      'PATCH /api/users/{user_id}/',
      {
        summary: 'Change a user',
        access: 'edit_projects',
        params: userParams,
        ...changing(userUpdate, userSummary, { first_name: 'Grace' }),
      },
      ({ caller, params, body }) => {
        const { id } = userOf(store, caller, params.user_id);
        requireFreeEmail(store, body.email, id);
        return store.changeUser(id, body);
      },
    ),
  ];
}

function userOf(store: ProjectStore, caller: Caller, asked: string) {
  const id = asked === '@me' ? caller.userId : pathId(asked);
  const isSeen = id === caller.userId || administers(caller);
  return orNotFound(isSeen ? store.user(id ?? null) : null, 'No such user.');
}

function requireFreeEmail(store: ProjectStore, email: string | undefined, userId?: number): void {
  if (email === undefined) return;
  const owner = store.userWithEmail(email);
  requireUnique(owner === userId ? undefined : owner, 'user', 'email', email);
}
