import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { type Event, eventPage } from '../events/contract.ts';
import { groupList, personList } from '../persons/contract.ts';
import { startTestServer } from '../testing/server.ts';
import { relayPreview } from './contract.ts';
import { change, isDone, type Project, relayOf, startReceiver, switchOn } from './relay-testing.ts';

const server = await startTestServer();
const second = await startTestServer();
afterAll(async () => {
  await server.close();
  await second.close();
});

async function eventsOf(project: Project): Promise<Event[]> {
  const found: Event[] = [];
  for (let after = '0'; ; ) {
    const answer = await project.api('GET', `/api/projects/@current/events/?limit=1000&after=${after}`);
    const { results, cursor } = eventPage.parse(answer.body);
    found.push(...results);
    if (results.length === 0) return found;
    after = cursor;
  }
}

/** Returns the fields of events that both sides must share, in the order of arrival. */
const captured = (events: Event[]) =>
  events.map(({ uuid, event, distinct_id, timestamp, properties, test_run }) => [
    uuid,
    event,
    distinct_id,
    timestamp,
    properties,
    test_run,
  ]);

async function personsOf(project: Project) {
  const { results } = personList.parse((await project.api('GET', '/api/projects/@current/persons/')).body);
  return results
    .map(({ distinct_ids, properties, is_identified }) => ({ ids: distinct_ids.toSorted(), properties, is_identified }))
    .toSorted((a, b) => String(a.ids).localeCompare(String(b.ids)));
}

async function relayed() {
  const from = await server.inNewProject();
  const to = await second.inNewProject();
  await switchOn(from, second.url, { api_key: to.projectKey });
  return { from, to };
}

test('events, persons, groups and merges arrive at the receiver unchanged', async () => {
  const { from, to } = await relayed();
  const at = '2026-11-01T10:00:00.123Z';
  const batch = [
    { event: 'visited', distinct_id: 'anon-1', timestamp: at, properties: { path: '/', $set_once: { first: '/' } } },
    { event: '$identify', distinct_id: 'ann', properties: { $anon_distinct_id: 'anon-1', $set: { plan: 'pro' } } },
    { event: '$create_alias', distinct_id: 'ann', properties: { alias: 'ann@example.com' } },
    { event: '$set', distinct_id: 'ann', $set: { plan: 'team', seats: 7 } },
    { event: '$unset', distinct_id: 'ann', properties: { $unset: ['seats'] } },
    {
      event: '$groupidentify',
      distinct_id: 'ann',
      properties: { $group_type: 'company', $group_key: 'acme', $group_set: { size: 7 } },
    },
    {
      event: 'paid',
      distinct_id: 'bob',
      uuid: randomUUID(),
      properties: { total: 1.5, items: [{ a: null }], 'ключ "\u2028': 'a\\"b' },
    },
    { event: 'empty', distinct_id: 'bob' },
  ];
  expect((await from.capture({ batch, sent_at: new Date().toISOString() }, '/batch/')).status).toBe(200);
  await isDone(from, batch.length);
  const here = captured(await eventsOf(from));
  expect(here.length).toBe(batch.length);
  expect(captured(await eventsOf(to))).toEqual(here);
  expect(await personsOf(to)).toEqual(await personsOf(from));
  expect((await personsOf(to)).map(({ ids }) => ids)).toEqual([['ann', 'ann@example.com', 'anon-1'], ['bob']]);
  const groups = groupList.parse((await to.api('GET', '/api/projects/@current/groups/')).body);
  expect(groups.results).toMatchObject([{ group_key: 'acme', properties: { size: 7 } }]);
});

test('a relay is off by default, and its key is always masked', async () => {
  const project = await server.inNewProject();
  expect(await relayOf(project)).toMatchObject({ mode: 'off', address: null, api_key: null, status: { state: 'off' } });
  await change(project, { address: 'https://eu.i.posthog.com', api_key: 'phc_aKeyOfTheOtherSide' });
  const read = await relayOf(project);
  expect(read).toMatchObject({ mode: 'off', api_key: 'phc_aKey…' });
  expect(JSON.stringify(read)).not.toContain('OtherSide');
  expect((await project.api('DELETE', '/api/projects/@current/relay/')).status).toBe(204);
  expect(await relayOf(project)).toMatchObject({ address: null, api_key: null });
});

test('a relay starts at the next event, or at the oldest stored one', async () => {
  const receiver = await startReceiver();
  const project = await server.inNewProject();
  const send = (event: string) => project.capture({ event, distinct_id: 'ann' });
  await send('first');
  await send('second');
  await switchOn(project, receiver.url);
  await send('third');
  await isDone(project, 1);
  expect(receiver.names()).toEqual(['third']);
  expect(receiver.paths).toEqual(['/batch/']);

  await change(project, { mode: 'off' });
  await send('while it is off');
  await change(project, { mode: 'on' });
  await send('fourth');
  await isDone(project, 1);
  expect(receiver.names()).toEqual(['third', 'fourth']);

  await change(project, { mode: 'off' });
  receiver.batches = [];
  const preview = await project.api('POST', '/api/projects/@current/relay/preview/', {});
  expect(relayPreview.parse(preview.body)).toEqual({ count: 5, is_complete: true });
  await change(project, { mode: 'on', start: 'all' });
  await isDone(project, 5);
  expect(receiver.names()).toEqual(['first', 'second', 'third', 'while it is off', 'fourth']);
  await receiver.close();
});

