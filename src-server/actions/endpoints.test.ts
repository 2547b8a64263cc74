import { describe, expect, test } from 'vitest';
import { serverForAll } from '../testing/server-hooks.ts';
import { action, actionList } from './contract.ts';
import { settled } from './testing.ts';

const server = serverForAll();
const path = '/api/projects/1/actions/';
const api = (method: string, rest: string, body?: unknown) => server.api(method, `${path}${rest}`, body);
let names = 0;
const add = async (fields: object = {}) => {
  names += 1;
  const { status, body } = await api('POST', '', { name: `Action ${names}`, ...fields });
  expect({ status, body }).toMatchObject({ status: 201 });
  return action.parse(body);
};

test('an action is returned with every documented field', async () => {
  const sent = {
    name: ' Bought ',
    description: 'Somebody paid',
    tags: ['Shop', ' shop ', 'money', ''],
    post_to_chat: true,
    chat_message_format: '[person] bought',
    steps: [{ event: 'bought', url: '/shop', properties: { plan: 'pro' }, name: 'first', unknown: 1 }, {}],
    unknown: true,
  };
  const made = await add(sent);
  expect(made).toMatchObject({
    name: 'Bought',
    description: 'Somebody paid',
    tags: ['shop', 'money'],
    post_to_chat: true,
    chat_message_format: '[person] bought',
    deleted: false,
    is_calculating: true,
    last_calculated_at: null,
    team_id: 1,
    is_action: true,
    created_by: { id: 1, first_name: 'Me' },
  });
  expect(made.steps[0]).toEqual({
    id: made.steps[0]?.id,
    event: 'bought',
    tag_name: null,
    text: null,
    href: null,
    selector: null,
    url: '/shop',
    url_matching: 'contains',
    name: 'first',
    properties: { plan: 'pro' },
  });
  expect(new Set(made.steps.map(({ id }) => id)).size).toBe(2);
  const later = await settled(api, made.id);
  expect(later.last_calculated_at).not.toBeNull();
  expect({ ...later, is_calculating: true, last_calculated_at: null }).toEqual(made);
});

test('an empty url_matching and a null property count as absent, and are returned as sent', async () => {
  const made = await add({ steps: [{ event: 'a', url: '/x', url_matching: '', properties: { plan: null, size: 2 } }] });
  expect(made.steps).toMatchObject([{ url_matching: 'contains', properties: { plan: null, size: 2 } }]);
  await settled(api, made.id);
  const properties = { $current_url: 'https://a/x', size: 2 };
  await server.capture({ event: 'a', distinct_id: 'ann', properties });
  await server.capture({ event: 'a', distinct_id: 'ann', properties: { ...properties, size: 3 } });
  await settled(api, made.id);
  expect((await api('GET', `${made.id}/count/`)).body).toMatchObject({ count: 1 });
});

