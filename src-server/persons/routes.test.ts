import { afterEach, beforeEach, expect, test } from 'vitest';
import { errorBody } from '../http/contract.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { groupList, personDetail, personList } from './contract.ts';

let server: TestServer;

beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.close());

async function api(method: string, path: string, body?: unknown) {
  const answer = await server.api(method, path, body);
  return { ...answer, body: answer.body as ReturnType<typeof JSON.parse> };
}

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();

async function capture(event: string, distinctId: string, minute: number, properties: Record<string, unknown> = {}) {
  const answer = await server.capture({
    event,
    distinct_id: distinctId,
    timestamp: at(minute),
    properties,
  });
  expect(answer.status).toBe(200);
}

async function names(query: string): Promise<string[]> {
  const answer = await api('GET', `/api/projects/@current/persons/?${query}`);
  expect(answer.status).toBe(200);
  return personList.parse(answer.body).results.map(({ name }) => name);
}

test('persons are listed with the newest activity first', async () => {
  await capture('open', 'first', 1);
  await capture('open', 'second', 2);
  await capture('open', 'third', 3);
  await capture('open', 'first', 4);
  expect(await names('')).toEqual(['first', 'third', 'second']);
  const page = personList.parse((await api('GET', '/api/projects/@current/persons/?limit=1&offset=1')).body);
  expect(page).toMatchObject({ count: 3, results: [{ name: 'third', last_seen_at: at(3), is_identified: false }] });
  expect(page.next).toContain('offset=2');
  expect(page.previous).toContain('offset=0');
});

test('a person is called by e-mail, else name, else the id that made it', async () => {
  await capture('$identify', 'a', 1, { $set: { name: 'Ada', email: 'ada@example.org' } });
  await capture('$identify', 'b', 2, { $set: { name: 'Bob', email: '' } });
  await capture('$identify', 'c', 3, { $anon_distinct_id: 'anon-of-c' });
  await capture('$identify', 'd', 4, { $set: { email: 5, name: ' ' } });
  expect(await names('')).toEqual(['d', 'c', 'Bob', 'ada@example.org']);
});

test.each([
  ['alice', ['Alice Ångström']],
  ['ALICE', ['Alice Ångström']],
  ['ångström', ['Alice Ångström']],
  ['ÅNGSTRÖM', ['Alice Ångström']],
  ['USER-1', ['Alice Ångström']],
  ['anon-1', ['Alice Ångström']],
  ['100%', ['100% sure']],
  ['%', ['100% sure']],
  ['_', ['a_b']],
  ['say "hi"', ['quoter']],
  ['back\\slash', ['quoter']],
  ['nobody', []],
])('the search for %s finds %j', async (search, expected) => {
  await capture('$identify', 'user-1', 1, { $anon_distinct_id: 'anon-1', $set: { name: 'Alice Ångström' } });
  await capture('$identify', 'user-2', 2, { $set: { name: '100% sure' } });
  await capture('$identify', 'a_b', 3);
  await capture('$identify', 'user-4', 4, { $set: { name: 'quoter', says: 'I say "hi"', path: 'back\\slash' } });
  expect(await names(`search=${encodeURIComponent(search)}`)).toEqual(expected);
});

test('distinct_id is exact, and together with search both must hold', async () => {
  await capture('$identify', 'user', 1, { $anon_distinct_id: 'anon', $set: { plan: 'free' } });
  await capture('open', 'user-2', 2);
  expect(await names('distinct_id=user')).toEqual(['user']);
  expect(await names('distinct_id=anon')).toEqual(['user']);
  expect(await names('distinct_id=USER')).toEqual([]);
  expect(await names('distinct_id=user&search=free')).toEqual(['user']);
  expect(await names('distinct_id=user-2&search=free')).toEqual([]);
  expect(await names('distinct_id=&search=')).toEqual(['user-2', 'user']);
});

test('a person tells how each id came to it', async () => {
  await capture('open', 'anon', 1);
  await capture('open', 'user', 2);
  await capture('$identify', 'user', 3, { $anon_distinct_id: 'anon' });
  const listed = personList.parse((await api('GET', '/api/projects/@current/persons/')).body);
  expect(listed.count).toBe(1);
  const answer = await api('GET', `/api/projects/@current/persons/${listed.results[0]?.id}/`);
  const detail = personDetail.parse(answer.body);
  expect(detail).toMatchObject({ distinct_ids: ['user', 'anon'], is_identified: true, created_at: at(1) });
  expect(detail.identities).toEqual([
    { distinct_id: 'user', created_at: at(2), merged_at: null },
    { distinct_id: 'anon', created_at: at(1), merged_at: at(3) },
  ]);
});

test.each(['999', '0', 'abc', '1.5'])('the unknown person %s is a 404', async (id) => {
  const answer = await api('GET', `/api/projects/@current/persons/${id}/`);
  expect(answer.status).toBe(404);
  expect(errorBody.parse(answer.body).code).toBe('not_found');
});

test('a person of another project is a 404', async () => {
  await capture('open', 'user', 1);
  const other = (await api('POST', '/api/projects/', { name: 'Other' })).body.id;
  const listed = personList.parse((await api('GET', '/api/projects/@current/persons/')).body);
  expect((await api('GET', `/api/projects/${other}/persons/${listed.results[0]?.id}/`)).status).toBe(404);
  expect((await api('GET', `/api/projects/${other}/persons/`)).body.count).toBe(0);
});

test('groups are listed by type and key, and searched in keys and properties', async () => {
  await capture('open', 'user', 1, { $groups: { company: 'b-corp', team: 'red' } });
  await capture('$groupidentify', 'user', 2, {
    $group_type: 'company',
    $group_key: 'a-corp',
    $group_set: { city: 'Zürich' },
  });
  const list = async (query: string) =>
    groupList
      .parse((await api('GET', `/api/projects/@current/groups/?${query}`)).body)
      .results.map(({ group_type, group_key }) => `${group_type} ${group_key}`);
  expect(await list('')).toEqual(['company a-corp', 'company b-corp', 'team red']);
  expect(await list('group_type=team')).toEqual(['team red']);
  expect(await list(`search=${encodeURIComponent('ZÜRICH')}`)).toEqual(['company a-corp']);
  expect(await list('search=CORP&limit=1')).toEqual(['company a-corp']);
  expect(await list('search=red&group_type=company')).toEqual([]);
});

test.each([
  ['POST', 'persons/'],
  ['DELETE', 'persons/1/'],
  ['PATCH', 'groups'],
])('%s %s is a 405 that allows reading', async (method, path) => {
  const answer = await api(method, `/api/projects/@current/${path}`);
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
});

test('a filter given twice is a 400 on that filter', async () => {
  const answer = await api('GET', '/api/projects/@current/persons/?search=a&search=b');
  expect(answer.status).toBe(400);
  expect(errorBody.parse(answer.body)).toMatchObject({ code: 'invalid_input', attr: 'search' });
});
