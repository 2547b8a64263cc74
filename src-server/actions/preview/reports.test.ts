import { beforeAll, expect, test } from 'vitest';
import { serverForAll } from '../../testing/server-hooks.ts';
import { action, actionCount, actionList, actionPeople, peopleList } from '../contract.ts';
import { settled } from '../testing.ts';
import { eventMatches, matchedEventList, preview } from './preview-contract.ts';

const server = serverForAll();
const api = (method: string, rest: string, body?: unknown) =>
  server.api(method, `/api/projects/1/actions/${rest}`, body);

const at = (day: number, hour = 12) =>
  `2026-11-${String(day).padStart(2, '0')}T${String(hour).padStart(2, '0')}:00:00Z`;
let id: number;
beforeAll(async () => {
  const event = (distinctId: string, timestamp: string, rest: object = {}) => ({
    event: 'paid',
    distinct_id: distinctId,
    timestamp,
    properties: { amount: 5, ...rest },
  });
  const early = [event('u1', at(10, 8)), event('u1', at(10, 20)), event('u2', at(11)), event('u3', at(13))];
  await server.capture({ batch: early }, '/batch/');
  await api('POST', '', { name: 'Never', steps: [{ event: 'never' }] });
  id = action.parse((await api('POST', '', { name: 'Paid', steps: [{ event: 'paid' }] })).body).id;
  await settled(api, id);
  await server.capture({ batch: [event('u1', at(13, 13)), event('=cmd', at(14), { note: 'a,"b"\n' })] }, '/batch/');
});

const ranges: [query: string, count: number, people: number][] = [
  ['', 6, 4],
  ['date_from=2026-11-11', 4, 4],
  ['date_from=2026-11-13', 3, 3],
  ['date_to=2026-11-11', 3, 2],
  ['date_from=2026-11-11&date_to=2026-11-13', 3, 3],
  ['date_from=2026-11-10T10:00:00Z&date_to=2026-11-11T11:00:00Z', 1, 1],
  ['date_from=2026-11-10T10:00:00Z', 5, 4],
  ['date_from=2026-11-10T07:00:00Z&date_to=2026-11-10T09:00:00Z', 1, 1],
  ['date_to=2026-11-13T12:00:00Z', 4, 3],
  ['date_from=2026-11-13&date_to=2026-11-11', 0, 0],
  ['date_from=2027-01-01', 0, 0],
  ['date_from=&date_to=', 6, 4],
];
test.each(ranges)('count/?%s is %i events of %i people, and events/ lists them', async (query, events, people) => {
  const count = actionCount.parse((await api('GET', `${id}/count/?${query}`)).body);
  expect(count).toMatchObject({ id, count: events, people_count: people, progress: 1 });
  expect(count.series.reduce((sum, day) => sum + day.count, 0)).toBe(events);
  for (const [inRun, total] of [
    ['', events],
    ['&test_run=(none)', events],
    ['&test_run=other', 0],
  ] as const) {
    const listed = matchedEventList.parse((await api('GET', `${id}/events/?${query}${inRun}`)).body);
    expect([listed.count, listed.results.length]).toEqual([total, total]);
  }
});

test('the series has every day, also those without a match', async () => {
  const { series } = actionCount.parse((await api('GET', `${id}/count/`)).body);
  expect(series).toEqual([
    { date: '2026-11-10', count: 2, people_count: 1 },
    { date: '2026-11-11', count: 1, people_count: 1 },
    { date: '2026-11-12', count: 0, people_count: 0 },
    { date: '2026-11-13', count: 2, people_count: 2 },
    { date: '2026-11-14', count: 1, people_count: 1 },
  ]);
});

test('people have their number of matches and last match, newest first', async () => {
  const people = actionPeople.parse((await api('GET', `people/?action_id=${id}&limit=2`)).body);
  expect(people).toMatchObject({ id, count: 4, previous: null });
  expect(people.results.map(({ name, action_count, last_seen }) => [name, action_count, last_seen])).toEqual([
    ['=cmd', 1, '2026-11-14T12:00:00.000Z'],
    ['u1', 3, '2026-11-13T13:00:00.000Z'],
  ]);
  const all = peopleList.parse((await api('GET', 'people/')).body);
  expect(all.count).toBeGreaterThanOrEqual(4);
  expect(new Set(all.results.map((person) => person.id)).size).toBe(all.results.length);
  expect('name' in all).toBe(false);
});

test('its events are listed newest first', async () => {
  const events = matchedEventList.parse((await api('GET', `${id}/events/?limit=2&offset=1`)).body);
  expect(events.count).toBe(6);
  expect(events.results.map(({ timestamp }) => timestamp)).toEqual(
    [at(13, 13), at(13)].map((time) => time.replace('Z', '.000Z')),
  );
});

test('the events that just arrived are counted in its list', async () => {
  const made = action.parse((await api('POST', '', { name: 'New', steps: [{ event: 'new' }] })).body);
  for (const count of [1, 2, 3]) {
    await server.capture({ event: 'new', distinct_id: 'u1' });
    const { body } = await api('GET', `${made.id}/events/`);
    expect(body).toMatchObject({ count, results: Array.from({ length: count }, () => ({ event: 'new' })) });
  }
});

