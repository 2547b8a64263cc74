import { beforeAll, describe, expect, test } from 'vitest';
import { projectKey } from '../testing/server.ts';
import { serverForAll } from '../testing/server-hooks.ts';
import { type EventPage, eventPage, seenNames, serverStatus } from './contract.ts';

const server = serverForAll();
beforeAll(async () => {
  const at = (day: number) => `2026-11-${day}T10:00:00Z`;
  const batch = [
    {
      event: 'viewed',
      distinct_id: 'ann',
      uuid: 'none',
      timestamp: at(10),
      properties: { price: 5, plan: 'free', path: '/a' },
    },
    { event: 'bought', distinct_id: 'ann', timestamp: at(11), properties: { price: 50, plan: 'Pro', path: '/a/b' } },
    { event: 'viewed', distinct_id: 'bob', timestamp: at(12), properties: { price: '7', note: '100% "sure"\n✓' } },
    { event: 'bought', distinct_id: 'bob', timestamp: at(13), properties: { price: null, when: '2026-11-13' } },
    { event: '$identify', distinct_id: 'ann', timestamp: at(14), properties: { $set: { tier: 'gold' } } },
    { event: '', distinct_id: 'ann', timestamp: at(15), properties: { price: 99 } },
    { event: 'lost', timestamp: at(15) },
  ];
  await server.capture({ batch }, '/batch/');
  await server.capture({ api_key: 'phc_wrong' });
});

const path = '/api/projects/@current/events/';
const get = (query: string) => server.api('GET', `${path}?${query}`);
const list = async (query: string): Promise<EventPage> => eventPage.parse((await get(query)).body);
const days = async (query: string) =>
  (await list(query)).results.map(({ timestamp }) => Number(timestamp.slice(8, 10)));
const json = (name: string, value: unknown) => `${name}=${encodeURIComponent(JSON.stringify(value))}`;
const properties = (...filters: object[]) => json('properties', filters);

const filters: [query: string, days: number[]][] = [
  ['', [14, 13, 12, 11, 10]],
  ['event=viewed', [12, 10]],
  ['event=never', []],
  ['distinct_id=bob', [13, 12]],
  ['distinct_id=nobody', []],
  ['person_id=1', [14, 11, 10]],
  ['person_id=1&event=viewed', [10]],
  ['status=dropped', [15, 15]],
  ['status=dropped&reason=no_event_name', [15]],
  ['status=dropped&distinct_id=ann', [15]],
  ['status=all&event=lost', [15]],
  ['date_from=2026-11-12', [14, 13, 12]],
  ['date_from=2026-11-12&date_to=2026-11-13', [13, 12]],
  ['date_to=2026-11-13T09:00:00Z', [12, 11, 10]],
  ['date_to=2026-11-13T11:30:00%2B02:00', [12, 11, 10]],
  ['search=PRO', [11]],
  ['search=bob', [13, 12]],
  ['search=%25', [12]],
  ['search=%00', []],
  ['search=a_b', []],
  [`search=${encodeURIComponent('"sure"\n✓')}`, [12]],
  ['event=&search=', [14, 13, 12, 11, 10]],
  [json('event_any', ['viewed', '$identify']), [14, 12, 10]],
  [json('event_any', ['b*t']), [13, 11]],
  [`status=all&${json('event_any', ['l?st', 'l[o]st'])}`, []],
  [`status=all&${json('event_none', ['viewed', 'b*'])}&reason=no_distinct_id`, [15]],
  [json('event_none', ['viewed']), [14, 13, 11]],
  [`status=dropped&${json('event_none', ['lost'])}`, [15]],
  ['person=ann', [14, 11, 10]],
  ['status=all&person=ann', [15, 14, 11, 10]],
  ['person=nobody', []],
  [json('property_types', [{ key: 'price', type: 'string' }]), [12]],
  [json('property_types', [{ key: 'price', type: 'null' }]), [13]],
  [json('property_types', [{ key: '$set', type: 'object' }]), [14]],
  [json('property_types', [{ key: '$set.tier', type: 'string' }]), [14]],
  [json('property_types', [{ key: 'constructor', type: 'object' }]), []],
  [properties({ key: '$set.tier', value: 'gold' }), [14]],
  [properties({ key: '$set.none.deeper', value: 'gold' }), []],
  ['warning=any', [10]],
  ['warning=invalid_uuid', [10]],
  ['warning=invalid_timestamp', []],
  ['received_from=2999-01-01', []],
];
test.each(filters)('?%s selects the matching rows', async (query, expected) => {
  expect(await days(query)).toEqual(expected);
});

