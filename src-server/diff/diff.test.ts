import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { serverForAll } from '../testing/server-hooks.ts';
import { concludeDiff, eventDiff, runDiff } from './contract.ts';

const server = serverForAll();
const root = '/api/projects/1/';

type Sent = { event: string; distinct_id: string; properties?: object };
/** Sends events, each a second after the one before it. */
const send = (run: string | null, ...events: Sent[]) =>
  server.send(
    'POST',
    '/batch/',
    { 'Content-Type': 'application/json', ...(run === null ? {} : { 'X-Benchtop-Test-Run': run }) },
    JSON.stringify({
      api_key: server.projectKey,
      batch: events.map((event, index) => ({ ...event, timestamp: new Date(start + index * 1000).toISOString() })),
    }),
  );
const start = Date.parse('2026-11-01T10:00:00Z');
const event = (name: string, person: string, properties: object = {}): Sent => ({
  event: name,
  distinct_id: person,
  properties,
});
const between = async (query: string) => runDiff.parse((await server.api('GET', `${root}diff/?${query}`)).body);
const ofRuns = (old: string, now: string) => between(`old_test_run=${old}&new_test_run=${now}`);
const uuidsOf = async (query: string) => (await server.events(query)).map(({ uuid }) => uuid);
const ofEvent = async (uuid: string | undefined, query = '') =>
  eventDiff.parse((await server.api('GET', `${root}events/${uuid}/diff/?${query}`)).body);

const visit = (person: string, properties: object = {}) => [
  event('opened', person, { $session_id: randomUUID(), at: Date.now() + Math.random() * 1e9 }),
  event('added', person, { plan: 'pro', total: 5, cart: { currency: 'EUR', items: 2 }, ...properties }),
  event('paid', person, { total: 5, order: randomUUID(), ...properties }),
];

beforeAll(async () => {
  await send('one', ...visit('ann 1'), ...visit('bob 1'), event('left', 'bob 1'));
  await send('same', ...visit('ann 2'), ...visit('bob 2'), event('left', 'bob 2'));
});

test('runs that differ only in ids, times and persons are the same', async () => {
  const diff = await ofRuns('one', 'same');
  expect(diff).toMatchObject({
    is_same: true,
    old: { test_run: 'one', build: null, events: 7, persons: 2, is_complete: true },
    new: { test_run: 'same', events: 7, persons: 2 },
    order: [],
    is_order_listed: true,
    omitted: 0,
  });
  expect(diff.events).toContainEqual({ event: 'paid', old: 2, new: 2 });
  expect(diff.properties.map(({ event: name, path, kind, mask }) => [name, ...path, kind, mask])).toEqual([
    ['opened', '$session_id', 'value', 'sdk'],
    ['opened', 'at', 'value', 'learned'],
    ['paid', 'order', 'value', 'learned'],
  ]);
});

test('a property that was added or removed, or changed type or value, is reported once, with examples', async () => {
  const changed = { total: '5', cart: { items: 3, gift: true } };
  await send(
    'changed',
    ...visit('ann 3', changed),
    ...visit('bob 3', { ...changed, total: 5 }),
    event('left', 'bob 3'),
  );
  const diff = await ofRuns('one', 'changed');
  expect(diff.is_same).toBe(false);
  const added = diff.properties.filter(({ event: name, mask }) => name === 'added' && mask === null);
  expect(added).toMatchObject([
    { path: ['total'], kind: 'type', old_type: 'number', new_type: 'string', differing: 1, compared: 2 },
    { path: ['cart', 'currency'], kind: 'removed', old_type: 'string', new_type: null, differing: 2 },
    {
      path: ['cart', 'items'],
      kind: 'value',
      differing: 2,
      examples: [
        { old: '2', new: '3' },
        { old: '2', new: '3' },
      ],
    },
    { path: ['cart', 'gift'], kind: 'added', old_type: null, new_type: 'boolean', differing: 2 },
  ]);
  const [example] = added[0]?.examples ?? [];
  expect(example).toMatchObject({ old: '5', new: '"5"' });
  expect(await ofEvent(example?.new_uuid, `with=${example?.old_uuid}`)).toMatchObject({ new: { event: 'added' } });
});

test('an added, a removed and a moved event are reported with the event before them', async () => {
  const [opened, added, paid] = visit('ann 4');
  const again = event('opened', 'bob 4');
  if (opened === undefined || added === undefined || paid === undefined) throw new Error('three events');
  await send('reordered', opened, paid, added, again, again, ...visit('bob 4').slice(1));
  const diff = await ofRuns('one', 'reordered');
  expect(diff.is_same).toBe(false);
  expect(diff.order.toSorted((one, other) => one.kind.localeCompare(other.kind))).toMatchObject([
    { kind: 'added', event: 'opened', old_after: null, persons: 1 },
    { kind: 'moved', persons: 1 },
    { kind: 'removed', event: 'left', old_after: 'paid', new_after: null, persons: 1 },
  ]);
  expect(diff.events.slice(0, 2)).toEqual([
    { event: 'left', old: 1, new: 0 },
    { event: 'opened', old: 2, new: 3 },
  ]);
});

