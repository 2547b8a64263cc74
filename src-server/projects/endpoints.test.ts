import { expect, test } from 'vitest';
import { errorBody } from '../core/contract.ts';
import { folderAccess } from '../folder-link.ts';
import { serverForEach } from '../testing/server-hooks.ts';
import {
  issuedPersonalKey,
  personalKeyList,
  project,
  projectKey,
  projectKeyList,
  projectList,
  userList,
  userSummary,
} from './contract.ts';

const server = serverForEach();

async function call(key: string, method: string, path: string, body?: unknown) {
  const answer = await server.api(method, path, body, key);
  return { ...answer, body: answer.body as ReturnType<typeof JSON.parse> };
}

const api = (method: string, path: string, body?: unknown) => call(server.personalKey, method, path, body);

async function issueKey(input: { project_id?: number | null; access?: 'read' | 'write' }): Promise<string> {
  const answer = await api('POST', '/api/personal_api_keys/', { name: 'scoped', ...input });
  return issuedPersonalKey.parse(answer.body).value;
}

async function addProject(name: string): Promise<number> {
  return project.parse((await api('POST', '/api/projects/', { name })).body).id;
}

test('the first start makes one project, one key of each kind and one user', async () => {
  const projects = projectList.parse((await api('GET', '/api/projects/')).body);
  expect(projects.results.map(({ name, api_key }) => ({ name, api_key }))).toEqual([
    { name: 'My project', api_key: server.projectKey },
  ]);
  const keys = personalKeyList.parse((await api('GET', '/api/personal_api_keys/')).body);
  expect(keys.results).toHaveLength(1);
  expect(keys.results[0]).toMatchObject({ access: 'write', project_id: null, revoked_at: null });
  const users = userList.parse((await api('GET', '/api/users/')).body);
  expect(users.results[0]?.id).toBe(keys.results[0]?.user.id);
});

test.each([
  ['no header', undefined, 'not_authenticated'],
  ['another scheme', 'Basic abc', 'not_authenticated'],
  ['an empty token', 'Bearer ', 'not_authenticated'],
  ['an unknown key', 'Bearer phx_unknown', 'invalid_personal_api_key'],
])('%s is a 401 that names the Bearer scheme', async (_case, authorization, code) => {
  const headers = authorization === undefined ? undefined : { authorization };
  const answer = await fetch(`${server.url}/api/projects/`, headers === undefined ? {} : { headers });
  expect(answer.status).toBe(401);
  expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  expect(errorBody.parse(await answer.json())).toMatchObject({ type: 'authentication_error', code });
});

test('a project key cannot access the management API, and the error says which kind it is', async () => {
  const answer = await call(server.projectKey, 'GET', '/api/projects/');
  expect(answer.status).toBe(401);
  expect(answer.body.detail).toContain('project API key');
  expect(JSON.stringify(answer.body)).not.toContain(server.projectKey);
});

test('projects are made, read, renamed and deleted', async () => {
  const made = await api('POST', '/api/projects/', { name: '  Shop  ', sample: 'loading' });
  expect(made.status).toBe(201);
  const shop = project.parse(made.body);
  expect(shop).toMatchObject({ name: 'Shop', sample: 'loading' });
  expect(shop.api_key).toMatch(/^phc_[0-9A-Za-z]{43}$/);

  const renamed = await api('PATCH', `/api/projects/${shop.id}/`, { name: 'Store', sample: 'loaded', id: 99 });
  expect(project.parse(renamed.body)).toMatchObject({ id: shop.id, name: 'Store', api_key: shop.api_key });
  expect((await api('PATCH', `/api/projects/${shop.id}`, {})).body).toMatchObject({ name: 'Store', sample: 'loaded' });
  const mistyped = await api('PATCH', `/api/projects/${shop.id}/`, { nane: 'Kiosk' });
  expect([mistyped.status, mistyped.body]).toMatchObject([
    400,
    { attr: 'nane', detail: expect.stringContaining('Did you mean `name`') },
  ]);

  const deleted = await api('DELETE', `/api/projects/${shop.id}/`);
  expect([deleted.status, deleted.body]).toEqual([204, null]);
  expect((await api('GET', `/api/projects/${shop.id}/`)).status).toBe(404);
  expect(projectList.parse((await api('GET', '/api/projects/')).body).count).toBe(1);
});