const refused: [body: object, attr: string, code?: string][] = [
  [{}, 'name', 'required'],
  [{ name: null }, 'name', 'null'],
  [{ name: ' ' }, 'name', 'blank'],
  [{ name: 'x'.repeat(401) }, 'name', 'max_length'],
  [{ name: 'a', chat_message_format: 'x'.repeat(601) }, 'chat_message_format', 'max_length'],
  [{ name: 'a', tags: 'x' }, 'tags'],
  [{ name: 'a', tags: [1] }, 'tags__0'],
  [{ name: 'a', steps: {} }, 'steps'],
  [{ name: 'a', steps: null }, 'steps', 'null'],
  [{ name: 'a', steps: [1] }, 'steps__0'],
  [{ name: 'a', steps: [{}, { url_matching: 'like' }] }, 'steps__1__url_matching', 'invalid_choice'],
  [{ name: 'a', steps: [{ url: '(', url_matching: 'regex' }] }, 'steps__0__url'],
  [{ name: 'a', steps: [{ selector: 'a + b' }] }, 'steps__0__selector'],
  [{ name: 'a', steps: [{ selector: 'a:hover' }] }, 'steps__0__selector'],
  [{ name: 'a', steps: [{ selector: '>' }] }, 'steps__0__selector'],
  [{ name: 'a', steps: [{ properties: 'x' }] }, 'steps__0__properties'],
  [{ name: 'a', steps: [{ properties: [{ value: 1 }] }] }, 'steps__0__properties__0__key', 'required'],
  [
    { name: 'a', steps: [{ properties: { a: { operator: 'like' } } }] },
    'steps__0__properties__a__operator',
    'invalid_choice',
  ],
  [{ name: 'a', steps: [{ properties: { a: { value: '(', operator: 'regex' } } }] }, 'steps__0__properties__a__value'],
  [
    { name: 'a', steps: [{ properties: [{ key: 'a', operator: 'gt', value: 'x' }] }] },
    'steps__0__properties__0__value',
  ],
  [{ name: 'a', last_calculated_at: 'soon' }, 'last_calculated_at'],
  [{ name: 'a', deleted: 'yes' }, 'deleted'],
];
test.each(refused)('%j is a 400 that names its field', async (body, attr, code = 'invalid_input') => {
  expect(await api('POST', '', body)).toMatchObject({ status: 400, body: { type: 'validation_error', code, attr } });
});

describe('a change', () => {
  test('by PATCH changes only sent fields, and known steps keep their ids', async () => {
    const made = await add({ description: 'old', tags: ['a'], steps: [{ event: 'a' }, { event: 'b' }] });
    const patched = await api('PATCH', `${made.id}/`, { description: 'new' });
    expect(patched).toMatchObject({ status: 200, body: { description: 'new', tags: ['a'], steps: made.steps } });
    const emptied = await api('PATCH', `${made.id}/`, { steps: null });
    expect(emptied).toMatchObject({ status: 400, body: { code: 'null', attr: 'steps' } });
    const [, second] = made.steps;
    const steps = [{ ...second, event: 'c' }, { id: 'mine', event: 'd' }, { ...second }];
    const replaced = action.parse((await api('PATCH', `${made.id}/`, { steps })).body);
    expect(replaced.steps.map(({ event }) => event)).toEqual(['c', 'd', 'b']);
    expect(replaced.steps[0]?.id).toBe(second?.id);
    expect(new Set(replaced.steps.map(({ id }) => id)).size).toBe(3);
    expect(replaced.steps[1]?.id).not.toBe('mine');
  });

  test('by PUT needs the name', async () => {
    const made = await add();
    expect(await api('PUT', `${made.id}/`, { description: 'x' })).toMatchObject({
      status: 400,
      body: { code: 'required', attr: 'name' },
    });
    const { status, body } = await api('PUT', `${made.id}/`, { ...made, description: 'put' });
    expect({ status, body }).toMatchObject({ status: 200, body: { name: made.name, description: 'put' } });
  });

  test('a sent last_calculated_at is kept until the next calculation', async () => {
    const made = await settled(api, (await add()).id);
    const at = '2020-01-02T03:04:05Z';
    const patched = await api('PATCH', `${made.id}/`, { last_calculated_at: at });
    expect(patched.body).toMatchObject({ last_calculated_at: '2020-01-02T03:04:05.000Z', is_calculating: false });
    await api('PATCH', `${made.id}/`, { steps: [] });
    expect((await settled(api, made.id)).last_calculated_at).not.toContain('2020');
  });

  test('the name of another action is refused, and the name of a deleted one is free', async () => {
    const [one, two] = [await add(), await add()];
    const unique = { status: 400, body: { code: 'unique', attr: 'name' } };
    expect(await api('POST', '', { name: one.name })).toMatchObject(unique);
    expect(await api('PATCH', `${two.id}/`, { name: one.name })).toMatchObject(unique);
    await api('PATCH', `${one.id}/`, { deleted: true });
    expect((await api('PATCH', `${two.id}/`, { name: one.name })).status).toBe(200);
    expect(await api('PATCH', `${one.id}/`, { deleted: false })).toMatchObject(unique);
  });
});