const operators: [filter: object, days: number[]][] = [
  [{ key: 'plan', value: 'pro' }, [11]],
  [{ key: 'plan', value: ['free', 'pro'] }, [11, 10]],
  [{ key: 'price', value: 7 }, [12]],
  [{ key: 'plan', value: 'pro', operator: 'is_not' }, [14, 13, 12, 10]],
  [{ key: 'price', operator: 'is_set' }, [13, 12, 11, 10]],
  [{ key: 'price', operator: 'is_not_set' }, [14]],
  [{ key: 'path', value: '/A', operator: 'icontains' }, [11, 10]],
  [{ key: 'path', value: '/b', operator: 'not_icontains' }, [14, 13, 12, 10]],
  [{ key: 'path', value: '^/a/?$', operator: 'regex' }, [10]],
  [{ key: 'path', value: '^/a/?$', operator: 'not_regex' }, [14, 13, 12, 11]],
  [{ key: 'price', value: 5, operator: 'gt' }, [12, 11]],
  [{ key: 'price', value: 5, operator: 'gte' }, [12, 11, 10]],
  [{ key: 'price', value: '7', operator: 'lt' }, [10]],
  [{ key: 'price', value: 7, operator: 'lte' }, [12, 10]],
  [{ key: 'plan', value: 5, operator: 'gt' }, []],
  [{ key: 'when', value: '2026-11-13', operator: 'is_date_exact' }, [13]],
  [{ key: 'when', value: '2026-11-14', operator: 'is_date_before' }, [13]],
  [{ key: 'when', value: '2026-11-13', operator: 'is_date_after' }, []],
  [{ key: 'tier', value: 'gold', type: 'person' }, [14, 11, 10]],
];
test.each(operators)('a property filter %o selects the matching rows', async (filter, expected) => {
  expect(await days(properties(filter))).toEqual(expected);
});

test('several property filters must all match', async () => {
  expect(
    await days(properties({ key: 'plan', operator: 'is_set' }, { key: 'price', value: 10, operator: 'lt' })),
  ).toEqual([10]);
});

const refused: [query: string, attr: string, code?: string][] = [
  ['status=odd', 'status', 'invalid_choice'],
  ['reason=odd', 'reason', 'invalid_choice'],
  ['limit=-1', 'limit'],
  ['limit=ten', 'limit'],
  ['after=x', 'after'],
  ['before=1&after=1', 'before'],
  ['person_id=me', 'person_id'],
  ['date_from=soon', 'date_from'],
  ['properties=x', 'properties'],
  ['properties={}', 'properties'],
  [properties({ key: 'a', operator: 'like' }), 'properties__0__operator', 'invalid_choice'],
  [properties({ key: 'a', value: 'b', opertor: 'is_not' }), 'properties__0__opertor'],
  [properties({ key: 'a', operator: 'regex', value: '(' }), 'properties__0__value'],
  [properties({ key: 'a', value: 1 }, { key: 'a', operator: 'gt', value: 'x' }), 'properties__1__value'],
  [properties({ key: 'a', operator: 'icontains' }), 'properties__0__value'],
];
test.each(refused)('?%s is a 400 that names its parameter', async (query, attr, code = 'invalid_input') => {
  expect(await get(query)).toMatchObject({ status: 400, body: { type: 'validation_error', code, attr } });
});