test('the only project cannot be deleted', async () => {
  expect((await api('DELETE', '/api/projects/@current/')).status).toBe(400);
  expect((await api('GET', '/api/projects/@current/')).status).toBe(200);
});

test('@current is the project of the key, else the oldest', async () => {
  const other = await addProject('Other');
  const scoped = await issueKey({ project_id: other });
  expect((await call(scoped, 'GET', '/api/projects/@current/')).body.id).toBe(other);
  expect((await api('GET', '/api/projects/@current/')).body.id).toBe(server.projectId);
});

test.each([
  '/api/projects/99/',
  '/api/projects/abc/',
  '/api/projects/-1/',
  '/api/projects/1e1/',
  '/api/projects/@other/',
  '/api/projects/%zz/',
])('%s is a 404 in the standard error format', async (path) => {
  const answer = await api('GET', path);
  expect(answer.status).toBe(404);
  expect(errorBody.parse(answer.body)).toMatchObject({ type: 'invalid_request', code: 'not_found' });
});

test.each([
  ['/api/projects/', {}, 'required', 'name'],
  ['/api/projects/', { name: null }, 'null', 'name'],
  ['/api/projects/', { name: '   ' }, 'blank', 'name'],
  ['/api/projects/', { name: 'x'.repeat(401) }, 'max_length', 'name'],
  ['/api/projects/', { name: 7 }, 'invalid_input', 'name'],
  ['/api/projects/@current/api_keys/', {}, 'required', 'name'],
  ['/api/personal_api_keys/', { name: 'a', access: 'admin' }, 'invalid_choice', 'access'],
  ['/api/personal_api_keys/', { name: 'a', access: null }, 'null', 'access'],
  ['/api/personal_api_keys/', { name: 'a', project_id: 'one' }, 'invalid_input', 'project_id'],
  ['/api/personal_api_keys/', { name: 'a', project_id: 99 }, 'invalid_input', 'project_id'],
  ['/api/personal_api_keys/', { name: 'a', user_id: 99 }, 'invalid_input', 'user_id'],
  ['/api/users/', { first_name: 'A' }, 'required', 'email'],
  ['/api/users/', { first_name: 'A', email: 'nobody' }, 'invalid_input', 'email'],
  ['/api/users/', { first_name: 'A', email: `${'a'.repeat(250)}@b.example` }, 'max_length', 'email'],
])('POST %s with %j answers 400 %s on %s', async (path, body, code, attr) => {
  const answer = await api('POST', path, body);
  expect(answer.status).toBe(400);
  expect(errorBody.parse(answer.body)).toMatchObject({ type: 'validation_error', code, attr });
});

test('a body that is not JSON is a parse error without a field', async () => {
  const headers = { authorization: `Bearer ${server.personalKey}` };
  const answer = await fetch(`${server.url}/api/projects/`, { method: 'POST', headers, body: '{"name":' });
  expect(answer.status).toBe(400);
  expect(errorBody.parse(await answer.json())).toMatchObject({ type: 'validation_error', code: 'parse_error' });
});

test('a list pages with absolute links', async () => {
  await addProject('Second');
  await addProject('Third');
  const first = projectList.parse((await api('GET', '/api/projects/?limit=2')).body);
  expect([first.count, first.results.length, first.previous]).toEqual([3, 2, null]);
  expect(first.next).toBe(`${server.url}/api/projects/?limit=2&offset=2`);
  const rest = projectList.parse(
    (await call(server.personalKey, 'GET', first.next?.slice(server.url.length) ?? '')).body,
  );
  expect(rest.results.map(({ name }) => name)).toEqual(['Third']);
  expect([rest.next, rest.previous]).toEqual([null, `${server.url}/api/projects/?limit=2&offset=0`]);
});

test.each(['limit=-1', 'limit=ten', 'offset=1.5', 'offset=-1'])('a page with %s is a 400', async (query) => {
  const answer = await api('GET', `/api/users/?${query}`);
  expect([answer.status, answer.body.code, answer.body.attr]).toEqual([400, 'invalid_input', query.split('=')[0]]);
});

