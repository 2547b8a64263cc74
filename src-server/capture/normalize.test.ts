import { expect, test } from 'vitest';
import { eventPage, eventSummary } from '../events/contract.ts';
import { numberedUuids } from '../testing/numbered-uuids.ts';
import { projectKey } from '../testing/server.ts';
import { serverForAll } from '../testing/server-hooks.ts';
import { at, distinctIds, keyLikes, noon, odd, times } from './normalize-testing.ts';

const server = serverForAll({ clock: { now: () => noon, uuid: numberedUuids() } });

let users = 0;
const unique = () => `user-${users++}`;
const post = (body: string, path = '/capture/') => server.send('POST', path, {}, body);
const eventsOf = (distinctId: string) => server.events(`distinct_id=${encodeURIComponent(distinctId)}&status=all`);
const json = (distinctId: string, more: object = {}) =>
  JSON.stringify({ api_key: projectKey, event: 'hi', distinct_id: distinctId, ...more });

test.each(distinctIds)('distinct_id: %s', async (_name, event, expected) => {
  const tag = unique();
  const sent = { event: 'id', ...event, properties: { ...(event as { properties?: object }).properties, tag } };
  expect((await server.capture(sent)).status).toBe(200);
  const [stored] = await server.events(`status=all&search=${tag}`);
  const isDropped = 'reason' in expected;
  expect(stored).toMatchObject({ status: isDropped ? 'dropped' : 'accepted', ...expected });
});

test.each(times)('time: %s', async (_name, event, expected, warning) => {
  const user = unique();
  await post(json(user, event));
  const [stored] = await eventsOf(user);
  expect(stored?.timestamp).toBe(at(expected));
  expect(stored?.warnings.map(({ code }) => code)).toEqual(warning === undefined ? [] : [warning]);
});

test.each(odd)('%s is stored, with a warning about the change', async (_name, event, code, detail) => {
  const user = unique();
  await post(json(user, event));
  const [stored] = await eventsOf(user);
  expect(stored).toMatchObject({ status: 'accepted', warnings: [{ code, detail: expect.stringContaining(detail) }] });
});

test.each([
  [{ a: 1 }, 'The event has no name: "event" is an object, not text.'],
  [['a'], 'The event has no name: "event" is an array, not text.'],
  ['', 'The event has no name: "event" is missing or empty.'],
])('an event with the name %j is dropped, and the detail has the reason', async (event, detail) => {
  const user = unique();
  await post(json(user, { event }));
  expect(await eventsOf(user)).toMatchObject([{ reason: 'no_event_name', detail }]);
});

test('an event with text that is not UTF-8 has a warning', async () => {
  const [spoiled, plain, sent] = [unique(), unique(), unique()];
  const batch = [
    { event: 'caf\xe9', distinct_id: spoiled },
    { event: 'hi', distinct_id: plain },
  ];
  await server.send('POST', '/batch/', {}, Buffer.from(JSON.stringify({ api_key: projectKey, batch }), 'latin1'));
  await post(json(sent, { event: 'caf\ufffd' }));
  expect(await eventsOf(spoiled)).toMatchObject([{ event: 'caf\ufffd', warnings: [{ code: 'invalid_utf8' }] }]);
  expect(await eventsOf(plain)).toMatchObject([{ warnings: [] }]);
  expect(await eventsOf(sent)).toMatchObject([{ event: 'caf\ufffd', warnings: [] }]);
});

test('a NUL in an event name is replaced, so that the list and the filter have one name', async () => {
  const user = unique();
  await post(json(user, { event: 'a\0b' }));
  const [stored] = await eventsOf(user);
  expect(stored).toMatchObject({ status: 'accepted', event: 'a\ufffdb' });
  expect(await server.events(`event=${encodeURIComponent('a\ufffdb')}`)).toHaveLength(1);
});

test('the warning about an array as distinct_id names its type', async () => {
  const id = unique();
  await post(json('', { distinct_id: [id] }));
  const [stored] = await eventsOf(JSON.stringify([id]));
  expect(stored?.warnings).toEqual([
    { code: 'distinct_id_not_text', detail: 'The distinct_id was an array; its JSON was used.' },
  ]);
});

