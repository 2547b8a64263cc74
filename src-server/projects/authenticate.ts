import type { Request } from 'express';
import { BoundedCache, bytesOfText } from '../core/bounded-cache.ts';
import type { Caller } from '../core/caller.ts';
import { maskKey } from '../core/key-format-contract.ts';
import { ApiError, authenticationError, notFound, validationError } from '../http/error.ts';
import { pathId } from '../http/parse.ts';
import { bearerToken } from '../http/sdk-request.ts';
import type { KnownPersonalKey } from './key-store.ts';
import { isPersonalKeyName, maxKeyLength } from './keys.ts';
import { requirePermission } from './permissions.ts';
import { isSessionToken } from './session-keys.ts';
import type { Sessions } from './sessions.ts';
import type { ProjectStore, UsedKind } from './store.ts';

export type PublicProject = { projectId: number; keyPrefix: string };
/** Events are written; flags are only read. */
export type KeyAccess = Caller['access'];
export type Authenticator = ReturnType<typeof createAuthenticator>;

type KnownKey =
  | { kind: 'project'; keyId: number; answer: PublicProject }
  | { kind: 'personal'; key: KnownPersonalKey }
  | { kind: 'revoked'; projectId: number | null }
  | { kind: 'unknown' };

type KeyLookUp = ReturnType<typeof createKeyCache>;
type UseLog = ReturnType<typeof createUseLog>;

type Options = {
  store: ProjectStore;
  sessions: Pick<Sessions, 'caller'>;
  now(): number;
  /** Called when recording the last use of keys fails; it is retried. */
  report?(error: unknown): void;
};

/** Cached lookups of keys, including unknown ones, which would otherwise cost a query per request. */
const keyCacheLimits = { entries: 1000, bytes: 1024 * 1024, bytesOf: bytesOfText };
/** Milliseconds between writes of recorded uses. */
const useDelay = 3000;

const unknownKey: KnownKey = { kind: 'unknown' };

export function createAuthenticator({ store, sessions, now, report = () => {} }: Options) {
  const uses = createUseLog(store, now, report);
  const look = createKeyCache(store);
  return {
    publicKey: createPublicKeys(store, look, uses),
    ...createCallers(store, look, uses, sessions),
    /** Writes the pending uses of keys. */
    close: uses.close,
  };
}

/** A request rejected because of its key; `projectId` is the key's project if known. */
export class RefusedKey extends ApiError {
  readonly projectId: number | null;

  constructor({ status, body, headers }: ApiError, projectId: number | null) {
    super(status, body, headers);
    this.projectId = projectId;
  }
}

function ownerOf(known: KnownKey): number | null {
  switch (known.kind) {
    case 'project':
      return known.answer.projectId;
    case 'personal':
      return known.key.projectId;
    case 'revoked':
      return known.projectId;
    case 'unknown':
      return null;
  }
}

/**
 * Finds the project of a public request by its key and its `project_id` field; cached, synchronous. A project key names its
 * project, and so does a personal key limited to one: both ignore `project_id`. Errors: 401 `missing_api_key`, `invalid_api_key`,
 * `invalid_personal_api_key`; 400 `invalid_project`; 403 for a personal key that can only read where `access` is write; 503
 * `fetch_team_fail` when the look-up fails.
 */
function createPublicKeys(store: ProjectStore, look: KeyLookUp, uses: UseLog) {
  function answer(value: string, projectIdField: unknown, access: KeyAccess): PublicProject {
    const known = look(value);
    if (known.kind === 'project') {
      uses.record('project', known.keyId);
      return known.answer;
    }
    if (known.kind === 'personal') {
      if (access === 'write') requirePermission(known.key, 'write');
      const projectId = projectOfPersonalKey(store, known.key, projectIdField);
      uses.record('personal', known.key.keyId);
      return { projectId, keyPrefix: maskKey(value) };
    }
    throw invalidKey(value, projectIdField, known.kind === 'revoked');
  }

  return (value: string | undefined, projectIdField: unknown, access: KeyAccess): PublicProject => {
    if (value === undefined || value === '') throw missingKey('`api_key` in the body');
    try {
      return answer(value, projectIdField, access);
    } catch (error) {
      if (!(error instanceof ApiError)) throw lookUpFailed(error);
      throw new RefusedKey(error, ownerOf(look(value)));
    }
  };
}

function projectOfPersonalKey(store: ProjectStore, key: KnownPersonalKey, projectIdField: unknown): number {
  if (!isAbsent(projectIdField)) {
    const projectId = pathId(typeof projectIdField === 'number' ? String(projectIdField) : projectIdField);
    if (projectId === undefined || !isOpen(store, key, projectId)) throw invalidProject();
    return projectId;
  }
  const projectId = key.projectId ?? (store.countProjects() === 1 ? store.oldestProject() : null);
  if (projectId === null) throw invalidProject();
  return projectId;
}

