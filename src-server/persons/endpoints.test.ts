import { expect, test } from 'vitest';
import { errorBody } from '../core/contract.ts';
import { propertyNames, propertyValues } from '../properties/contract.ts';
import { projectForEach } from '../testing/server-hooks.ts';
import { groupList, personDetail, personList } from './contract.ts';

const server = projectForEach();

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

test("a person's name is the e-mail, else the name, else the first distinct id, which is the user's own", async () => {
  await capture('$identify', 'a', 1, { $set: { name: 'Ada', email: 'ada@example.org' } });
  await capture('$identify', 'b', 2, { $set: { name: 'Bob', email: '' } });
  await capture('$identify', 'c', 3, { $anon_distinct_id: 'anon-of-c' });
  await capture('$identify', 'd', 4, { $set: { email: 5, name: ' ' } });
  // As posthog-js calls a visitor before the login.
  const anonymous = '01a229a1-b85d-7a91-9da3-32f178ad6ee7';
  await capture('open', anonymous, 5);
  await capture('$identify', 'e', 6, { $anon_distinct_id: anonymous });
  const unknown = '01a229a1-df25-7ff4-b1a7-898057da9bc4';
  await capture('open', unknown, 7);
  expect(await names('')).toEqual([unknown, 'e', 'd', 'c', 'Bob', 'ada@example.org']);
});

const searches: [search: string, expected: string[]][] = [
  ['alice', ['Alice Ångström']],
  [' alice\t', ['Alice Ångström']],
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
];

test('a search finds people by property, name and id, ignoring case', async () => {
  await capture('$identify', 'user-1', 1, { $anon_distinct_id: 'anon-1', $set: { name: 'Alice Ångström' } });
  await capture('$identify', 'user-2', 2, { $set: { name: '100% sure' } });
  await capture('$identify', 'a_b', 3);
  await capture('$identify', 'user-4', 4, { $set: { name: 'quoter', says: 'I say "hi"', path: 'back\\slash' } });
  for (const [search, expected] of searches) {
    expect.soft(await names(`search=${encodeURIComponent(search)}`), search).toEqual(expected);
  }
});

test('distinct_id matches exactly, and is combined with search by AND', async () => {
  await capture('$identify', 'user', 1, { $anon_distinct_id: 'anon', $set: { plan: 'free' } });
  await capture('open', 'user-2', 2);
  expect(await names('distinct_id=user')).toEqual(['user']);
  expect(await names('distinct_id=anon')).toEqual(['user']);
  expect(await names('distinct_id=USER')).toEqual([]);
  expect(await names('distinct_id=user&search=free')).toEqual(['user']);
  expect(await names('distinct_id=user-2&search=free')).toEqual([]);
  expect(await names('distinct_id=&search=')).toEqual(['user-2', 'user']);
});