test('a deleted action leaves the list, stays readable and can be restored', async () => {
  const made = await add({ steps: [{ event: 'while away' }] });
  const ids = async (query = '') =>
    actionList.parse((await api('GET', `?limit=1000&${query}`)).body).results.map(({ id }) => id);
  expect((await api('PATCH', `${made.id}/`, { deleted: true })).body).toMatchObject({ deleted: true });
  expect(await ids()).not.toContain(made.id);
  expect(await ids('include_deleted=true')).toContain(made.id);
  expect(await ids('deleted=true')).toContain(made.id);
  expect((await api('GET', `${made.id}/`)).body).toMatchObject({ deleted: true });
  await server.capture({ event: 'while away', distinct_id: 'ann' });
  await api('PATCH', `${made.id}/`, { deleted: false });
  await settled(api, made.id);
  expect(await ids()).toContain(made.id);
  expect((await api('GET', `${made.id}/count/`)).body).toMatchObject({ count: 1 });
});

test('DELETE is refused with 405, Allow and no body, and changes nothing', async () => {
  const made = await settled(api, (await add()).id);
  const { status, body, headers } = await api('DELETE', `${made.id}/`);
  expect({ status, body, allow: headers.get('allow') }).toEqual({
    status: 405,
    body: null,
    allow: 'GET, HEAD, PATCH, PUT',
  });
  expect((await api('GET', `${made.id}/`)).body).toEqual(made);
});

test('the list is newest first, paged, and narrowed by text and tags', async () => {
  const made = [];
  for (const tags of [['red'], ['red', 'blue'], ['green']]) made.push(await add({ tags, description: 'Needle 100%' }));
  const list = async (query: string) => actionList.parse((await api('GET', `?${query}`)).body);
  const found = await list('search=needle&limit=2');
  expect(found.count).toBe(3);
  expect(found.results.map(({ id }) => id)).toEqual([made[2]?.id, made[1]?.id]);
  const next = actionList.parse(
    (await server.api('GET', new URL(found.next ?? '').pathname + new URL(found.next ?? '').search)).body,
  );
  expect(next.results.map(({ id }) => id)).toEqual([made[0]?.id]);
  expect((await list('tags=BLUE, green')).results.map(({ id }) => id)).toEqual([made[2]?.id, made[1]?.id]);
  expect((await list('search=100%25')).count).toBe(3);
  expect((await list('search=%20needle%20')).count).toBe(3);
  expect((await list('search=100_')).count).toBe(0);
});

test.each(['999/', '0/', 'x/', '999/count/', '999/events/', 'people/?action_id=999', 'matches/?event=no-uuid'])(
  '%s is a 404',
  async (rest) => {
    expect(await api('GET', rest)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  },
);

test('an action of another project is a 404', async () => {
  const made = await add();
  const { body } = await server.api('POST', '/api/projects/', { name: 'Other' });
  const other = `/api/projects/${(body as { id: number }).id}/actions/`;
  expect((await server.api('GET', `${other}${made.id}/`)).status).toBe(404);
  expect((await server.api('PATCH', `${other}${made.id}/`, { name: 'x' })).status).toBe(404);
  expect(actionList.parse((await server.api('GET', other)).body).count).toBe(0);
});

test.each(['', '1/', 'people/', '1/count/', 'counts/', 'chat/', 'deliveries/'])(
  'an unknown format of %s is a 400',
  async (rest) => {
    expect(await api('GET', `${rest}?format=xml`)).toMatchObject({ status: 400, body: { attr: 'format' } });
  },
);

test('an unknown format changes nothing', async () => {
  const before = actionList.parse((await api('GET', '')).body).count;
  expect((await api('POST', '?format=xml', { name: 'never' })).status).toBe(400);
  expect(actionList.parse((await api('GET', '')).body).count).toBe(before);
  expect((await api('POST', '?format=csv', { name: 'made as CSV' })).body).toContain('made as CSV');
});