test('a rotated project key keeps its row, and its old value stays as a revoked one', async () => {
  const before = projectKeyList.parse((await api('GET', '/api/projects/@current/api_keys/')).body).results[0];
  const path = `/api/projects/@current/api_keys/${before?.id}`;
  const rotated = projectKey.parse((await api('POST', `${path}/rotate/`)).body);
  expect(rotated).toMatchObject({ id: before?.id, name: before?.name, revoked_at: null });
  expect(rotated.value).not.toBe(before?.value);

  const after = projectKeyList.parse((await api('GET', '/api/projects/@current/api_keys/')).body);
  expect(after.results.map(({ value, revoked_at }) => [value, revoked_at === null])).toEqual([
    [rotated.value, true],
    [before?.value, false],
  ]);
  expect((await api('GET', '/api/projects/@current/')).body.api_key).toBe(rotated.value);
});

test('project keys are issued, renamed and revoked; a revoked one is not rotated', async () => {
  const issued = await api('POST', '/api/projects/@current/api_keys/', { name: 'CI' });
  expect(issued.status).toBe(201);
  const path = `/api/projects/@current/api_keys/${issued.body.id}/`;
  expect((await api('PATCH', path, { name: 'Build' })).body.name).toBe('Build');
  expect((await api('DELETE', path)).status).toBe(204);
  expect((await api('DELETE', path)).status).toBe(204);
  expect((await api('POST', `${path}rotate/`)).status).toBe(400);
  const keys = projectKeyList.parse((await api('GET', '/api/projects/@current/api_keys/')).body);
  expect(keys.results.find(({ name }) => name === 'Build')?.revoked_at).not.toBeNull();
});

test('a project key is found under its own project only', async () => {
  const other = await addProject('Other');
  const [key] = projectKeyList.parse((await api('GET', `/api/projects/${other}/api_keys/`)).body).results;
  const path = `/api/projects/@current/api_keys/${key?.id}/`;
  for (const answer of [await api('PATCH', path, { name: 'x' }), await api('DELETE', path)])
    expect(answer).toMatchObject({ status: 404, body: { detail: 'No such API key.' } });
});

test('the value of a personal key is shown once, and never stored in plain text', async () => {
  const issued = issuedPersonalKey.parse((await api('POST', '/api/personal_api_keys/', { name: 'CI' })).body);
  expect(issued.value).toMatch(/^phx_[0-9A-Za-z]{43}$/);
  expect(issued.value.startsWith(issued.mask.slice(0, -1))).toBe(true);
  const listed = await api('GET', '/api/personal_api_keys/');
  expect(JSON.stringify(listed.body)).not.toContain(issued.value);
  expect((await call(issued.value, 'GET', '/api/users/@me/')).status).toBe(200);
});

test('a rotated personal key is refused from the next request on, and its successor works', async () => {
  const issued = issuedPersonalKey.parse((await api('POST', '/api/personal_api_keys/', { name: 'CI' })).body);
  const path = `/api/personal_api_keys/${issued.id}/`;
  const rotated = issuedPersonalKey.parse((await call(issued.value, 'POST', `${path}rotate/`)).body);
  expect(rotated.id).toBe(issued.id);
  expect((await call(issued.value, 'GET', '/api/users/@me/')).status).toBe(401);
  expect((await call(rotated.value, 'GET', '/api/users/@me/')).status).toBe(200);
  expect((await api('DELETE', path)).status).toBe(204);
  expect((await call(rotated.value, 'GET', '/api/users/@me/')).status).toBe(401);
});

const readOnly = {
  200: ['GET /api/projects/', 'HEAD /api/projects/', 'GET /api/users/@me/'],
  403: [
    'POST /api/projects/',
    'PATCH /api/projects/@current/',
    'DELETE /api/projects/@current/',
    'POST /api/personal_api_keys/',
  ],
};
const asked = Object.entries(readOnly).flatMap(([status, routes]) => routes.map((route) => ({ route, status })));

test.each(asked)('a read-only key gets $status for $route', async ({ route, status }) => {
  const [method = '', path = ''] = route.split(' ');
  const answer = await call(
    await issueKey({ access: 'read' }),
    method,
    path,
    method === 'POST' ? { name: 'x' } : undefined,
  );
  expect(answer.status).toBe(Number(status));
  if (status === '403') expect(errorBody.parse(answer.body).code).toBe('permission_denied');
});

