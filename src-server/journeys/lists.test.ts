import { expect, test } from 'vitest';
import { serverForAll } from '../testing/server-hooks.ts';

const flags = '/api/projects/1/feature_flags/';
const actions = '/api/projects/1/actions/';
const experiments = '/api/projects/1/experiments/';

const server = serverForAll({ clock: { now: () => now, uuid: () => crypto.randomUUID() } });
let now = Date.UTC(2026, 0, 10);

type Row = { id: number; name: string; key?: string; feature_flag?: number; tags: string[] };
type Bulk = { results: { id: number; before: object | null; error: { code: string; attr?: string } | null }[] };
const send = async <Body = Row>(method: string, path: string, body?: object): Promise<Body> => {
  const answer = await server.api(method, path, body);
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body as Body;
};
const names = async (path: string) =>
  (await send<{ results: Row[] }>('GET', path)).results.map(({ key, name }) => key ?? name);
const bulk = (root: string, items: object[]) => send<Bulk>('POST', `${root}bulk/`, { items });

test.each([
  ['flags', flags, (name: string) => ({ key: name })],
  ['actions', actions, (name: string) => ({ name })],
  ['experiments', experiments, (name: string) => ({ name, feature_flag_key: `of-${name}` })],
])(
  '%s have tags and an owner, are sorted, filtered by both, changed in bulk with undo, and copied',
  async (_, root, of) => {
    const search = `${root}?search=list-`;
    const one = await send('POST', root, { ...of('list-b'), tags: ['Team A, north', 'x'] });
    const two = await send('POST', root, { ...of('list-A'), tags: ['north'], owner_id: null });
    expect(one).toMatchObject({ tags: ['team a, north', 'x'], owner_id: 1, owner: { id: 1 } });
    expect(two).toMatchObject({ owner_id: null, owner: null });
    expect(await server.api('PATCH', `${root}${one.id}/`, { owner_id: 99 })).toMatchObject({
      status: 400,
      body: { code: 'invalid_choice', attr: 'owner_id' },
    });

    expect(await names(search)).toEqual(['list-A', 'list-b']);
    expect(await names(`${search}&sort=${root === flags ? 'key' : 'name'}`)).toEqual(['list-A', 'list-b']);
    expect(await names(`${search}&sort=-${root === flags ? 'key' : 'name'}`)).toEqual(['list-b', 'list-A']);
    for (const sort of ['owner', '-owner']) expect(await names(`${search}&sort=${sort}`)).toEqual(['list-b', 'list-A']);
    expect(await names(`${root}?tag=${encodeURIComponent('Team A, north')}`)).toEqual(['list-b']);
    expect(await names(`${search}&tag=x&tag=north`)).toEqual(['list-A', 'list-b']);
    expect(await names(`${search}&owner=1`)).toEqual(['list-b']);
    expect(await server.api('GET', `${root}?sort=color`)).toMatchObject({ status: 400, body: { attr: 'sort' } });

    const changed = await bulk(root, [
      { id: one.id, tags: ['done'] },
      { id: two.id, tags: ['north'] },
      { id: 9999, tags: ['done'] },
    ]);
    expect(changed.results).toMatchObject([
      { id: one.id, before: { tags: ['team a, north', 'x'] }, error: null },
      { id: two.id, before: null, error: null },
      { id: 9999, before: null, error: { code: 'not_found' } },
    ]);
    const undone = await bulk(root, [{ id: one.id, ...changed.results[0]?.before }]);
    expect(undone.results).toMatchObject([{ before: { tags: ['done'] } }]);

    const gone = await bulk(
      root,
      [one, two].map(({ id }) => ({ id, deleted: true })),
    );
    expect(await names(search)).toEqual([]);
    expect(await names(`${search}&deleted=true`)).toEqual(['list-A', 'list-b']);
    await bulk(
      root,
      gone.results.map(({ id, before }) => ({ id, ...before })),
    );
    expect(await names(search)).toEqual(['list-A', 'list-b']);

    const copy = await send('POST', `${root}${one.id}/duplicate/`);
    expect(copy).toMatchObject({ tags: ['team a, north', 'x'], owner_id: 1 });
    expect(copy.key ?? copy.name).toMatch(/^list-b.*copy/);
    expect(await server.api('POST', `${root}bulk/`, { items: [] })).toMatchObject({
      status: 400,
      body: { attr: 'items' },
    });
  },
);

test('a bulk change refuses what the single request refuses, and applies the rest', async () => {
  const taken = await send('POST', actions, { name: 'Taken', deleted: true });
  await send('POST', actions, { name: 'Taken' });
  const free = await send('POST', actions, { name: 'Free', deleted: true });
  const { results } = await bulk(actions, [
    { id: taken.id, deleted: false },
    { id: free.id, deleted: false },
  ]);
  expect(results).toMatchObject([
    { error: { code: 'unique', attr: 'name' } },
    { before: { deleted: true }, error: null },
  ]);
  const copy = await send<Row & { active: boolean }>('POST', `${flags}1/duplicate/`, { key: 'mine' });
  expect(copy).toMatchObject({ key: 'mine', active: false });
});

