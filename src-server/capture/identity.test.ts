import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { eventPage } from '../events/contract.ts';
import { groupList, type Person, personDetail, personList } from '../persons/contract.ts';
import { changeStored } from '../persons/stored-properties.ts';
import { projectForEach } from '../testing/server-hooks.ts';

const server = projectForEach();

const send = async (event: string, distinct_id: string, properties: object = {}, more: object = {}) =>
  expect((await server.capture({ event, distinct_id, properties, ...more })).status).toBe(200);
const persons = async (): Promise<Person[]> =>
  personList.parse((await server.api('GET', '/api/projects/@current/persons/')).body).results;
const personOf = async (id: string): Promise<Person | undefined> =>
  (await persons()).find(({ distinct_ids }) => distinct_ids.includes(id));
const warningsOf = async (event: string): Promise<string[]> => {
  const results = await server.events(`event=${encodeURIComponent(event)}`);
  return results.flatMap(({ warnings }) => warnings.map(({ code }) => code));
};

test('a new distinct_id creates a person, dated to the event', async () => {
  await send('x', 'ann', {}, { timestamp: '2026-01-02T03:04:05Z' });
  expect(await persons()).toMatchObject([
    { distinct_ids: ['ann'], created_at: '2026-01-02T03:04:05.000Z', is_identified: false, name: 'ann' },
  ]);
});

test('$set_once, $set and $unset apply in this order', async () => {
  await send('x', 'ann', { $set: { plan: 'free', old: 1 }, $set_once: { first: 'a', plan: 'never' } });
  await send('x', 'ann', { $set: { plan: 'pro', gone: 1 }, $set_once: { first: 'b' }, $unset: ['old', 'gone'] });
  expect((await personOf('ann'))?.properties).toEqual({ first: 'a', plan: 'pro' });
});

test('$identify merges the anonymous person and its past events', async () => {
  await send('before', 'anon-1', { $set_once: { initial: 'ad' } });
  await send('$identify', 'ann', { $anon_distinct_id: 'anon-1', $set: { email: 'ann@example.com' } });
  const [person, ...others] = await persons();
  expect(others).toEqual([]);
  expect(person).toMatchObject({ distinct_ids: ['anon-1', 'ann'], is_identified: true, name: 'ann@example.com' });
  const timeline = await server.api('GET', `/api/projects/@current/persons/${person?.id}/timeline/`);
  expect(eventPage.parse(timeline.body).results.map(({ event }) => event)).toEqual(['$identify', 'before']);
});

test('in a merge of two persons the target’s properties win, and the earlier creation time is kept', async () => {
  await send('x', 'anon-1', { $set: { a: 'anon', b: 'anon' } }, { timestamp: '2026-01-01T00:00:00Z' });
  await send('x', 'ann', { $set: { a: 'ann' } }, { timestamp: '2026-02-01T00:00:00Z' });
  await send('$identify', 'ann', { $anon_distinct_id: 'anon-1' });
  expect(await persons()).toMatchObject([
    { properties: { a: 'ann', b: 'anon' }, created_at: '2026-01-01T00:00:00.000Z' },
  ]);
  const detail = personDetail.parse(
    (await server.api('GET', `/api/projects/@current/persons/${(await personOf('ann'))?.id}/`)).body,
  );
  expect(detail.identities.map(({ distinct_id, merged_at }) => [distinct_id, merged_at !== null])).toEqual([
    ['ann', false],
    ['anon-1', true],
  ]);
});

test('an empty object that PHP sends as an array has no warning', async () => {
  await send('x', 'ann', { $groups: [], $set: [] }, { $set_once: [] });
  expect(await warningsOf('x')).toEqual([]);
});

test('visitors in cookieless mode are not merged into the first who identifies', async () => {
  await send('viewed', '$posthog_cookieless', { $cookieless_mode: true });
  await send('$identify', 'ann', { $anon_distinct_id: '$posthog_cookieless' });
  await send('$identify', 'ben', { $anon_distinct_id: '$posthog_cookieless' });
  expect((await persons()).map(({ distinct_ids: ids }) => ids).toSorted()).toEqual([
    ['$posthog_cookieless'],
    ['ann'],
    ['ben'],
  ]);
  expect(await warningsOf('viewed')).toEqual(['distinct_id_shared']);
  expect(await warningsOf('$identify')).toEqual(['merge_refused', 'merge_refused']);
});

test('an alias merges two ids; the alias may be new', async () => {
  await send('x', 'ann');
  await send('$create_alias', 'ann', { alias: 'ann-phone' });
  await send('y', 'ann-phone');
  expect(await persons()).toMatchObject([{ distinct_ids: ['ann', 'ann-phone'] }]);
});

test('an already identified person is not merged, but the event is stored', async () => {
  await send('$identify', 'ann', { $anon_distinct_id: 'device' });
  await send('$identify', 'bob', { $anon_distinct_id: 'ann' });
  expect(await persons()).toHaveLength(2);
  expect(await warningsOf('$identify')).toEqual(['merge_refused']);
});

