import { expect, test } from 'vitest';
import { serverForEach } from '../testing/server-hooks.ts';

const root = '/api/projects/1/feature_flags/';
const variants = (...weights: number[]) => ({
  variants: weights.map((rollout_percentage, index) => ({
    key: `v${index}`,
    name: `Variant ${index}`,
    rollout_percentage,
  })),
});

const server = serverForEach();

type Body = Record<string, unknown>;
const add = async (flag: object) => (await server.api('POST', root, flag)).body as Body & { id: number };
const list = async (query = '') => {
  const { body } = await server.api('GET', `${root}${query}`);
  return (body as { results: { key: string }[] }).results.map(({ key }) => key);
};

test('a flag is created with defaults for missing fields, and can be read', async () => {
  const created = await server.api('POST', root, { key: 'new-checkout' });
  expect(created.status).toBe(201);
  expect(created.body).toMatchObject({
    id: 1,
    key: 'new-checkout',
    name: '',
    active: true,
    deleted: false,
    ensure_experience_continuity: false,
    filters: {
      groups: [{ properties: [], rollout_percentage: 100, variant: null }],
      multivariate: null,
      payloads: {},
      aggregation_group_type_index: null,
    },
    version: 1,
    created_by: { id: 1 },
    last_served_at: null,
  });
  expect((await server.api('GET', `${root}1/`)).body).toEqual(created.body);
});

test.each<[string, object, string, string]>([
  ['no key', {}, 'required', 'key'],
  ['a null key', { key: null }, 'null', 'key'],
  ['an empty key', { key: '' }, 'blank', 'key'],
  ['a key with a space', { key: 'a b' }, 'invalid_input', 'key'],
  ['a key that no object can have', { key: '__proto__' }, 'invalid_input', 'key'],
  ['a key that no URL can have', { key: '..' }, 'invalid_input', 'key'],
  ['a key of 401 characters', { key: 'k'.repeat(401) }, 'max_length', 'key'],
  ['active that is no boolean', { key: 'a', active: 'yes' }, 'invalid_input', 'active'],
  [
    'weights under 100',
    { key: 'a', filters: { multivariate: variants(50, 49) } },
    'invalid_input',
    'filters__multivariate__variants',
  ],
  [
    'weights over 100',
    { key: 'a', filters: { multivariate: variants(50, 51) } },
    'invalid_input',
    'filters__multivariate__variants',
  ],
  [
    'a negative weight',
    { key: 'a', filters: { multivariate: variants(150, -50) } },
    'invalid_input',
    'filters__multivariate__variants__0__rollout_percentage',
  ],
  [
    'no variants',
    { key: 'a', filters: { multivariate: { variants: [] } } },
    'invalid_input',
    'filters__multivariate__variants',
  ],
  [
    'a rollout over 100',
    { key: 'a', filters: { groups: [{ rollout_percentage: 101 }] } },
    'invalid_input',
    'filters__groups__0__rollout_percentage',
  ],
  [
    'an unknown operator',
    { key: 'a', filters: { groups: [{ properties: [{ key: 'x', operator: 'like', value: 1 }] }] } },
    'invalid_choice',
    'filters__groups__0__properties__0__operator',
  ],
  [
    'a regex that is none',
    { key: 'a', filters: { groups: [{ properties: [{ key: 'x', operator: 'regex', value: '(' }] }] } },
    'invalid_input',
    'filters__groups__0__properties__0__value',
  ],
  [
    'a look-ahead, which RE2 has not',
    { key: 'a', filters: { groups: [{ properties: [{ key: 'x', operator: 'regex', value: 'a(?=b)' }] }] } },
    'invalid_input',
    'filters__groups__0__properties__0__value',
  ],
  [
    'a variant that is not there',
    { key: 'a', filters: { groups: [{ variant: 'x' }] } },
    'invalid_input',
    'filters__groups__0__variant',
  ],
  [
    'a payload that is no JSON',
    { key: 'a', filters: { payloads: { true: '{' } } },
    'invalid_input',
    'filters__payloads__true',
  ],
  [
    'a payload of no variant',
    { key: 'a', filters: { payloads: { blue: '1' } } },
    'invalid_input',
    'filters__payloads__blue',
  ],
  [
    'a group type that cannot be',
    { key: 'a', filters: { aggregation_group_type_index: 5 } },
    'invalid_input',
    'filters__aggregation_group_type_index',
  ],
])('%s is rejected with its field', async (_name, flag, code, attr) => {
  const { status, body } = await server.api('POST', root, flag);
  expect({ status, body }).toMatchObject({ status: 400, body: { type: 'validation_error', code, attr } });
  expect(await list()).toEqual([]);
});