test('a person has the origin of each id', async () => {
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

test('a person and a group are as old as their oldest event, which may arrive last', async () => {
  const ofAcme = { $groups: { company: 'acme' } };
  for (const time of [5, 2, 3]) await capture('open', 'user', time, ofAcme);
  const listed = personList.parse((await api('GET', '/api/projects/@current/persons/')).body);
  expect(listed.results).toMatchObject([{ created_at: at(2), last_seen_at: at(5) }]);
  const groups = groupList.parse((await api('GET', '/api/projects/@current/groups/')).body);
  expect(groups.results).toMatchObject([{ created_at: at(2) }]);
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
  expect((await api('GET', '/api/projects/@current/group_types/')).body).toEqual({
    results: [
      { group_type: 'company', group_type_index: 0 },
      { group_type: 'team', group_type_index: 1 },
    ],
  });
});

test('a filter given twice is a 400 on that filter', async () => {
  const answer = await api('GET', '/api/projects/@current/persons/?search=a&search=b');
  expect(answer.status).toBe(400);
  expect(errorBody.parse(answer.body)).toMatchObject({ code: 'invalid_input', attr: 'search' });
});

const suggest = async (path: string) => (await api('GET', `/api/projects/@current/persons/${path}`)).body.results;

test('property names are suggested, most frequent first', async () => {
  await capture('$identify', 'a', 1, { $set: { plan: 'pro', Größe: 1 } });
  await capture('$identify', 'b', 2, { $set: { plan: 'free', city: null } });
  await capture('$identify', 'c', 3, { $set: { plan: 'free', größe: 2, city: 'Bern' } });
  await capture('$groupidentify', 'a', 4, { $group_type: 'company', $group_key: 'x', $group_set: { seats: 5 } });
  await capture('$groupidentify', 'a', 5, {
    $group_type: 'team',
    $group_key: 'y',
    $group_set: { seats: 6, lead: 'a' },
  });
  const all = propertyNames.parse({ results: await suggest('properties/') });
  expect(all.results).toEqual([
    { key: 'plan', count: 3 },
    { key: 'city', count: 2 },
    { key: 'Größe', count: 1 },
    { key: 'größe', count: 1 },
  ]);
  expect(await suggest(`properties/?kind=person&group_type_index=&search=${encodeURIComponent('RÖSS')}`)).toEqual([]);
  expect(await suggest(`properties/?search=${encodeURIComponent('RÖß')}`)).toHaveLength(2);
  expect(await suggest('properties/?kind=group')).toEqual([
    { key: 'seats', count: 2 },
    { key: 'lead', count: 1 },
  ]);
  expect(await suggest('properties/?kind=group&group_type_index=0')).toEqual([{ key: 'seats', count: 1 }]);
  expect(await suggest('properties/?kind=group&group_type_index=4')).toEqual([]);
});

test('property values are suggested as sent, most frequent first', async () => {
  const values = ['pro', 'pro', 'Free', 5, '5', true, null, { a: 1 }, 'x'.repeat(500)];
  for (const [index, plan] of values.entries()) await capture('$identify', `user-${index}`, index, { $set: { plan } });
  await capture('$identify', 'other', 20, { $set: { size: 1 } });
  await capture('$groupidentify', 'a', 21, { $group_type: 'company', $group_key: 'x', $group_set: { plan: 'team' } });
  const { results } = propertyValues.parse({ results: await suggest('property_values/?key=plan') });
  expect(results[0]).toEqual({ value: 'pro', count: 2 });
  expect(results.map(({ value }) => value)).toEqual(['pro', '5', 'Free', 5, null, true, { a: 1 }]);
  expect(await suggest('property_values/?key=plan&search=R')).toEqual([
    { value: 'pro', count: 2 },
    { value: 'Free', count: 1 },
    { value: true, count: 1 },
  ]);
  expect(await suggest('property_values/?key=plan&kind=group&group_type_index=0')).toEqual([
    { value: 'team', count: 1 },
  ]);
  expect(await suggest('property_values/?key=toString')).toEqual([]);
});

test('at most 100 names and 50 values are suggested', async () => {
  const many = Object.fromEntries(Array.from({ length: 120 }, (_, index) => [`key-${index}`, index]));
  await capture('$identify', 'rich', 1, { $set: many });
  const batch = Array.from({ length: 60 }, (_, index) => ({
    event: '$identify',
    distinct_id: `user-${index}`,
    properties: { $set: { nr: index } },
  }));
  await server.capture({ batch }, '/batch/');
  expect(await suggest('properties/')).toHaveLength(100);
  expect((await suggest('properties/'))[0]).toEqual({ key: 'nr', count: 60 });
  expect(await suggest('property_values/?key=nr')).toHaveLength(50);
});

test.each([
  ['properties/?kind=event', 'kind', 'invalid_choice'],
  ['properties/?kind=group&group_type_index=5', 'group_type_index', 'invalid_input'],
  ['properties/?group_type_index=x', 'group_type_index', 'invalid_input'],
  ['property_values/?key=', 'key', 'required'],
  ['property_values/', 'key', 'required'],
  ['property_values/?key=a&key=b', 'key', 'invalid_input'],
])('%s is a 400 that names the parameter', async (path, attr, code) => {
  const answer = await api('GET', `/api/projects/@current/persons/${path}`);
  expect(answer.status).toBe(400);
  expect(errorBody.parse(answer.body)).toMatchObject({ type: 'validation_error', code, attr });
});

test('suggestions for people refuse a group type, which they would ignore', async () => {
  for (const query of ['properties/?group_type_index=0', 'property_values/?key=a&kind=person&group_type_index=0']) {
    const answer = await api('GET', `/api/projects/@current/persons/${query}`);
    expect(answer).toMatchObject({ status: 400, body: { attr: 'group_type_index' } });
  }
});

test('an unknown or merged person has no page and no timeline, and the error names the merge', async () => {
  await capture('open', 'anon', 1);
  const [anon] = personList.parse((await api('GET', '/api/projects/@current/persons/')).body).results;
  await capture('open', 'ann', 2);
  await capture('$merge_dangerously', 'ann', 3, { alias: 'anon' });
  const detail = 'No such person. It may have been merged into another.';
  for (const path of [anon?.id, 999_999].flatMap((id) => [`${id}/`, `${id}/timeline/`, `${id}/preview/`])) {
    const answer = await api('GET', `/api/projects/@current/persons/${path}`);
    expect([path, answer]).toMatchObject([path, { status: 404, body: { detail } }]);
  }
});