test('only events that pass the filter are forwarded', async () => {
  const receiver = await startReceiver();
  const project = await server.inNewProject();
  const filter = {
    event_any: ['order *', 'paid'],
    event_none: ['order draft*'],
    properties: [
      { key: 'total', operator: 'gt', value: 10 },
      { key: 'plan', value: 'pro', type: 'person' },
    ],
  };
  await switchOn(project, receiver.url, { filter });
  const pro = { $set: { plan: 'pro' } };
  const batch = [
    { event: 'paid', distinct_id: 'ann', properties: { total: 11, ...pro } },
    { event: 'paid', distinct_id: 'ann', properties: { total: 9 } },
    { event: 'paid', distinct_id: 'bob', properties: { total: 11 } },
    { event: 'order placed', distinct_id: 'ann', properties: { total: 12 } },
    { event: 'order draft 1', distinct_id: 'ann', properties: { total: 12 } },
    { event: 'visited', distinct_id: 'ann', properties: { total: 12 } },
  ];
  await project.capture({ batch }, '/batch/');
  await isDone(project, 2);
  expect(receiver.names()).toEqual(['paid', 'order placed']);
  await receiver.close();
});

test('events of test runs are forwarded only on request, and keep their run at the receiver', async () => {
  const { from, to } = await relayed();
  const send = (event: string, run: object = {}) =>
    from.capture({ event, distinct_id: 'ann', properties: { a: 1, ...run } });
  await send('of a run', { $benchtop_test_run: 'nightly' });
  await send('of an app');
  await isDone(from, 1);
  await change(from, { filter: { includes_test_runs: true } });
  await send('of a run again', { $benchtop_test_run: 'nightly-7' });
  await isDone(from, 2);
  const there = await eventsOf(to);
  expect(there.map(({ event, test_run, properties }) => [event, test_run, properties.a])).toEqual([
    ['of an app', null, 1],
    ['of a run again', 'nightly-7', 1],
  ]);
});

test.each<[string, object, string, string]>([
  ['a relay without an address', { mode: 'on', api_key: 'phc_receiver' }, 'address', 'required'],
  ['a relay without a key', { mode: 'on', address: 'https://eu.i.posthog.com' }, 'api_key', 'required'],
  ['a local address', { address: 'https://10.0.0.1' }, 'address', 'invalid_input'],
  ['http to another machine', { address: 'http://example.com' }, 'address', 'invalid_input'],
  ['an address with a query', { address: 'https://example.com/?a=1' }, 'address', 'invalid_input'],
  ['a personal key', { api_key: 'phx_aPersonalKey123' }, 'api_key', 'invalid_input'],
  ['a masked key', { api_key: 'phc_abcd…' }, 'api_key', 'invalid_input'],
  ['an unknown part of the filter', { filter: { events: ['paid'] } }, 'filter__events', 'invalid_input'],
  [
    'a condition that cannot be read',
    { filter: { properties: [{ key: 'a', operator: 'regex', value: '(' }] } },
    'filter__properties__0__value',
    'invalid_input',
  ],
  ['a start of a relay that is not switched on', { start: 'all' }, 'start', 'invalid_input'],
])('%s is refused, and changes nothing', async (_what, body, attr, code) => {
  const project = await server.inNewProject();
  const before = await relayOf(project);
  expect(await project.api('PATCH', '/api/projects/@current/relay/', body)).toMatchObject({
    status: 400,
    body: { attr, code },
  });
  expect(await relayOf(project)).toEqual(before);
});

test('a relay to its own project is refused; one to another project of this server works', async () => {
  const project = await server.inNewProject();
  const other = await server.inNewProject();
  const settings = { allow_local: true, mode: 'on', address: server.url };
  const hosts = ['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '127.0.0.2', '0.0.0.0'];
  const addresses = hosts.map((host) => server.url.replace('127.0.0.1', host));
  for (const address of [...addresses, `${server.url}/batch/`]) {
    const answer = await project.api('PATCH', '/api/projects/@current/relay/', {
      ...settings,
      address,
      api_key: project.projectKey,
    });
    expect(answer).toMatchObject({ status: 400, body: { code: 'relay_loop', attr: 'address' } });
  }
  await change(project, { ...settings, api_key: other.projectKey });
  await project.capture({ event: 'copied', distinct_id: 'ann' });
  await isDone(project, 1);
  expect((await eventsOf(other)).map(({ event }) => event)).toEqual(['copied']);
});

test('two projects that forward to each other store each event once', async () => {
  const { from, to } = await relayed();
  await switchOn(to, server.url, { api_key: from.projectKey });
  await from.capture({ event: 'from here', distinct_id: 'ann' });
  await to.capture({ event: 'from there', distinct_id: 'bob' });
  await isDone(from, 2);
  await isDone(to, 2);
  for (const project of [from, to]) {
    expect((await eventsOf(project)).map(({ event }) => event).toSorted()).toEqual(['from here', 'from there']);
  }
});