test.each(['undefined', 'Anonymous', 'null', '[object Object]', '0', 'true'])(
  'an event of "%s" is stored, with a warning that people share it',
  async (id) => {
    await post(json(id));
    const [stored] = await eventsOf(id);
    expect(stored).toMatchObject({ status: 'accepted', warnings: [{ code: 'distinct_id_shared' }] });
    expect(stored?.warnings[0]?.detail).toContain(`"${id}"`);
  },
);

test.each([
  ['more than 23 hours in the future', noon + 24 * 3_600_000],
  ['before the year 1', -62_200_000_000_000],
])('the warning about a timestamp says that it is %s', async (words, timestamp) => {
  const user = unique();
  await post(json(user, { timestamp }));
  const [stored] = await eventsOf(user);
  const detail = `The timestamp is ${words}; the time of arrival was used.`;
  expect(stored?.warnings).toEqual([{ code: 'timestamp_out_of_range', detail }]);
});

test('the sent time of an array is in the query', async () => {
  const user = unique();
  const events = [{ event: 'q', token: projectKey, distinct_id: user, timestamp: at(noon - 8000) }];
  await post(JSON.stringify(events), `/e/?_=${noon - 3000}`);
  expect(await eventsOf(user)).toMatchObject([{ timestamp: at(noon - 5000) }]);
});

test('an event with the same uuid is stored once, and its retry is a duplicate', async () => {
  const user = unique();
  const uuid = crypto.randomUUID();
  for (const _try of [1, 2]) expect((await post(json(user, { uuid: uuid.toUpperCase() }))).status).toBe(200);
  expect(await eventsOf(user)).toMatchObject([
    { status: 'dropped', reason: 'duplicate' },
    { status: 'accepted', uuid },
  ]);
});

test('a batch with bad events still stores the others, as one request with its outcomes', async () => {
  const user = unique();
  const batch = [
    { event: 'a', distinct_id: user },
    { event: 'b' },
    { distinct_id: user },
    { event: 'c', distinct_id: user },
  ];
  await server.capture({ batch }, '/batch/');
  const [newest] = await eventsOf(user);
  const rows = await server.events(`status=all&request_id=${newest?.request_id}`);
  expect(rows.map(({ event, reason }) => [event, reason])).toEqual([
    ['c', null],
    [null, 'no_event_name'],
    ['b', 'no_distinct_id'],
    ['a', null],
  ]);
  const detail = await server.event(newest?.uuid);
  expect(detail.request).toMatchObject({ accepted: 2, dropped: 2, status_code: 200 });
});

test('top-level $set overrides $set in the properties, and context is kept', async () => {
  const user = unique();
  const properties = { $set: { a: 1, b: 1 }, kept: true };
  await post(json(user, { properties, $set: { b: 2 }, $set_once: { c: 3 }, context: { page: 'x' }, other: 1 }));
  const [stored] = await eventsOf(user);
  expect(stored?.properties).toEqual({
    $set: { a: 1, b: 2 },
    $set_once: { c: 3 },
    kept: true,
    context: { page: 'x' },
    $ip: '127.0.0.1',
  });
});

test('NaN and Infinity, as Python writes them, become null, but not inside strings', async () => {
  const user = unique();
  const [head] = json(user).split(/}$/);
  await post(`${head},"properties":{"a":NaN,"b":-Infinity,"c":"NaN \\"Infinity"}}`);
  expect((await eventsOf(user))[0]?.properties).toMatchObject({ a: null, b: null, c: 'NaN "Infinity' });
});

test.each([
  ['distinct_id', '"event": "e", "properties": {"distinct_id": 1e400}', 'empty_distinct_id'],
  ['event', '"event": -1e400, "distinct_id": "ann"', 'no_event_name'],
])('a number out of range as %s is none, as it is null in properties', async (field, fields, reason) => {
  const path = `/capture/?test_run=out-of-range-${field}`;
  expect((await post(`{"api_key": "${projectKey}", ${fields}}`, path)).status).toBe(200);
  const [row] = await server.events(`test_run=out-of-range-${field}&status=all`);
  expect(row).toMatchObject({ status: 'dropped', reason });
  const { pipeline } = await server.event(row?.uuid);
  expect(pipeline.map(({ detail }) => detail).join()).toContain('a number out of range');
});