function createCallers(store: ProjectStore, look: KeyLookUp, uses: UseLog, sessions: Pick<Sessions, 'caller'>) {
  /** Returns the caller of the Bearer token, a session's or a personal key. Throws 401. */
  function bearer(request: Request): Caller {
    const value = bearerToken(request);
    if (value === undefined)
      throw unauthorized(
        'not_authenticated',
        'A personal API key is required. Send it as "Authorization: Bearer phx_…".',
      );
    if (isSessionToken(value)) {
      const caller = sessions.caller(value);
      if (caller === undefined) throw unauthorized('invalid_session', sessionHint);
      if (caller.sessionId !== null) uses.record('session', caller.sessionId);
      return caller;
    }
    const known = look(value);
    if (known.kind !== 'personal') {
      const isOfProject = known.kind === 'project' || (known.kind === 'revoked' && !isPersonalKeyName(value));
      const cause = isOfProject
        ? 'This is a project API key, which can only send events and read flags.'
        : causeOf(value, known.kind === 'revoked', 'Personal keys');
      throw unauthorized('invalid_personal_api_key', `Invalid personal API key. ${cause}`);
    }
    const { keyId, userId, projectId, access } = known.key;
    uses.record('personal', keyId);
    return { userId, projectId, access, sessionId: null, personalKeyId: keyId };
  }

  /** Returns the project of a path, by id or `@current`; throws 404 if the caller may not see it. */
  function project(caller: Caller, segment: unknown): number {
    const projectId = segment === '@current' ? (caller.projectId ?? store.oldestProject()) : pathId(segment);
    if (projectId === undefined || projectId === null || !isOpen(store, caller, projectId)) {
      throw notFound('No such project.');
    }
    return projectId;
  }

  return { bearer, project };
}

function isOpen(store: ProjectStore, key: Pick<Caller, 'projectId'>, projectId: number): boolean {
  return (key.projectId === null || key.projectId === projectId) && store.hasProject(projectId);
}

/** Caches lookups of keys until any key or project changes. */
function createKeyCache(store: ProjectStore): (value: string) => KnownKey {
  const cache = new BoundedCache<string, KnownKey>(keyCacheLimits);
  let revision = store.revision();

  function read(value: string): KnownKey {
    const project = store.projectByKey(value);
    if (project?.isRevoked) return { kind: 'revoked', projectId: project.projectId };
    if (project !== undefined) {
      const answer = { projectId: project.projectId, keyPrefix: maskKey(value) };
      return { kind: 'project', keyId: project.keyId, answer };
    }
    const key = store.personalKey(value);
    if (key !== undefined) return { kind: 'personal', key };
    const revoked = store.revokedPersonalKey(value);
    return revoked === undefined ? unknownKey : { kind: 'revoked', projectId: revoked.projectId };
  }

  return (value) => {
    if (revision !== store.revision()) {
      cache.clear();
      revision = store.revision();
    }
    const cached = cache.get(value);
    if (cached !== undefined) return cached;
    if (value.length > maxKeyLength) return unknownKey;
    const known = read(value);
    cache.set(value, known);
    return known;
  };
}

/** Collects uses of keys and writes them rarely, outside of requests. */
function createUseLog(store: ProjectStore, now: () => number, report: (error: unknown) => void) {
  const pending: Record<UsedKind, Map<number | string, number>> = {
    project: new Map(),
    personal: new Map(),
    session: new Map(),
  };
  let timer: NodeJS.Timeout | null = null;
  let closed = false;

  function write(): void {
    timer = null;
    try {
      for (const kind of ['project', 'personal', 'session'] as const) {
        if (pending[kind].size > 0) store.markUsed(kind, pending[kind]);
        pending[kind].clear();
      }
    } catch (error) {
      report(error);
      if (!closed) timer = setTimeout(write, useDelay).unref();
    }
  }

  return {
    record(kind: UsedKind, id: number | string): void {
      pending[kind].set(id, now());
      if (timer === null && !closed) timer = setTimeout(write, useDelay).unref();
    },
    close(): void {
      closed = true;
      if (timer !== null) clearTimeout(timer);
      write();
    },
  };
}

/** Returns why a key is refused, and where the current ones are listed. */
function causeOf(value: string, isRevoked: boolean, page: 'Personal keys' | 'Project keys'): string {
  const state = isRevoked ? 'was revoked or rotated' : 'is unknown';
  return `"${maskKey(value)}" ${state}. The current keys are under Settings › ${page}.`;
}

const sessionHint =
  'This session token is invalid: the server has restarted, or the session has ended. ' +
  'POST /api/session/challenge/ says which.';

const isAbsent = (field: unknown) => field === undefined || field === null || field === '';

const missingKey = (place: string) =>
  authenticationError('missing_api_key', `API key not provided. Send the project API key as ${place}.`);

/** Returns the project key that the query of a URL has as `token`. */
export function keyOfToken(token: unknown): string {
  if (typeof token === 'string' && token !== '') return token;
  throw missingKey('`token` in the URL');
}

const invalidProject = () =>
  validationError(
    'invalid_project',
    'Invalid project ID. Send the id of a project that the personal API key may access.',
    'project_id',
  );

const unauthorized = (code: string, detail: string) =>
  authenticationError(code, detail, { 'WWW-Authenticate': 'Bearer' });

function invalidKey(value: string, projectIdField: unknown, isRevoked: boolean): ApiError {
  const isPersonal = isPersonalKeyName(value);
  const cause = causeOf(value, isRevoked, isPersonal ? 'Personal keys' : 'Project keys');
  if (isPersonal || !isAbsent(projectIdField)) {
    return authenticationError('invalid_personal_api_key', `Invalid personal API key: ${cause}`);
  }
  return authenticationError('invalid_api_key', `Project API key invalid: ${cause}`);
}

function lookUpFailed(cause: unknown): ApiError {
  const detail = 'Unable to fetch team from database.';
  const error = new ApiError(503, { type: 'server_error', code: 'fetch_team_fail', detail }, { 'Retry-After': '1' });
  error.cause = cause;
  return error;
}