test('a preview of the same steps has the same count, and explains why an event does not match', async () => {
  const { results } = matchedEventList.parse((await api('GET', `${id}/events/`)).body);
  const draft = { steps: [{ event: 'Paid' }], event: results[0]?.uuid, days: 90 };
  const missed = preview.parse((await api('POST', 'preview/', draft)).body);
  expect(missed).toMatchObject({ count: 0, results: [], is_complete: true, verdict: { is_match: false } });
  expect(missed.verdict?.steps[0]?.conditions[0]?.nearest).toEqual({
    kind: 'text',
    difference: 'case',
    seen: 'paid',
  });
  const format = '[person] paid [event.properties.amount] for [action.name] [x]';
  const hit = preview.parse(
    (await api('POST', 'preview/', { steps: [{ event: 'paid' }], days: 90, chat_message_format: format, name: 'P' }))
      .body,
  );
  expect(hit).toMatchObject({ count: 6, people_count: 4, message: '=cmd paid 5 for P [x]', verdict: null });
  expect(hit.results[0]?.uuid).toBe(results[0]?.uuid);
  const unknown = await api('POST', 'preview/', { steps: [], event: '00000000-0000-4000-8000-000000000000' });
  expect(unknown).toMatchObject({ status: 400, body: { attr: 'event' } });
});

test('a verdict has its conditions and the values of the event, but no value that was cut', async () => {
  const properties = { plan: 'free', note: 'a'.repeat(3000), cart: { b: 1, a: [2] } };
  await server.capture({ event: 'noted', distinct_id: 'ada', properties });
  const conditions = [
    { key: 'plan', value: ['pro'] },
    { key: 'note', value: 'b'.repeat(3000) },
    { key: 'plan', value: 'gold', type: 'person' },
    { key: 'cart', operator: 'is_not_set' },
  ];
  const steps = [{ event: 'n', url: 'x', properties: conditions }];
  const { nearest_event: nearest } = preview.parse((await api('POST', 'preview/', { steps, find_nearest: true })).body);
  expect(nearest?.event.event).toBe('noted');
  const data = nearest?.verdict.steps[0]?.conditions.map(({ property, comparison, index, seen_value }) => ({
    property,
    comparison,
    index,
    seen_value,
  }));
  expect(data).toEqual([
    { seen_value: 'noted' },
    {},
    {
      property: { of: 'event', key: 'plan' },
      comparison: { operator: 'exact', value: ['pro'] },
      index: 0,
      seen_value: 'free',
    },
    { property: { of: 'event', key: 'note' }, comparison: { operator: 'exact' }, index: 1 },
    { property: { of: 'person', key: 'plan' }, comparison: { operator: 'exact', value: 'gold' }, index: 2 },
    {
      property: { of: 'event', key: 'cart' },
      comparison: { operator: 'is_not_set' },
      index: 3,
      seen_value: properties.cart,
    },
  ]);
});

test('a preview lists only events of its days, whenever they arrived', async () => {
  const before = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  const batch = [20, 15, 13, 1].map((days) => ({
    event: 'late',
    distinct_id: `late-${days}`,
    timestamp: before(days),
  }));
  await server.capture({ batch }, '/batch/');
  const found = preview.parse((await api('POST', 'preview/', { steps: [{ event: 'late' }], days: 14 })).body);
  expect(found).toMatchObject({ count: 2, people_count: 2 });
  expect(found.results.map((event) => event.distinct_id).toSorted()).toEqual(['late-1', 'late-13']);
});

test('one event is compared with every action', async () => {
  const { results } = matchedEventList.parse((await api('GET', `${id}/events/`)).body);
  const matches = eventMatches.parse((await api('GET', `matches/?event=${results[0]?.uuid}`)).body);
  expect(matches.results.find((each) => each.action_id === id)).toMatchObject({ is_match: true, is_counted: true });
  const others = matches.results.filter(({ is_match }) => !is_match);
  expect(others.length).toBeGreaterThan(0);
  expect(matches.results.slice(-others.length)).toEqual(others);
});

test('an event that is not stored is an error that names its uuid', async () => {
  const { status, body } = await api('GET', 'matches/?event=paid');
  expect([status, body]).toMatchObject([404, { detail: 'No stored event has the uuid "paid".' }]);
});

test.each([
  ['7', 7],
  ['0', 1],
  ['99999999999999999999', 90],
])('counts of all actions have the total and the last days: days=%s', async (days, shown) => {
  const { body } = await api('GET', `counts/?days=${days}`);
  const own = (body as { results: { action_id: number; series: unknown[] }[] }).results.find(
    (each) => each.action_id === id,
  );
  expect(own).toMatchObject({ count: 6, people_count: 4, progress: 1 });
  expect(own?.series).toHaveLength(shown);
});

test.each(['matches', 'people'])('actions sorted by %s have those without a match at the low end', async (sort) => {
  const names = async (order: string) =>
    actionList.parse((await api('GET', `?sort=${order}`)).body).results.map(({ name }) => name);
  const [first, ...rest] = await names(sort);
  expect([first, rest.at(-1)]).toEqual(['Never', 'Paid']);
  expect((await names(`-${sort}`)).at(-1)).toBe('Never');
});

test('CSV has a header, dotted keys, and no cell that is a formula', async () => {
  const { body, headers } = await api('GET', `people/?action_id=${id}&format=csv`);
  expect(headers.get('content-type')).toContain('text/csv');
  const lines = String(body).split('\r\n');
  expect(lines[0]).toContain('id,uuid,name,distinct_ids,');
  expect(lines[1]).toContain(`,'=cmd,"[""=cmd""]",`);
  expect(lines).toHaveLength(6);
  const one = String((await api('GET', `${id}/?format=csv`)).body);
  expect(one.split('\r\n')[0]).toContain('steps.0.event');
  expect(one.split('\r\n')[0]).toContain('created_by.email');
});