test('$merge_dangerously also merges identified persons', async () => {
  await send('$identify', 'ann', { $anon_distinct_id: 'device' });
  await send('$merge_dangerously', 'bob', { alias: 'ann' });
  expect(await persons()).toMatchObject([{ distinct_ids: expect.arrayContaining(['ann', 'device', 'bob']) }]);
});

test.each(['anonymous', 'GUEST', 'undefined', '[object Object]', 'NaN', 'null', '0', ' '])(
  'nothing is merged with "%s", which identifies nobody',
  async (id) => {
    await send('x', 'ann');
    await send('$create_alias', 'ann', { alias: id });
    expect(await persons()).toMatchObject([{ distinct_ids: ['ann'] }]);
    expect(await warningsOf('$create_alias')).toEqual(['merge_refused']);
  },
);

test.each([
  ['$create_alias', {}, 'The event has no alias; nothing was merged.'],
  ['$merge_dangerously', { alias: null }, 'The event has no alias; nothing was merged.'],
  ['$create_alias', { alias: { id: 'ben' } }, 'alias was an object, not an id; nothing was merged.'],
  ['$identify', { $anon_distinct_id: true }, '$anon_distinct_id was a boolean, not an id; nothing was merged.'],
])('%s with %j says why nothing was merged', async (event, properties, detail) => {
  await send(event, 'ann', properties);
  expect(await persons()).toMatchObject([{ distinct_ids: ['ann'] }]);
  expect(await server.events('')).toMatchObject([{ warnings: [{ code: 'merge_refused', detail }] }]);
});

test('an $identify without a former id, or of an id with itself, has no warning', async () => {
  for (const former of [undefined, null, 'ann']) await send('$identify', 'ann', { $anon_distinct_id: former });
  expect(await warningsOf('$identify')).toEqual([]);
});

test('group properties that are no object are not applied, and the event says so', async () => {
  await send('$groupidentify', 'ann', { $group_type: 'company', $group_key: 'acme', $group_set: 'big' });
  const detail = '$group_set was a string, not an object. It was not applied.';
  expect(await server.events('')).toMatchObject([{ warnings: [{ code: 'set_not_object', detail }] }]);
  const groups = groupList.parse((await server.api('GET', '/api/projects/@current/groups/')).body).results;
  expect(groups).toMatchObject([{ group_key: 'acme', properties: {} }]);
});

test('a retry of an event does not change its person again', async () => {
  const uuid = crypto.randomUUID();
  await send('x', 'ann', { $set: { n: 1 } }, { uuid });
  await send('x', 'ann', { $set: { n: 2 } });
  await send('x', 'ann', { $set: { n: 1 } }, { uuid });
  expect((await personOf('ann'))?.properties).toEqual({ n: 2 });
});

test('persons and their properties are the same after a restart', async () => {
  await send('$identify', 'ann', { $anon_distinct_id: 'device', $set: { plan: 'pro' } });
  const before = await persons();
  await server.restart();
  await send('x', 'device', { $set: { seats: 3 } });
  const [person] = await persons();
  expect(person).toMatchObject({ id: before[0]?.id, properties: { plan: 'pro', seats: 3 } });
});

describe('groups', () => {
  const groups = async () => groupList.parse((await server.api('GET', '/api/projects/@current/groups/')).body).results;

  test('events create a group, and $groupidentify sets its properties', async () => {
    await send('x', 'ann', { $groups: { company: 'acme' } });
    const set = { $group_type: 'company', $group_key: 'acme', $group_set: { seats: 5 } };
    await send('$groupidentify', 'ann', set);
    expect(await groups()).toMatchObject([
      { group_type: 'company', group_type_index: 0, group_key: 'acme', properties: { seats: 5 } },
    ]);
  });

  test('a sixth group type is ignored with a warning', async () => {
    await send('x', 'ann', { $groups: { a: '1', b: '1', c: '1', d: '1', e: '1', f: '1' } });
    expect((await groups()).map(({ group_type }) => group_type).toSorted()).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(await warningsOf('x')).toEqual(['too_many_group_types']);
  });
});

test('property changes agree with a simple model', () => {
  const key = fc.constantFrom('a', 'b', '__proto__', 'constructor');
  const object = fc.dictionary(key, fc.jsonValue({ maxDepth: 1 }), { noNullPrototype: true });
  const asMap = (value: object) => new Map(Object.entries(value));
  fc.assert(
    fc.property(object, object, object, fc.array(key), (current, once, set, unset) => {
      const expected = asMap(current);
      for (const [name, value] of asMap(once)) if (!expected.has(name)) expected.set(name, value);
      for (const [name, value] of asMap(set)) expected.set(name, value);
      for (const name of unset) expected.delete(name);
      const { stored } = changeStored({ properties: current, json: JSON.stringify(current) }, { once, set, unset });
      expect(asMap(stored.properties)).toEqual(expected);
      expect(stored.json).toBe(JSON.stringify(stored.properties));
    }),
  );
});