test('only one flag that is not deleted can have a key', async () => {
  const first = await add({ key: 'a' });
  expect((await server.api('POST', root, { key: 'a' })).body).toMatchObject({ code: 'unique', attr: 'key' });
  await server.api('PATCH', `${root}${first.id}/`, { deleted: true });
  const second = await add({ key: 'a' });
  expect(second.id).toBe(2);
  const restored = await server.api('PATCH', `${root}${first.id}/`, { deleted: false });
  expect(restored).toMatchObject({ status: 400, body: { code: 'unique', attr: 'key' } });
});

test('PATCH changes only sent fields, and increments the version', async () => {
  await add({ key: 'a', name: 'First', filters: { groups: [{ rollout_percentage: 10 }] } });
  const { body } = await server.api('PATCH', `${root}1/`, { active: false, id: 9, version: 7, unknown: 1 });
  expect(body).toMatchObject({ id: 1, active: false, name: 'First', version: 2 });
  expect(body).toMatchObject({ filters: { groups: [{ rollout_percentage: 10 }] } });
  expect((await server.api('PATCH', `${root}1/`, { active: false })).body).toMatchObject({ version: 2 });
  expect((await server.api('PUT', `${root}1/`, { name: 'x' })).body).toMatchObject({ code: 'required', attr: 'key' });
  expect((await server.api('PUT', `${root}1/`, { key: 'a' })).body).toMatchObject({
    name: '',
    active: true,
    version: 3,
  });
});

test('PATCH keeps the filters that are not sent; a sent key replaces its whole value, null removes it', async () => {
  const filters = {
    groups: [{ properties: [{ key: 'plan', value: 'pro' }], rollout_percentage: 40, variant: null }],
    multivariate: variants(30, 70),
    payloads: { v0: '"a"', v1: '{"b":1}' },
    aggregation_group_type_index: 2,
  };
  const made = await add({ key: 'a', filters });
  const change = async (sent: object) =>
    (await server.api('PATCH', `${root}1/`, { filters: sent })).body as {
      filters: object;
      code?: string;
      attr?: string;
    };
  expect(await change({})).toEqual(made);
  const groups = [{ properties: [], rollout_percentage: 5, variant: 'v1' }];
  expect((await change({ groups })).filters).toEqual({ ...(made.filters as object), groups });
  expect((await change({ payloads: { v1: 1 } })).filters).toEqual({ ...filters, groups, payloads: { v1: '1' } });
  expect(await change({ multivariate: variants(100) })).toMatchObject({
    code: 'invalid_input',
    attr: 'filters__groups__0__variant',
  });
  expect((await change({ payloads: null, groups: null, aggregation_group_type_index: null })).filters).toEqual({
    groups: [],
    multivariate: filters.multivariate,
    payloads: {},
    aggregation_group_type_index: null,
  });
  expect((await change({ multivariate: null })).filters).toMatchObject({ multivariate: null });
  const { body } = await server.api('PUT', `${root}1/`, { key: 'a', filters: {} });
  expect(body).toMatchObject({ filters: { groups: [], multivariate: null, payloads: {} } });
});

test('a deleted flag is missing from the list and decide, but can be read and restored', async () => {
  await add({ key: 'a' });
  await server.api('PATCH', `${root}1/`, { deleted: true });
  expect(await list()).toEqual([]);
  expect(await list('?deleted=true')).toEqual(['a']);
  expect((await server.api('GET', `${root}1/`)).body).toMatchObject({ deleted: true });
  expect((await server.capture({ distinct_id: 'x' }, '/decide/?v=3')).body).toMatchObject({ featureFlags: {} });
  await server.api('PATCH', `${root}1/`, { deleted: false });
  expect(await list()).toEqual(['a']);
  expect((await server.capture({ distinct_id: 'x' }, '/decide/?v=3')).body).toMatchObject({
    featureFlags: { a: true },
  });
});

test('DELETE is rejected and changes nothing', async () => {
  const flag = await add({ key: 'a' });
  const { status, body, headers } = await server.api('DELETE', `${root}1/`);
  expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD, PATCH, PUT']);
  expect(body).toMatchObject({ type: 'invalid_request', code: 'method_not_allowed' });
  expect((await server.api('GET', `${root}1/`)).body).toEqual(flag);
});