test('a person who sends an event several times less often is counted once', async () => {
  await send('five', ...Array.from({ length: 5 }, () => event('refunded', 'ann')), event('refunded', 'bob'));
  await send('once', event('refunded', 'ann'));
  expect(await ofRuns('five', 'once')).toMatchObject({
    order: [{ kind: 'removed', event: 'refunded', old_after: 'refunded', persons: 1 }],
    compared: { persons: 1, events: 1 },
  });
  await server.api('POST', `${root}test_runs/`, { name: 'empty' });
  const none = { is_same: false, order: [], properties: [], compared: { persons: 0, events: 0 } };
  expect(await ofRuns('five', 'empty')).toMatchObject(none);
});

test('two builds that send the same are equal: the property that names the build is masked', async () => {
  const sent = (release: string) => event('shipped', 'ann', { release, size: 1 });
  await send(null, sent('r1'), sent('r2'));
  const query = 'old_build=r1&new_build=r2';
  const property = { path: ['release'], kind: 'value', mask: 'build' };
  expect(await between(`${query}&build_property=release`)).toMatchObject({ is_same: true, properties: [property] });
  await send('r1-run', sent('r1'));
  await send('r2-run', sent('r2'));
  expect(await ofRuns('r1-run', 'r2-run')).toMatchObject({ is_same: false, properties: [{ mask: null }] });
});

test('builds are compared by a property, or by the build of the test run if an event lacks it', async () => {
  await send(
    null,
    event('built', 'ann', { app_version: '1', size: 1 }),
    event('built', 'ann', { release: 7, size: 1 }),
  );
  await send(null, event('built', 'ann', { app_version: 2, size: 2 }));
  await server.api('POST', `${root}test_runs/`, { name: 'third', build: '3' });
  await send('third', event('built', 'ann', { size: 3 }), event('built', 'ann', { app_version: '2', size: 2 }));
  expect(await between('old_build=1&new_build=2')).toMatchObject({
    old: { build: '1', test_run: null, events: 1 },
    new: { build: '2', events: 2 },
  });
  expect(await between('old_build=7&new_build=3&build_property=release')).toMatchObject({
    old: { events: 1 },
    new: { events: 2 },
  });
  const mixed = await between('old_test_run=third&new_build=3');
  expect(mixed).toMatchObject({ old: { test_run: 'third', events: 2 }, new: { build: '3', events: 1 } });
});

test('a build is read from the property of exactly this name, whatever it contains', async () => {
  const sent = (name: string, build: string) => event('named', 'ann', { [name]: build });
  await send(null, sent('re"lease', 'n1'), sent('re"lease', 'n2'), sent('re"lease\u0000old', 'n2'));
  expect(await between('old_build=n1&new_build=n2&build_property=re%22lease')).toMatchObject({
    old: { events: 1 },
    new: { events: 1 },
  });
});

test('an event is compared with the previous one of its name, or with another', async () => {
  await send(null, ...[1, 2, 3].map((total) => event('bought', 'ann', { total, order: randomUUID() })));
  const [third, second, first] = await uuidsOf('event=bought');
  expect(await ofEvent(third)).toMatchObject({
    is_same: false,
    old: { uuid: second, event: 'bought', distinct_id: 'ann', test_run: null },
    new: { uuid: third },
    differences: [
      { path: ['total'], kind: 'value', old: '2', new: '3', mask: null },
      { path: ['order'], kind: 'value', mask: 'learned' },
    ],
  });
  expect((await ofEvent(third, `with=${first}`)).differences[0]).toMatchObject({ old: '1', new: '3' });
  const none = { old: null, old_missing: 'no_older_event', is_same: false, differences: [] };
  expect(await ofEvent(first)).toMatchObject(none);
  expect(await ofEvent(first, 'with=previous_in_test_run')).toMatchObject(none);
});