test.each([
  [
    '"event": "$identify", "properties": {"$anon_distinct_id": 1e400}',
    'merge_refused',
    /was a number out of range, not an id/,
  ],
  [
    '"event": "$create_alias", "properties": {"alias": -1e400}',
    'merge_refused',
    /was a number out of range, not an id/,
  ],
  ['"event": "grouped", "properties": {"$groups": {"company": 1e400}}', 'group_without_key', /has no key/],
])('a number out of range in %s is no id', async (fields, code, said) => {
  const user = unique();
  await post(`{"api_key": "${projectKey}", "distinct_id": "${user}", ${fields}}`);
  const detail = expect.stringMatching(said);
  expect(await eventsOf(user)).toMatchObject([{ warnings: expect.arrayContaining([{ code, detail }]) }]);
});

test('an event that is nested too deeply is dropped with that reason', async () => {
  const user = unique();
  await post(`${json(user).slice(0, -1)},"properties":{"a":${'['.repeat(3000)}${']'.repeat(3000)}}}`);
  expect(await eventsOf(user)).toMatchObject([{ status: 'dropped', reason: 'nested_too_deeply' }]);
});

test('a batch of many slices is stored whole and in order', async () => {
  const user = unique();
  const batch = Array.from({ length: 1500 }, (_value, index) => ({
    event: `e${index % 7}`,
    distinct_id: user,
    properties: { index },
  }));
  expect((await server.capture({ batch }, '/batch/')).status).toBe(200);
  const stored = await server.events(`distinct_id=${user}&limit=1000`);
  expect(stored.map(({ properties }) => properties.index)).toEqual(
    batch
      .slice(500)
      .map((e) => e.properties.index)
      .reverse(),
  );
});

test('an event name is cut to 200 whole characters, with a warning', async () => {
  const user = unique();
  const name = `${'a'.repeat(199)}😀${'b'.repeat(300)}`;
  await server.capture({ event: name, distinct_id: user });
  const [stored] = await eventsOf(user);
  expect(stored?.event).toBe('a'.repeat(199));
  expect(stored?.warnings).toEqual([
    { code: 'event_name_cut', detail: 'The event name had 501 characters; it was cut to 200.' },
  ]);
});

test.each(keyLikes)('text like a secret key in %s is masked with one warning', async (_place, sent, stored) => {
  const page = `?after=${eventPage.parse((await server.api('GET', '/api/projects/1/events/')).body).cursor}&status=all`;
  await server.capture({ event: 'e', distinct_id: unique(), ...sent });
  const [event] = await server.events(page.slice(1));
  expect(event).toMatchObject({ ...stored, warnings: [{ code: 'secret_key_masked' }] });
  const detail = await server.event(event?.uuid);
  expect(detail.request).toMatchObject({ keys_masked: true });
});

test('an event without a secret key has no warning about keys', async () => {
  const user = unique();
  await server.capture({ event: 'e', distinct_id: user, properties: { token: projectKey, note: 'graphs_per_page' } });
  const [event] = await eventsOf(user);
  expect(event?.warnings).toEqual([]);
  const detail = await server.event(event?.uuid);
  expect(detail.request).toMatchObject({ keys_masked: false });
});

test('after 1,000 drops for one reason, a request has one row that counts the rest', async () => {
  const before = eventSummary.parse((await server.api('GET', '/api/projects/1/events/summary/?minutes=1')).body);
  const user = unique();
  const same = { event: 'same', distinct_id: user, uuid: 'b0000000-0000-4000-8000-000000000001' };
  const batch = [...Array.from({ length: 1500 }, () => ({ event: '' })), ...Array.from({ length: 1300 }, () => same)];
  expect((await server.capture({ batch }, '/batch/')).status).toBe(200);
  const [stored] = await server.events(`distinct_id=${user}`);
  const rows = async (reason: string) =>
    server.events(`status=dropped&reason=${reason}&request_id=${stored?.request_id}&limit=1`);
  expect(await rows('no_event_name')).toMatchObject([{ count: 500 }]);
  expect(await rows('duplicate')).toMatchObject([{ count: 299 }]);
  expect((await server.event(stored?.uuid)).request).toMatchObject({ accepted: 1, dropped: 2799 });
  const after = eventSummary.parse((await server.api('GET', '/api/projects/1/events/summary/?minutes=1')).body);
  expect(after.dropped - before.dropped).toBe(2799);
});
