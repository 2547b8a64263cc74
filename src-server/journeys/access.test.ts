import { beforeAll, beforeEach, expect, test } from 'vitest';
import { errorBody, permission } from '../core/contract.ts';
import { eventDetail, eventPage, eventSummary, serverStatus } from '../events/contract.ts';
import type { OpenApiDocument } from '../http/description/openapi.ts';
import { sdkPaths } from '../http/sdk-paths.ts';
import {
  currentUser,
  issuedPersonalKey,
  personalKeyList,
  project,
  projectKey,
  userSummary,
} from '../projects/contract.ts';
import { issuedSession } from '../projects/session-contract.ts';
import {
  type Access,
  type CallerKind,
  callers,
  endpoints,
  permissionRules,
  type Rule,
  rules,
} from '../testing/access-rules.ts';
import { serverForAll } from '../testing/server-hooks.ts';
import { browserOf } from '../testing/session.ts';

const server = serverForAll();
let keys: Record<CallerKind, string | undefined>;
let otherProject: number;
let ada: number;

beforeAll(async () => {
  await server.api('POST', '/api/projects/1/feature_flags/', { key: 'known-flag' });
  otherProject = await addProject();
  ada = userSummary.parse(
    (await server.api('POST', '/api/users/', { first_name: 'Ada', email: 'ada@example.org' })).body,
  ).id;
  const revoked = await issue({});
  await server.api('DELETE', `/api/personal_api_keys/${revoked.id}/`);
  const issued = async (scope: object) => (await issue(scope)).value;
  keys = {
    none: undefined,
    // With its quotes, as somebody may paste it.
    bad: '"phx_nobodyKnowsThisKey"',
    'project key': server.projectKey,
    revoked: revoked.value,
    session: undefined,
    'all write': await issued({}),
    'all read': await issued({ access: 'read' }),
    'own write': await issued({ project_id: server.projectId }),
    'own read': await issued({ project_id: server.projectId, access: 'read' }),
    'other write': await issued({ project_id: otherProject }),
    'other read': await issued({ project_id: otherProject, access: 'read' }),
  };
});
// Some end sessions.
beforeEach(async () => {
  keys.session = await signIn();
});

/** Signs in; returns the token of the new session. */
async function signIn(): Promise<string> {
  const browser = browserOf(server);
  return browser.token(await browser.signIn());
}

const addProject = async () => project.parse((await server.api('POST', '/api/projects/', { name: 'Another' })).body).id;
const issue = async (more: object) =>
  issuedPersonalKey.parse((await server.api('POST', '/api/personal_api_keys/', { name: 'key', ...more })).body);

const call = (caller: CallerKind, method: string, path: string, body?: unknown) => {
  const key = keys[caller];
  const text = method === 'GET' ? null : JSON.stringify(body ?? {});
  return server.send(method, path, key === undefined ? {} : { Authorization: `Bearer ${key}` }, text);
};

const cases = (Object.keys(rules) as Rule[]).flatMap((rule) =>
  endpoints[rule].map((endpoint): [endpoint: string, rule: Rule] => [endpoint, rule]),
);

