import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { maxListedProperties, maxPageText } from '../core/limits-contract.ts';
import { databaseFile } from '../database/storage/files.ts';
import { type EventPage, eventPage, seenNames } from '../events/contract.ts';
import { startTestServer } from '../testing/server.ts';

const megabyte = 1024 * 1024;
const root = '/api/projects/@current/';

async function startWith(events: object[]) {
  const server = await startTestServer();
  for (const event of events) expect((await server.capture({ distinct_id: 'ann', ...event })).status).toBe(200);
  const list = async (query: string): Promise<EventPage> =>
    eventPage.parse((await server.api('GET', `${root}events/?${query}`)).body);
  return { server, list };
}

test('a list truncates large values of an event; the event itself has them whole', async () => {
  const properties = {
    plan: 'pro',
    text: 'x'.repeat(5 * megabyte),
    list: Array.from({ length: 100_000 }, (_, index) => index),
    small: { nested: [1, 2, 3] },
    [`long key ${'k'.repeat(1000)}`]: 1,
  };
  const { server, list } = await startWith([{ event: 'large', properties }]);
  const [event] = (await list('')).results;
  expect(event?.properties).toMatchObject({ plan: 'pro', small: { nested: [1, 2, 3] } });
  expect(event?.properties.text).toMatch(/^x{1000,}…$/);
  expect(event?.properties.list).toMatch(/^\[0,1,2,.*…$/);
  const size = JSON.stringify({ ...properties, $ip: '127.0.0.1' }).length;
  const values = { text: 5 * megabyte, list: JSON.stringify(properties.list).length };
  expect(event?.truncated).toEqual({ size, values, omitted: 1 });
  expect(JSON.stringify(event).length).toBeLessThan(2 * maxListedProperties);
  const whole = await server.event(event?.uuid);
  expect(whole.properties).toEqual({ ...properties, $ip: '127.0.0.1' });
  expect(whole.truncated).toBeUndefined();
  await server.close();
});

test('an event of many small values is truncated after some keys', async () => {
  const properties = Object.fromEntries(Array.from({ length: 200_000 }, (_, index) => [`key ${index}`, index]));
  const { server, list } = await startWith([{ event: 'wide', properties }]);
  const [event] = (await list('')).results;
  const shown = Object.keys(event?.properties ?? {}).length;
  expect(shown).toBeGreaterThan(1000);
  expect(event?.truncated).toMatchObject({ values: {}, omitted: 200_001 - shown });
  await server.close();
});

test('an event of 64 KiB is not truncated in a list', async () => {
  const properties = { text: 'x'.repeat(maxListedProperties - 40), $ip: '1' };
  const { server, list } = await startWith([{ event: 'full', properties }]);
  expect((await list('')).results).toMatchObject([{ properties }]);
  expect((await list('')).results[0]).not.toHaveProperty('truncated');
  await server.close();
});

test('a page ends at its size limit, and all pages together have every event once', async () => {
  const server = await startTestServer();
  const many = Array.from({ length: 300 }, (_, index) => ({
    event: `event ${index}`,
    distinct_id: 'ann',
    properties: { text: 'x'.repeat(60_000) },
  }));
  const huge = Array.from({ length: 4 }, (_, index) => ({
    event: `huge ${index}`,
    distinct_id: 'ann',
    properties: { text: 'x'.repeat(9 * megabyte) },
  }));
  await server.capture({ batch: many }, '/batch/');
  for (const event of huge) await server.capture(event);
  for (const start of ['', 'after=0&']) {
    const pages = await server.pages(`${root}events/?${start}limit=1000`);
    for (const { body } of pages) expect(JSON.stringify(body).length).toBeLessThan(1.1 * maxPageText);
    expect(pages.length).toBeGreaterThan(2);
    const names = pages.flatMap(({ body }) => eventPage.parse(body).results.map(({ event }) => event ?? ''));
    expect(names.sort()).toEqual([...many, ...huge].map(({ event }) => event).sort());
  }
  await server.close();
});

test('long names in an older database are truncated in lists', async () => {
  const { server, list } = await startWith([{ event: 'short', properties: {} }]);
  await server.capture({ event: 'dropped', distinct_id: '' });
  const database = new Database(databaseFile(server.dataDir));
  const add = database.prepare('INSERT INTO event_names (project_id, name) VALUES (1, ?)');
  for (let index = 0; index < 20; index++) add.run(`${index} ${'n'.repeat(2 * megabyte)}`);
  database.prepare('UPDATE events SET name_id = (SELECT max(id) FROM event_names)').run();
  database.prepare('UPDATE discards SET event = (SELECT name FROM event_names ORDER BY id DESC)').run();
  database.close();
  const names = seenNames.parse((await server.api('GET', `${root}events/names/`)).body);
  expect(names.events).toHaveLength(21);
  expect(JSON.stringify(names).length).toBeLessThan(10_000);
  for (const status of ['accepted', 'dropped']) {
    const { results } = await list(`status=${status}`);
    expect(results[0]?.event, status).toHaveLength(200);
  }
  const preview = await server.api('POST', `${root}actions/preview/`, { steps: [{}] });
  expect(preview.status).toBe(200);
  expect(JSON.stringify(preview.body).length).toBeLessThan(10_000);
  await server.close();
}, 60_000);

test('a page of persons or groups ends at its size limit, and `next` continues', async () => {
  const server = await startTestServer();
  const size = 500 * 1024;
  const notes = { notes: 'x'.repeat(size) };
  for (let key = 0; key < 40; key++) {
    const group = { $group_type: 'company', $group_key: `group ${key}`, $group_set: notes };
    const event = { event: '$groupidentify', distinct_id: `person ${key}`, properties: { $set: notes, ...group } };
    expect((await server.capture(event)).status).toBe(200);
  }
  for (const [path, cut, fewest] of [
    ['persons/', true, 1],
    ['groups/', false, 2],
  ] as const) {
    const pages = await server.pages(`${root}${path}`);
    for (const { body } of pages) expect(JSON.stringify(body).length).toBeLessThan(1.1 * maxPageText);
    expect(pages.length).toBeGreaterThanOrEqual(fewest);
    const lists = pages.map(({ body }) => body as { count: number; results: object[] });
    expect(lists.map(({ count }) => count)).toEqual(lists.map(() => 40));
    const rows = lists.flatMap(({ results }) => results);
    expect(rows.map((row) => 'truncated' in row)).toEqual(Array.from({ length: 40 }, () => cut));
  }
  const one = await server.api('GET', `${root}persons/1/`);
  expect(one.body).toMatchObject({ properties: { notes: 'x'.repeat(size) } });
  await server.close();
}, 60_000);