test('a deleted experiment is listed as deleted, and returns with its flag', async () => {
  const made = await send('POST', experiments, { name: 'Trash', feature_flag_key: 'trash' });
  const flag = () => send<{ deleted: boolean }>('GET', `${flags}${made.feature_flag}/`);
  await send('DELETE', `${experiments}${made.id}/`);
  expect((await server.api('GET', `${experiments}${made.id}/`)).status).toBe(404);
  expect(await flag()).toMatchObject({ deleted: true });
  expect(await names(`${experiments}?deleted=true`)).toEqual(['Trash']);

  // Meanwhile another flag has the key: the whole restore is refused.
  const other = await send('POST', flags, { key: 'trash' });
  expect(await server.api('POST', `${experiments}${made.id}/restore/`)).toMatchObject({
    body: { code: 'unique', attr: 'feature_flag_key' },
  });
  expect(await names(`${experiments}?deleted=true`)).toEqual(['Trash']);
  await send('PATCH', `${flags}${other.id}/`, { deleted: true });

  expect(await send('POST', `${experiments}${made.id}/restore/`)).toMatchObject({ deleted_at: null });
  expect(await flag()).toMatchObject({ deleted: false });
  const { results } = await send<{ results: { kind: string }[] }>('GET', `${experiments}${made.id}/history/`);
  expect(results.map(({ kind }) => kind)).toEqual(['restored', 'deleted', 'created']);
});

test('experiments are filtered by the flag and the action that they use', async () => {
  const action = await send('POST', actions, { name: 'Used' });
  const secondary = [{ name: 'More', filters: { actions: [{ id: String(action.id) }] } }];
  const filters = { actions: [{ id: action.id }] };
  await send('POST', experiments, { name: 'Primary', feature_flag_key: 'primary', filters });
  await send('POST', experiments, { name: 'Second', feature_flag_key: 'second', secondary_metrics: secondary });
  const other = { name: 'Other', feature_flag_key: 'other', filters: { events: [{ id: String(action.id) }] } };
  const { feature_flag: flag } = await send('POST', experiments, other);
  expect(await names(`${experiments}?action=${action.id}`)).toEqual(['Second', 'Primary']);
  expect(await names(`${experiments}?feature_flag=${flag}`)).toEqual(['Other']);
});

test('a flag not requested by name for some days is stale, until a request names it', async () => {
  const days = (count: number) => {
    now += count * 86_400_000;
  };
  const stale = (key: string, query: string) => names(`${flags}?search=${key}&${query}`);
  const some = { groups: [{ rollout_percentage: 50 }] };
  const { id } = await send('POST', flags, { key: 'asked-for', filters: some });
  await send('POST', flags, { key: 'shut', active: false });
  days(20);
  expect(await stale('asked-for', 'stale=any')).toEqual([]);
  expect(await stale('asked-for', 'stale=not_requested&stale_days=20')).toEqual(['asked-for']);
  expect(await stale('shut', 'stale=off&stale_days=20')).toEqual(['shut']);
  // All flags at once name none.
  await server.capture({ distinct_id: 'ada' }, '/flags/?v=2');
  expect(await stale('asked-for', 'stale=any&stale_days=20')).toEqual(['asked-for']);
  await server.capture({ distinct_id: 'ada', flag_keys_to_evaluate: ['asked-for'] }, '/flags/?v=2');
  expect(await stale('asked-for', 'stale=any&stale_days=20')).toEqual([]);
  days(25);
  const properties = { $feature_flag: 'asked-for', $feature_flag_response: true };
  await server.capture({ event: '$feature_flag_called', distinct_id: 'ada', properties });
  days(10);
  expect(await send('GET', `${flags}${id}/`)).toMatchObject({
    last_requested_at: new Date(now - 10 * 86_400_000).toISOString(),
    stale: [],
  });
});

test('lists are searched case-insensitively, also beyond ASCII', async () => {
  const name = 'GRÖSSE β 100%';
  await send('POST', flags, { key: 'any-case', name });
  await send('POST', actions, { name });
  await send('POST', experiments, { name, feature_flag_key: 'case' });
  for (const root of [flags, actions, experiments]) {
    const isFound = async (text: string) => (await names(`${root}?search=${encodeURIComponent(text)}`)).length > 0;
    expect([root, await isFound('grösse Β 100%'), await isFound('RÖS')]).toEqual([root, true, true]);
    expect([root, await isFound('größe'), await isFound('grösse%')]).toEqual([root, false, false]);
  }
});
