import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Database } from '../database/open.ts';
import { ApiError } from '../http/error.ts';
import { databaseOfTest } from '../testing/database.ts';
import { type Authenticator, createAuthenticator } from './authenticate.ts';
import { createProjectStore, type FirstStart, type ProjectStore } from './store.ts';

let database: Database;
let store: ProjectStore;
let authenticator: Authenticator;
let first: FirstStart;
let time: number;

const clock = { now: () => time, uuid: () => crypto.randomUUID() };
const sessions = { caller: () => undefined };

beforeEach(() => {
  time = Date.UTC(2026, 0, 1);
  ({ database } = databaseOfTest());
  store = createProjectStore(database, clock, {});
  first = store.firstStart() as FirstStart;
  authenticator = createAuthenticator({ store, sessions, now: clock.now });
});

afterEach(() => {
  vi.useRealTimers();
  if (database.open) authenticator.close();
});

const personal = (projectId: number | null, access: 'read' | 'write' = 'write') =>
  store.issuePersonalKey({ name: 'test', userId: store.firstUser() as number, projectId, access }).value;

/** Returns the project found, or `status code attr` of the refusal. */
function outcome(key: string | undefined, projectId?: unknown): number | string {
  try {
    return authenticator.publicKey(key, projectId, 'write').projectId;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (key !== undefined && key.length > 8) expect(error.body.detail).not.toContain(key);
    return [error.status, error.body.code, error.body.attr].filter((part) => part !== undefined).join(' ');
  }
}

test.each([
  ['no key', undefined, undefined, '401 missing_api_key'],
  ['an empty key', '', undefined, '401 missing_api_key'],
  ['an unknown key', 'phc_unknown', undefined, '401 invalid_api_key'],
  ['any text', 'hello', null, '401 invalid_api_key'],
  ['a text too long to be a key', 'k'.repeat(5000), undefined, '401 invalid_api_key'],
  ['an unknown personal key', 'phx_unknown', undefined, '401 invalid_personal_api_key'],
  ['an unknown key that comes with a project', 'unknown', 1, '401 invalid_personal_api_key'],
])('%s is refused', (_case, key, projectId, expected) => {
  expect(outcome(key, projectId)).toBe(expected);
  expect(outcome(key, projectId)).toBe(expected);
});

test('a project key names its project, whatever project_id says', () => {
  expect(outcome(first.projectApiKey)).toBe(1);
  expect(outcome(first.projectApiKey, 7)).toBe(1);
  expect(authenticator.publicKey(first.projectApiKey, undefined, 'write').keyPrefix).toBe(
    `${first.projectApiKey.slice(0, 8)}…`,
  );
});

test('a personal key without project_id selects the only project, or none if there are two', () => {
  expect(outcome(first.personalApiKey)).toBe(1);
  const second = store.addProject({ name: 'Second', sample: null }).id;
  expect(outcome(first.personalApiKey)).toBe('400 invalid_project project_id');
  store.removeProject(second);
  expect(outcome(first.personalApiKey, null)).toBe(1);
});

test.each([
  [2, 2],
  ['2', 2],
  [99, '400 invalid_project project_id'],
  ['one', '400 invalid_project project_id'],
  [1.5, '400 invalid_project project_id'],
  [true, '400 invalid_project project_id'],
  [[2], '400 invalid_project project_id'],
  [{}, '400 invalid_project project_id'],
])('a personal key with the project_id %j results in %s', (projectId, expected) => {
  store.addProject({ name: 'Second', sample: null });
  expect(outcome(first.personalApiKey, projectId)).toBe(expected);
});

test('a personal key limited to one project selects only that project', () => {
  const second = store.addProject({ name: 'Second', sample: null }).id;
  const key = personal(second);
  expect(outcome(key)).toBe(second);
  expect(outcome(key, second)).toBe(second);
  expect(outcome(key, 1)).toBe('400 invalid_project project_id');
});

test('a personal key that can only read sends nothing', () => {
  expect(outcome(personal(null, 'read'))).toBe('403 permission_denied');
});