test('pages cover all rows and keep the filter', async () => {
  const pages = await server.pages(`${path}?status=all&limit=3`);
  const seen = pages.flatMap(({ body }) => eventPage.parse(body).results.map(({ uuid }) => uuid));
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen).toEqual((await list('status=all')).results.map(({ uuid }) => uuid));
  expect(seen).toHaveLength(8);
});

test.each([
  '2026-11-20 00:00',
  '2026-11-20T02:00+0200',
  '2026-11-20T02+02',
  '20261120T000000Z',
  '2026-11-20T00',
  '20261120',
])('date_from accepts %s like 2026-11-20', async (date) => {
  const from = (text: string) => days(`date_from=${encodeURIComponent(text)}`);
  expect(await from(date)).toEqual(await from('2026-11-20'));
});

test('a limit that is too large becomes the maximum', async () => {
  expect(await list(`limit=${'9'.repeat(40)}`)).toEqual(await list('limit=1000'));
});

describe('the tail', () => {
  test('a page after a cursor has only newer rows, oldest first', async () => {
    const { cursor } = await list('');
    for (const event of ['t1', 't2', 't3']) await server.capture({ event, distinct_id: 'tail' });
    const first = await list(`after=${cursor}&limit=2`);
    expect(first.results.map(({ event }) => event)).toEqual(['t1', 't2']);
    const rest = await list(`after=${first.cursor}`);
    expect(rest.results.map(({ event }) => event)).toEqual(['t3']);
    expect(await list(`after=${rest.cursor}`)).toEqual({ next: null, cursor: rest.cursor, results: [] });
  });

  test('a waiting reader is answered as soon as a matching event is committed', async () => {
    const { cursor } = await list('');
    const waiting = list(`after=${cursor}&wait=20&event=wanted`);
    await server.capture({ event: 'other', distinct_id: 'tail' });
    await server.capture({ event: 'wanted', distinct_id: 'tail' });
    expect((await waiting).results).toMatchObject([{ event: 'wanted' }]);
  });

  test('a reader without a cursor waits for the first matching event', async () => {
    const waiting = list('wait=20&event=first-of-its-name');
    await server.capture({ event: 'other', distinct_id: 'tail' });
    await server.capture({ event: 'first-of-its-name', distinct_id: 'tail' });
    expect((await waiting).results).toMatchObject([{ event: 'first-of-its-name' }]);
    expect((await list('wait=20&event=first-of-its-name')).results).toHaveLength(1);
    expect(await list('wait=1&event=never')).toMatchObject({ next: null, results: [] });
    expect((await list('wait=20&before=1')).results).toEqual([]);
  });

  test('a wait without a match returns an empty page and a later cursor', async () => {
    const { cursor } = await list('');
    await server.capture({ event: 'other', distinct_id: 'tail' });
    const page = await list(`after=${cursor}&wait=1&event=never`);
    expect(page.results).toEqual([]);
    expect(Number(page.cursor)).toBeGreaterThan(Number(cursor));
  });

  test('polls lose and repeat no events during many writes', async () => {
    const { cursor: start } = await list('');
    const total = 300;
    const writing = Promise.all(
      Array.from({ length: total }, (_value, index) => server.capture({ event: 'many', distinct_id: `m${index}` })),
    );
    const seen: string[] = [];
    for (let cursor = start; seen.length < total; ) {
      const page = await list(`after=${cursor}&wait=5&event=many&limit=50`);
      seen.push(...page.results.map(({ uuid }) => uuid));
      cursor = page.cursor;
    }
    await writing;
    expect(seen).toHaveLength(total);
    expect(new Set(seen).size).toBe(total);
  });
});