test('the previous event can be taken from the same test run, even with many others in between', async () => {
  await send('left-side', event('spread', 'ann', { n: 1 }));
  await send('one-side', event('spread', 'ann', { n: 1 }), event('other', 'ann'));
  await send(null, event('spread', 'ann', { n: 2 }));
  await send('two-side', ...Array.from({ length: 600 }, () => event('spread', 'ann', { n: 3 })));
  await send('one-side', ...Array.from({ length: 600 }, () => event('other', 'ann')), event('spread', 'ann', { n: 4 }));
  await send(null, event('spread', 'ann', { n: 5 }));
  const inRun = 'with=previous_in_test_run';
  const [inOne, firstInOne] = await uuidsOf('event=spread&test_run=one-side');
  const [ofNone] = await uuidsOf('event=spread&test_run=(none)');
  expect(await ofEvent(inOne)).toMatchObject({ old: { test_run: 'two-side' } });
  expect(await ofEvent(inOne, inRun)).toMatchObject({
    old: { test_run: 'one-side' },
    old_missing: null,
    differences: [{ old: '1', new: '4' }],
  });
  expect(await ofEvent(ofNone, inRun)).toMatchObject({
    old: { test_run: null },
    differences: [{ old: '2', new: '5' }],
  });
  const none = { old: null, old_missing: 'none_in_test_run', differences: [] };
  expect(await ofEvent(firstInOne, inRun)).toMatchObject(none);
});

test('a long value is cut and marked as cut', async () => {
  const long = (length: number) => 'x'.repeat(length - 2);
  const sent = [event('long', 'ann', { a: long(1000), b: 1 }), event('long', 'ann', { a: long(1001), b: 2 })];
  await send(null, ...sent);
  const [uuid] = await uuidsOf('event=long');
  const { differences } = await ofEvent(uuid);
  expect(differences.map((row) => [row.old?.length, row.is_old_cut, row.new?.length, row.is_new_cut])).toEqual([
    [1000, false, 1000, true],
    [1, false, 1, false],
  ]);
  await send('short', ...sent.slice(0, 1));
  await send('longer', ...sent.slice(1));
  const [property] = (await ofRuns('short', 'longer')).properties;
  expect(property?.examples).toMatchObject([{ is_old_cut: false, is_new_cut: true }]);
});

test.each([
  ['', 'old_test_run'],
  ['old_test_run=one', 'new_test_run'],
  ['old_test_run=one&old_build=1&new_build=2', 'old_test_run'],
  ['old_build=&new_build=2', 'old_test_run'],
  ['old_build=1&new_build=2&test_run=one', 'test_run'],
  ['old_test_run=one&new_test_run=two&build_property=release', 'build_property'],
])('diff/?%s is refused at %s', async (query, attr) => {
  const { status, body } = await server.api('GET', `${root}diff/?${query}`);
  expect({ status, body }).toMatchObject({ status: 400, body: { type: 'validation_error', attr } });
});

test('unknown events and sides are a 404', async () => {
  expect(await server.api('GET', `${root}diff/?old_test_run=one&new_test_run=none`)).toMatchObject({
    status: 404,
    body: { attr: 'new_test_run' },
  });
  expect(await server.api('GET', `${root}diff/?old_build=none&new_build=neither`)).toMatchObject({
    status: 404,
    body: {
      attr: 'old_build',
      detail: 'No event has the build "none", by its property "app_version" or its test run.',
    },
  });
  expect(await server.api('GET', `${root}diff/?old_test_run=one&new_build=neither`)).toMatchObject({
    status: 404,
    body: { attr: 'new_build' },
  });
  const [uuid] = await uuidsOf('event=left');
  const unknown = randomUUID();
  const missing = async (path: string) => (await server.api('GET', `${root}events/${path}`)).body;
  const notFound = (attr: string) => ({
    code: 'not_found',
    attr,
    detail: `No stored event has the uuid "${unknown}" of \`${attr}\`; dropped events and rejected requests are not compared.`,
  });
  expect(await missing(`${unknown}/diff/`)).toMatchObject(notFound('uuid'));
  expect(await missing(`${uuid}/diff/?with=${unknown.toUpperCase()}`)).toMatchObject(notFound('with'));
  expect(await missing(`${unknown}/diff/?with=${uuid}`)).toMatchObject(notFound('uuid'));
  expect((await server.api('GET', `${root}events/${uuid}/diff/?with=next`)).body).toMatchObject({ attr: 'with' });
});

test('a comparison of the newest events alone concludes about these', async () => {
  await send('same-one', ...visit('gus'));
  await send('same-other', ...visit('gus'));
  const diff = await ofRuns('same-one', 'same-other');
  expect(concludeDiff(diff)).toBe('same');
  expect(concludeDiff({ ...diff, old: { ...diff.old, is_complete: false } })).toBe('same_compared');
  expect(concludeDiff({ ...diff, new: { ...diff.new, is_complete: false } })).toBe('same_compared');
  expect(concludeDiff(await ofRuns('same-one', 'one'))).toBe('differ');
});