test('a session token cannot send events', () => {
  expect(outcome(`phs_${'0'.repeat(96)}`)).toBe('401 invalid_api_key');
});

test('revoked and rotated keys are refused from the next request on', () => {
  const [{ id } = { id: 0 }] = store.listProjectKeys(1, { limit: 1, offset: 0 }).results;
  expect(outcome(first.projectApiKey)).toBe(1);
  store.rotateProjectKey(1, id);
  expect(outcome(first.projectApiKey)).toBe('401 invalid_api_key');
  expect(() => authenticator.publicKey(first.projectApiKey, undefined, 'write')).toThrow('revoked or rotated');
  const value = store.projectKey(1, id)?.value;
  expect(outcome(value)).toBe(1);
  store.revokeProjectKey(1, id);
  expect(outcome(value)).toBe('401 invalid_api_key');

  expect(outcome(first.personalApiKey)).toBe(1);
  store.rotatePersonalKey(1);
  expect(outcome(first.personalApiKey)).toBe('401 invalid_personal_api_key');
});

test('the keys of a deleted project are unknown', () => {
  const second = store.addProject({ name: 'Second', sample: null });
  expect(outcome(second.api_key ?? '')).toBe(second.id);
  store.removeProject(second.id);
  expect(outcome(second.api_key ?? '')).toBe('401 invalid_api_key');
});

test('a key that was unknown is found once it exists', () => {
  expect(outcome('phc_later_today')).toBe('401 invalid_api_key');
  store.issueProjectKey(1, 'late', 'phc_later_today');
  expect(outcome('phc_later_today')).toBe(1);
});

test('a failed lookup answers 503, and known keys still work', () => {
  expect(outcome(first.projectApiKey)).toBe(1);
  database.close();
  expect(outcome('phc_other')).toBe('503 fetch_team_fail');
  expect(outcome(first.projectApiKey)).toBe(1);
});

test('the last use of a key is written seconds later, or on close', () => {
  vi.useFakeTimers();
  const used = () => store.listProjectKeys(1, { limit: 1, offset: 0 }).results[0]?.last_used_at;
  const closing = createAuthenticator({ store, sessions, now: clock.now });
  closing.publicKey(first.projectApiKey, undefined, 'write');
  expect(used()).toBeNull();
  vi.advanceTimersByTime(5000);
  expect(used()).toBe('2026-01-01T00:00:00.000Z');
  time += 60_000;
  closing.publicKey(first.projectApiKey, undefined, 'write');
  closing.close();
  expect(used()).toBe('2026-01-01T00:01:00.000Z');
});

test('a use of the old value does not count for the rotated key', () => {
  authenticator.publicKey(first.projectApiKey, undefined, 'write');
  time += 1000;
  store.rotateProjectKey(1, 1);
  authenticator.close();
  expect(store.projectKey(1, 1)?.last_used_at).toBeNull();
});

test('a failure to record a use is reported and retried', () => {
  const report = vi.fn();
  const noting = createAuthenticator({ store, sessions, now: clock.now, report });
  noting.publicKey(first.projectApiKey, undefined, 'write');
  database.exec('ALTER TABLE project_keys RENAME TO away');
  noting.close();
  expect(report).toHaveBeenCalledOnce();
  database.exec('ALTER TABLE away RENAME TO project_keys');
  noting.close();
  expect(store.projectKey(1, 1)?.last_used_at).not.toBeNull();
});

test('a wrong Bearer key is looked up once, until a key changes', () => {
  const looked = vi.spyOn(store, 'personalKey');
  type Asked = Parameters<Authenticator['bearer']>[0];
  const asking = (key: string) => ({ headers: { authorization: `Bearer ${key}` } }) as unknown as Asked;
  const request = asking('phx_wrong');
  for (let tries = 0; tries < 100; tries += 1) expect(() => authenticator.bearer(request)).toThrow(ApiError);
  expect(looked).toHaveBeenCalledTimes(1);
  const value = personal(null);
  expect(authenticator.bearer(asking(value))).toMatchObject({ access: 'write' });
});