test('the table has every endpoint of the API description, once, and no other', async () => {
  const { paths } = (await server.api('GET', '/api/schema/')).body as OpenApiDocument;
  const described = Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method} ${path}`),
  );
  expect(cases.map(([endpoint]) => endpoint).toSorted()).toEqual(described.toSorted());
});

test.each(cases)('%s %s works for exactly the keys that may use it', async (endpoint, rule) => {
  const [method = '', path = ''] = endpoint.split(' ');
  const found: Partial<Record<CallerKind, Access>> = {};
  for (const caller of callers) {
    const url = await addressOf(caller, method, path);
    found[caller] = accessOf(await call(caller, method.toUpperCase(), url, bodyOf(endpoint)));
  }
  expect(found).toEqual(rules[rule]);
});

/** Fills in a path: a new key where the caller could change one, its own user, and ids that do not exist for all else. */
async function addressOf(caller: CallerKind, method: string, path: string): Promise<string> {
  const mayDelete = rules['edits a project'][caller] === 'yes';
  const isDeletion = method === 'delete' && path === '/api/projects/{project_id}/';
  const projectId = isDeletion && mayDelete ? await addProject() : server.projectId;
  const token = Object.values<readonly string[]>(sdkPaths).some((paths) => paths.includes(path))
    ? `?token=${server.projectKey}`
    : '';
  const url = path
    .replace('{project_id}', `${projectId}`)
    .replace('{user_id}', '@me')
    .replace('feature_flags/{key}', 'feature_flags/known-flag')
    .replace('{key}', server.projectKey)
    .replace('{uuid}', '0190a5f0-1111-4222-8333-444455556666');
  return (
    (url.includes('{key_id}') ? url.replace('{key_id}', await keyFor(path)) : url).replace(/\{\w+\}/g, '999999') + token
  );
}

async function keyFor(path: string): Promise<string> {
  if (path.startsWith('/api/personal_api_keys/')) return `${(await issue({ project_id: server.projectId })).id}`;
  const made = await server.api('POST', `/api/projects/${server.projectId}/api_keys/`, { name: 'key' });
  return `${projectKey.parse(made.body).id}`;
}

function bodyOf(endpoint: string): object {
  if (endpoints.open.includes(endpoint)) return { api_key: server.projectKey, event: 'e', distinct_id: 'd' };
  return endpoint === 'post /api/personal_api_keys/' ? { name: 'x', project_id: server.projectId } : {};
}

/** Returns the access that an answer shows. A 404 for a missing thing is "yes": the caller was allowed to look. */
function accessOf({ status, body }: { status: number; body: unknown }): Access {
  if (status === 401 || status === 403) return status;
  const detail = typeof body === 'object' && body !== null && 'detail' in body ? body.detail : '';
  return status === 404 && /^No such (project|API key|user)\.$/.test(String(detail)) ? 404 : 'yes';
}

const known = callers.filter((caller) => rules['for itself'][caller] === 'yes');

test.each(known)('the permissions that a %s key is told match what the endpoints allow', async (caller) => {
  const { permissions } = currentUser.parse((await call(caller, 'GET', '/api/users/@me/')).body);
  const allowed = permission.options.filter((one) => rules[permissionRules[one]][caller] !== 403);
  expect(permissions).toEqual(allowed);
});

test.each([
  ['revoked', 'was revoked or rotated. The current keys are under Settings › Personal keys.'],
  ['bad', 'is unknown. The current keys are under Settings › Personal keys.'],
  ['project key', 'This is a project API key'],
] as const)('a %s key is told why it has no access', async (caller, sentence) => {
  const { status, body } = await server.api('GET', '/api/projects/', undefined, keys[caller]);
  expect([status, errorBody.parse(body).detail]).toEqual([401, expect.stringContaining(sentence)]);
});

test('a session is told which personal key opened it', async () => {
  const key = await issue({ project_id: server.projectId });
  const itself = async (bearer: string) =>
    currentUser.parse((await server.api('GET', '/api/users/@me/', undefined, bearer)).body).personal_key_id;
  const opened = await server.api('POST', '/api/session/', { origin: server.url }, key.value);
  const token = await browserOf(server).token(issuedSession.parse(opened.body));
  expect([await itself(key.value), await itself(token), await itself(await signIn())]).toEqual([key.id, key.id, null]);
  expect((await server.api('GET', `/api/users/${ada}/`)).body).not.toHaveProperty('permissions');
});

const limited: CallerKind[] = ['all read', 'own write', 'own read', 'other write', 'other read'];
const oneProject: CallerKind[] = ['own write', 'own read', 'other write', 'other read'];

test('only server administrators read the path of the data folder', async () => {
  const folderFor = async (caller: CallerKind) =>
    serverStatus.parse((await call(caller, 'GET', '/api/status/')).body).data_dir;
  for (const caller of ['session', 'all write'] as const) expect(await folderFor(caller)).toBe(server.dataDir);
  for (const caller of limited) expect(await folderFor(caller)).toBeNull();
});

test('only server administrators read the whole webhook address', async () => {
  const path = `/api/projects/${server.projectId}/actions/chat/`;
  const url = 'https://hooks.example.org/services/T00/B00/secret';
  await server.api('PATCH', path, { webhook_url: url });
  for (const caller of ['session', 'all write'] as const)
    expect((await call(caller, 'GET', path)).body).toMatchObject({ webhook_url: url });
  for (const caller of ['all read', 'own write', 'own read'] as const) {
    expect((await call(caller, 'GET', path)).body).toMatchObject({ webhook_url: 'https://hooks.example.org/…' });
  }
});

test('a limited key sees its own user and that user’s keys, and issues none in another name', async () => {
  const hers = await issue({ project_id: server.projectId, user_id: ada });
  for (const caller of limited) {
    expect((await call(caller, 'GET', `/api/users/${ada}/`)).status).toBe(404);
    const seen = personalKeyList.parse((await call(caller, 'GET', '/api/personal_api_keys/?limit=1000')).body);
    expect(seen.results.length).toBeGreaterThan(0);
    expect(seen.results.map(({ user }) => user.id)).not.toContain(ada);
    expect(seen.count).toBe(seen.results.length);
  }
  const key = `/api/personal_api_keys/${hers.id}/`;
  expect((await call('own write', 'PATCH', key, { name: 'mine' })).status).toBe(404);
  expect((await call('own write', 'POST', `${key}rotate/`)).status).toBe(404);
  expect((await call('own write', 'DELETE', key)).status).toBe(404);
  const inHerName = { name: 'x', project_id: server.projectId, user_id: ada };
  expect((await call('own write', 'POST', '/api/personal_api_keys/', inHerName)).status).toBe(403);
  expect((await call('all write', 'POST', '/api/personal_api_keys/', inHerName)).status).toBe(201);
});

const pathOf = (caller: CallerKind) =>
  `/api/projects/${caller.startsWith('other') ? otherProject : server.projectId}/events/`;
const rejectedFor = async (caller: CallerKind, query = '') =>
  eventPage.parse((await call(caller, 'GET', `${pathOf(caller)}?status=rejected&limit=1000${query}`)).body).results;
test('a read-only personal key gets flags, and sends no event', async () => {
  const { body } = await server.api('POST', '/api/personal_api_keys/', { name: 'reads', access: 'read' });
  const { value } = body as { value: string };
  const send = (path: string) =>
    server.capture({ api_key: value, project_id: server.projectId, event: 'e', distinct_id: 'd' }, path);
  for (const path of ['/decide/?v=3', '/flags/?v=2']) expect((await send(path)).status).toBe(200);
  for (const path of ['/capture/', '/e/']) expect((await send(path)).status).toBe(403);
});

const refuse = (body: object) => server.capture({ event: 'e', distinct_id: 'd', ...body });

test('a rejected request of an unknown project is seen, and marked, only with keys for all projects', async () => {
  expect((await refuse({ api_key: 'phc_nobodyKnowsThis' })).status).toBe(401);
  const [row] = await rejectedFor('all read');
  expect(row).toMatchObject({ reason: 'invalid_api_key', unassigned: true });
  const summaryFor = async (caller: CallerKind, query = '') =>
    eventSummary.parse((await call(caller, 'GET', `${pathOf(caller)}summary/${query}`)).body);
  const statusFor = async (caller: CallerKind) =>
    serverStatus.parse((await call(caller, 'GET', '/api/status/?project_id=1')).body);
  const unassigned = (await rejectedFor('all write')).filter((one) => one.unassigned).length;
  expect(await rejectedFor('all write', '&unassigned=true')).toHaveLength(unassigned);
  expect((await rejectedFor('all write', '&unassigned=false')).filter((one) => one.unassigned)).toEqual([]);
  for (const caller of ['session', 'all write', 'all read'] as const) {
    expect((await rejectedFor(caller))[0]?.uuid).toBe(row?.uuid);
    expect((await call(caller, 'GET', `${pathOf(caller)}${row?.uuid}/`)).body).toMatchObject({ unassigned: true });
    for (const query of ['', '?search=invalid'])
      expect((await summaryFor(caller, query)).unassigned).toBeGreaterThan(0);
    expect((await statusFor(caller)).unassigned).toBe(unassigned);
  }
  for (const caller of oneProject) {
    expect((await rejectedFor(caller)).filter((one) => one.unassigned)).toEqual([]);
    expect(await rejectedFor(caller, '&reason=invalid_api_key')).toEqual([]);
    expect(await rejectedFor(caller, '&unassigned=true')).toEqual([]);
    expect((await call(caller, 'GET', `${pathOf(caller)}${row?.uuid}/`)).status).toBe(404);
    expect(await summaryFor(caller)).toMatchObject({ rejected: 0, unassigned: 0 });
  }
  expect(await statusFor('own read')).toMatchObject({ rejected: 0, unassigned: 0 });
});

test('a project shows no rejected request from before it was created', async () => {
  await refuse({ api_key: 'phc_nobodyKnowsThis' });
  await new Promise((resolve) => setTimeout(resolve, 2));
  const made = await addProject();
  const rejected = async () =>
    eventPage.parse((await server.api('GET', `/api/projects/${made}/events/?status=rejected`)).body).results;
  const counted = async () =>
    serverStatus.parse((await server.api('GET', `/api/status/?project_id=${made}`)).body).rejected;
  expect([(await rejected()).length, await counted()]).toEqual([0, 0]);
  await refuse({ api_key: 'phc_nobodyKnowsThis' });
  expect([(await rejected()).length, await counted()]).toEqual([1, 1]);
});

test('a request refused for missing permission belongs to the project of its key', async () => {
  const keyPath = `/api/projects/${otherProject}/api_keys/`;
  const revokedKey = projectKey.parse((await server.api('POST', keyPath, { name: 'old' })).body);
  await server.api('DELETE', `${keyPath}${revokedKey.id}/`);
  const personal = await issue({ project_id: otherProject });
  await server.api('DELETE', `/api/personal_api_keys/${personal.id}/`);
  const refusals = [
    { api_key: revokedKey.value },
    { api_key: personal.value },
    { api_key: keys['other read'] },
    { api_key: keys['other write'], project_id: server.projectId },
  ];
  for (const body of refusals) {
    expect((await refuse(body)).status).toBeGreaterThanOrEqual(400);
    const [row] = await rejectedFor('other read');
    expect(row).toMatchObject({ unassigned: false });
    const { request } = eventDetail.parse(
      (await call('other read', 'GET', `${pathOf('other read')}${row?.uuid}/`)).body,
    );
    expect(request?.key_prefix).toBe(`${body.api_key?.slice(0, 8)}…`);
    expect((await rejectedFor('all read')).map(({ uuid }) => uuid)).not.toContain(row?.uuid);
  }
  await server.send('GET', `/array/${revokedKey.value}/config`, {}, null);
  expect((await rejectedFor('other read')).length).toBe(refusals.length + 1);
});

test('a key or session that ends while its request waits reads nothing that arrives later', async () => {
  const [key, browser] = [await issue({}), browserOf(server)];
  const session = await browser.signIn();
  const waiting = [key.value, await browser.token(session)].flatMap((token) =>
    ['min=1', 'exactly=0'].map((number) =>
      server.api('GET', `/api/projects/1/events/?event=secret&${number}&wait=30`, undefined, token),
    ),
  );
  // Answered after the requests above have been read.
  await server.api('GET', '/api/health/');
  await server.api('DELETE', `/api/personal_api_keys/${key.id}/`);
  await server.api('DELETE', `/api/sessions/${session.id}/`);
  await server.capture({ event: 'secret', distinct_id: 'ann' });
  for (const answer of waiting) expect(await answer).toMatchObject({ status: 401 });
});