test('the list is searched, filtered and paged', async () => {
  await add({ key: 'alpha', name: 'First one' });
  await add({ key: 'beta', active: false });
  await add({ key: 'gamma', filters: { multivariate: variants(100) } });
  await add({ key: 'delta_1', filters: { aggregation_group_type_index: 0 } });
  expect(await list()).toEqual(['delta_1', 'gamma', 'beta', 'alpha']);
  expect(await list('?search=FIRST')).toEqual(['alpha']);
  expect(await list('?search=a_1')).toEqual(['delta_1']);
  for (const search of ['%25', '%00']) expect(await list(`?search=${search}`), search).toEqual([]);
  expect(await list('?active=false')).toEqual(['beta']);
  expect(await list('?type=multivariate')).toEqual(['gamma']);
  expect(await list('?type=group')).toEqual(['delta_1']);
  expect(await list('?type=boolean&active=true')).toEqual(['delta_1', 'alpha']);
  const { body } = await server.api('GET', `${root}?limit=1&offset=1&type=boolean`);
  expect(body).toMatchObject({
    count: 3,
    next: `${server.url}${root}?limit=1&offset=2&type=boolean`,
    previous: `${server.url}${root}?limit=1&offset=0&type=boolean`,
  });
  expect((await server.api('GET', `${root}?type=odd`)).body).toMatchObject({ code: 'invalid_choice', attr: 'type' });
});

test('a flag of another project is not found', async () => {
  await add({ key: 'a' });
  await server.api('POST', '/api/projects/', { name: 'Other' });
  const other = '/api/projects/2/feature_flags/';
  for (const path of ['1/', '1/history/', '1/usage/', '1/served/', 'x/', '9/']) {
    expect((await server.api('GET', other + path)).body).toMatchObject({ code: 'not_found' });
  }
  expect((await server.api('PATCH', `${other}1/`, { active: false })).status).toBe(404);
  expect((await server.api('POST', `${other}1/overrides/`, { value: true })).status).toBe(404);
  expect((await server.api('POST', other, { key: 'a' })).status).toBe(201);
});

test('the history lists changes with their author, newest first', async () => {
  await add({ key: 'a' });
  await server.api('PATCH', `${root}1/`, { active: false });
  await server.api('PATCH', `${root}1/`, { deleted: true });
  await server.api('PATCH', `${root}1/`, { deleted: false });
  await server.api('POST', `${root}1/overrides/`, { value: true });
  await server.api('DELETE', `${root}overrides/`);
  const { body } = await server.api('GET', `${root}1/history/`);
  const { results } = body as { results: { kind: string; user: object; before: Body | null; after: Body | null }[] };
  expect(results.map(({ kind }) => kind)).toEqual([
    'override_cleared',
    'override_set',
    'restored',
    'deleted',
    'updated',
    'created',
  ]);
  expect(results[4]).toMatchObject({ user: { id: 1 }, before: { active: true }, after: { active: false } });
  expect(results[1]).toMatchObject({ before: null, after: { distinct_id: null, value: true } });
});

test.each([
  [
    { multivariate: null, payloads: { nope: 1 } },
    'payloads__nope',
    '`filters.payloads.nope` must be named "true" in a flag without variants; got "nope".',
  ],
  [
    { multivariate: variants(50, 50), payloads: { true: '"on"' } },
    'payloads__true',
    '`filters.payloads.true` must be named by the key of a variant; got "true".',
  ],
  [
    { multivariate: { variants: [0, 1].map(() => ({ key: 'same', rollout_percentage: 50 })) } },
    'multivariate__variants',
    '`filters.multivariate.variants` must have a different key for each variant; got "same".',
  ],
])('%j is rejected with its field and detail', async (filters, attr, detail) => {
  const answer = await server.api('POST', root, { key: 'a', filters });
  expect(answer).toMatchObject({ status: 400, body: { attr: `filters__${attr}`, detail } });
});

const draft = { key: 'a', filters: {} };
test.each([
  ['evaluate/', { distinct_id: 'ann', person_propertes: {} }, 'person_propertes'],
  ['reach/', { ...draft, limit: 3 }, 'limit'],
  ['1/preview_change/', { draft, tets_run: 'a' }, 'tets_run'],
  ['1/duplicate/', { name: 'copy' }, 'name'],
  ['1/overrides/', { value: true, distinctId: 'ann' }, 'distinctId'],
  ['bulk/', { items: [{ id: 1, name: 'a' }] }, 'items__0__name'],
])('%s rejects unknown fields: %j', async (path, body, attr) => {
  await server.api('POST', root, { key: 'a' });
  const { status, body: error } = await server.api('POST', `${root}${path}`, body);
  expect([status, error]).toMatchObject([400, { attr, detail: expect.stringContaining('Unknown key') }]);
});