test('the detail of an event has its request and pipeline', async () => {
  const { results } = await list('event=bought&distinct_id=bob');
  const detail = await server.event(results[0]?.uuid);
  expect(detail.pipeline.map(({ stage, outcome }) => [stage, outcome])).toEqual(
    ['received', 'decoded', 'keyed', 'normalized', 'stored', 'person', 'answered'].map((stage) => [stage, 'ok']),
  );
  expect(detail.request).toMatchObject({ method: 'POST', path: '/batch/', status_code: 200, accepted: 5, dropped: 2 });
  expect(JSON.parse(detail.request?.body ?? '')).toMatchObject({ api_key: projectKey });
});

test('the pipeline of a dropped event ends at the drop, and has the answer to the client', async () => {
  const { results } = await list('status=dropped&reason=no_distinct_id');
  const detail = await server.event(results[0]?.uuid);
  expect(detail.pipeline.map(({ outcome }) => outcome)).toEqual([
    'ok',
    'ok',
    'ok',
    'failed',
    'skipped',
    'skipped',
    'ok',
  ]);
  expect(detail.pipeline.at(-1)?.detail).toContain('200');
});

test.each(['00000000-0000-4000-8000-000000000000', 'no-uuid'])(
  'an event that does not exist (%s) is a 404',
  async (uuid) => {
    expect(await server.api('GET', `${path}${uuid}/`)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  },
);

test('an escaped star in a name, and brackets, match literally', async () => {
  for (const event of ['a*b', 'axb', 'a[x]b']) await server.capture({ event, distinct_id: 'stars' });
  const found = async (...names: string[]) => (await list(json('event_any', names))).results.map(({ event }) => event);
  expect(await found('a\\*b')).toEqual(['a*b']);
  expect(await found('a*b')).toEqual(['a[x]b', 'axb', 'a*b']);
  expect(await found('a[x]b')).toEqual(['a[x]b']);
});

test('seen names are suggested', async () => {
  const names = seenNames.parse((await server.api('GET', `${path}names/`)).body);
  expect(names.events).toEqual(expect.arrayContaining(['viewed', 'bought', '$identify']));
  expect(names.properties).toEqual(expect.arrayContaining(['price', 'plan', 'note']));
  expect(names.nearest).toBeNull();
  expect(await server.api('GET', `${path}names/?near=Bougt`)).toMatchObject({ body: { nearest: 'bought' } });
});

test('the status has all-time counts and the data folder', async () => {
  const status = serverStatus.parse((await server.api('GET', '/api/status/?project_id=1')).body);
  expect(status).toMatchObject({
    url: server.url,
    data_dir: server.dataDir,
    dropped: 2,
    rejected: 1,
    storage: { state: 'ok' },
  });
  expect(status.database_bytes).toBeGreaterThan(8192);
});

test('the status of a project that does not exist is a 404, as its other endpoints answer', async () => {
  const { status, body } = await server.api('GET', '/api/projects/9999/events/');
  expect(await server.api('GET', '/api/status/?project_id=9999')).toMatchObject({ status, body });
  expect(status).toBe(404);
  expect(await server.api('GET', '/api/status/')).toMatchObject({ status: 200, body: { accepted: 0 } });
});

test('deleting a project deletes all its data, and none of other projects', async () => {
  const { body } = await server.api('POST', '/api/projects/', { name: 'Other' });
  const other = body as { id: number; api_key: string };
  await server.capture({ api_key: other.api_key, event: 'elsewhere', distinct_id: 'eve' });
  const before = (await list('limit=1000')).results.length;
  expect(await server.api('GET', `/api/projects/${other.id}/events/`)).toMatchObject({
    body: { results: [{ event: 'elsewhere' }] },
  });
  expect((await server.api('DELETE', `/api/projects/${other.id}/`)).status).toBe(204);
  expect((await server.api('GET', `/api/projects/${other.id}/events/`)).status).toBe(404);
  expect((await server.capture({ api_key: other.api_key, event: 'late', distinct_id: 'eve' })).status).toBe(401);
  await server.restart();
  expect((await list('limit=1000')).results).toHaveLength(before);
});