test('a key limited to one project sees only that project and its keys, and cannot create a key with more access', async () => {
  const other = await addProject('Other');
  const key = await issueKey({ project_id: other });
  expect(projectList.parse((await call(key, 'GET', '/api/projects/')).body).results.map(({ id }) => id)).toEqual([
    other,
  ]);
  expect((await call(key, 'GET', `/api/projects/${server.projectId}/`)).status).toBe(404);
  expect((await call(key, 'GET', `/api/projects/${server.projectId}/persons/`)).status).toBe(404);
  expect((await call(key, 'POST', '/api/projects/', { name: 'x' })).status).toBe(403);
  expect((await call(key, 'PATCH', '/api/users/@me/', { first_name: 'x' })).status).toBe(403);
  expect((await call(key, 'POST', '/api/personal_api_keys/', { name: 'wide' })).status).toBe(403);
  expect((await call(key, 'POST', '/api/personal_api_keys/', { name: 'own', project_id: other })).status).toBe(201);
  const seen = personalKeyList.parse((await call(key, 'GET', '/api/personal_api_keys/')).body).results;
  expect(seen.map(({ project_id }) => project_id)).toEqual([other, other]);
  const all = personalKeyList.parse((await api('GET', '/api/personal_api_keys/')).body).results;
  const wide = all.find(({ project_id }) => project_id === null);
  expect((await call(key, 'POST', `/api/personal_api_keys/${wide?.id}/rotate/`)).status).toBe(404);
});

test('deleting a project deletes the keys limited to it', async () => {
  const other = await addProject('Other');
  const key = await issueKey({ project_id: other });
  expect((await api('DELETE', `/api/projects/${other}/`)).status).toBe(204);
  expect((await call(key, 'GET', '/api/projects/')).status).toBe(401);
});

test('users are added and changed, and e-mail addresses are unique unless empty', async () => {
  const added = await api('POST', '/api/users/', { first_name: 'Ada', email: 'ada@example.org' });
  expect(added.status).toBe(201);
  const ada = userSummary.parse(added.body);
  expect(ada.is_email_verified).toBe(false);
  const taken = await api('PATCH', '/api/users/@me/', { email: 'ADA@example.org' });
  expect([taken.status, taken.body.code, taken.body.attr]).toEqual([400, 'unique', 'email']);
  expect((await api('PATCH', `/api/users/${ada.id}/`, { email: 'ADA@example.org' })).status).toBe(200);
  expect((await api('POST', '/api/users/', { first_name: 'B', email: '' })).status).toBe(201);
  expect((await api('POST', '/api/users/', { first_name: 'C', email: '' })).status).toBe(201);
  expect(await api('GET', '/api/users/99/')).toMatchObject({ status: 404, body: { detail: 'No such user.' } });

  const key = await api('POST', '/api/personal_api_keys/', { name: 'hers', user_id: ada.id });
  expect((await call(key.body.value, 'GET', '/api/users/@me/')).body.first_name).toBe('Ada');
});

test('a rotated project key is refused from the next request on, and its successor works', async () => {
  const send = async (key: string) => (await server.capture({ api_key: key, event: 'e', distinct_id: 'd' })).status;
  expect(await send(server.projectKey)).toBe(200);
  const [key] = projectKeyList.parse((await api('GET', '/api/projects/@current/api_keys/')).body).results;
  const rotated = projectKey.parse((await api('POST', `/api/projects/@current/api_keys/${key?.id}/rotate/`)).body);
  expect(await send(server.projectKey)).toBe(401);
  expect(await send(rotated.value)).toBe(200);
});

test('the last use of a key is known after a restart', async () => {
  await server.capture({ event: 'e', distinct_id: 'd' });
  await server.restart();
  const [key] = projectKeyList.parse((await api('GET', '/api/projects/@current/api_keys/')).body).results;
  expect(key?.last_used_at).not.toBeNull();
});

test('a personal key and the token of the data folder cannot sign out', async () => {
  for (const token of [server.personalKey, folderAccess(server.dataDir)?.token ?? ''])
    expect((await call(token, 'DELETE', '/api/session/')).body.detail).toBe(
      'Only a session can sign out; this request has none.',
    );
});
