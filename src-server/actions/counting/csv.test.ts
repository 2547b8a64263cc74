import { createServer } from 'node:http';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { listenLocally } from '../../testing/listening.ts';
import { serverForAll } from '../../testing/server-hooks.ts';
import { deliveryList } from '../chat/chat-contract.ts';
import { type Action, action } from '../contract.ts';
import { settled } from '../testing.ts';

type Row = Record<string, string>;
/** Parses CSV strictly: each row has as many fields as the header, quotes are as in RFC 4180, and lines end with CRLF. */
const rowsOf = (text: unknown): Row[] => parse(String(text), { columns: true, recordDelimiter: '\r\n', bom: false });

const root = '/api/projects/1/actions/';
const uuid = '0190a000-0000-7000-8000-000000000001';
const formula = '=HYPERLINK("http://127.0.0.1/?"&A1,"paid")';
const note = 'two\r\nlines, "quoted"; and 日本';

const server = serverForAll();
let nasty: Action;
let plain: Action;
let deliveryId: number;
const chat = createServer((_request, response) => response.writeHead(404).end());
const api = (method: string, rest: string, body?: unknown) => server.api(method, root + rest, body);

beforeAll(async () => {
  const webhook = `${await listenLocally(chat)}/=hook`;
  await api('PATCH', 'chat/', { webhook_url: webhook, allow_local: true });
  const steps = [
    { event: 'paid', properties: [{ key: 'amount', operator: 'gt', value: 5 }] },
    { event: '@other', url: '/pay' },
  ];
  nasty = action.parse(
    (await api('POST', '', { name: formula, description: note, tags: ['+1', '-b'], steps, post_to_chat: true })).body,
  );
  plain = action.parse((await api('POST', '', { name: 'Plain' })).body);
  await settled(api, nasty.id);
  await settled(api, plain.id);
  await server.capture({
    batch: [
      {
        event: 'paid',
        uuid,
        distinct_id: '=cmd|calc',
        properties: { amount: 7, note, deep: { '-x': ['@a', null, -3] } },
      },
      { event: 'paid', distinct_id: 'ada', properties: { amount: 9, $set: { 'first.name': '\t=A1', age: -40 } } },
    ],
  });
  const failed = async () => deliveryList.parse((await api('GET', 'deliveries/?state=failed')).body).results;
  await vi.waitFor(async () => expect(await failed()).toHaveLength(2), { timeout: 30_000 });
  deliveryId = Number((await failed())[0]?.id);
});
afterAll(() => void chat.close());

type Endpoint = [name: string, method: string, path: () => string, body?: object];
const endpoints: Endpoint[] = [
  ['the list', 'GET', () => ''],
  ['a create', 'POST', () => '', { name: 'Made' }],
  ['one action', 'GET', () => `${nasty.id}/`],
  ['a change', 'PATCH', () => `${plain.id}/`, { description: '=1+1' }],
  ['a replacement', 'PUT', () => `${plain.id}/`, { name: 'Plain' }],
  ['its count', 'GET', () => `${nasty.id}/count/`],
  ['its events', 'GET', () => `${nasty.id}/events/`],
  ['its people', 'GET', () => `people/?action_id=${nasty.id}`],
  ['the people of all', 'GET', () => 'people/'],
  ['the counts of all', 'GET', () => 'counts/'],
  ['a preview', 'POST', () => 'preview/', { steps: [{ event: 'paid' }], event: uuid }],
  ['the matches of an event', 'GET', () => `matches/?event=${uuid}`],
  ['the chat', 'GET', () => 'chat/'],
  ['a change of the chat', 'PATCH', () => 'chat/', { allow_local: true }],
  ['a test message', 'POST', () => 'chat/test/'],
  ['the messages', 'GET', () => 'deliveries/'],
  ['a retry', 'POST', () => `deliveries/${deliveryId}/retry/`],
];
const asked = (path: string, format: string) => `${path}${path.includes('?') ? '&' : '?'}format=${format}`;
/** Changes the name of a create, which must be unique. */
const fresh = (body: object | undefined, format: string) =>
  body !== undefined && 'name' in body && body.name === 'Made' ? { name: `Made as ${format}` } : body;

/** Returns the list of actions once none is calculating. */
async function calmList(): Promise<unknown> {
  for (;;) {
    const { body } = await api('GET', '');
    if (!(body as { results: Action[] }).results.some((each) => each.is_calculating)) return body;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

describe.each(endpoints)('%s', (_name, method, path, body) => {
  test('is CSV that a parser reads, with the rows of the JSON', async () => {
    const json = await api(method, asked(path(), 'json'), fresh(body, 'json'));
    const csv = await api(method, asked(path(), 'csv'), fresh(body, 'csv'));
    expect(json.headers.get('content-type')).toContain('application/json');
    expect(csv.headers.get('content-type')).toContain('text/csv; charset=utf-8');
    expect(csv.status).toBe(json.status);
    const answer = json.body as { results?: unknown[] };
    // A report with results lists them.
    const items = answer.results ?? [answer];
    const rows = rowsOf(csv.body);
    expect(rows).toHaveLength(items.length);
    for (const [index, item] of items.entries()) {
      const cells = cellsOf(item);
      // Other methods run twice, so their times differ.
      if (method === 'GET') expect(rows[index]).toMatchObject(cells);
      else expect(Object.keys(rows[index] ?? {})).toEqual(expect.arrayContaining(Object.keys(cells)));
    }
  });

  test('any other format is refused, and changes nothing', async () => {
    const before = await calmList();
    for (const format of ['xml', 'CSV', 'csv&format=json']) {
      const refused = await api(method, asked(path(), format), fresh(body, 'xml'));
      expect(refused, format).toMatchObject({
        status: 400,
        body: { type: 'validation_error', code: 'invalid_choice', attr: 'format' },
      });
    }
    expect(await calmList()).toEqual(before);
  });
});

test('no export contains a secret key that an event sent', async () => {
  const key = 'phx_aKeyThatNobodyMaySee';
  const escaped = JSON.stringify({ api_key: server.projectKey, event: 'leak', distinct_id: 'eve' }).slice(0, -1);
  const held = `{"$set":{"${key}":"${key}"},"url":"/?key=%70hx_${key.slice(4)}","text":"\\u0070hx_${key.slice(4)}"}`;
  await server.send('POST', '/capture/', {}, `${escaped},"properties":${held}}`);
  const made = action.parse((await api('POST', '', { name: 'Leak', steps: [{ event: 'leak' }] })).body);
  await settled(api, made.id);
  const exports = [`${root}${made.id}/events/`, `${root}people/?action_id=${made.id}`];
  const lists = ['/api/projects/1/events/?event=leak', '/api/projects/1/persons/?search=eve'];
  for (const path of [...exports.map((each) => asked(each, 'csv')), ...lists]) {
    const { status, body } = await server.api('GET', path);
    expect(status, path).toBe(200);
    expect(JSON.stringify(body), path).not.toContain(key.slice(8));
  }
  expect(String((await server.api('GET', asked(exports[0] ?? '', 'csv'))).body)).toContain('phx_aKey…');
});

test('nested keys are dotted, lists of plain values are one JSON cell, and all text round-trips', async () => {
  const [row] = rowsOf((await api('GET', `${nasty.id}/?format=csv`)).body);
  expect(row).toMatchObject({
    id: String(nasty.id),
    name: `'${formula}`,
    description: note,
    tags: '["+1","-b"]',
    'steps.0.event': 'paid',
    'steps.0.url': '',
    'steps.0.properties.0.key': 'amount',
    'steps.0.properties.0.value': '5',
    'steps.1.event': "'@other",
    'steps.1.properties': '{}',
    'created_by.id': String(nasty.created_by?.id),
    'created_by.email': nasty.created_by?.email,
    deleted: 'false',
    is_calculating: 'false',
    last_calculated_at: nasty.last_calculated_at ?? expect.any(String),
  });
  const events = rowsOf((await api('GET', `${nasty.id}/events/?format=csv`)).body);
  expect(events.find((event) => event.uuid === uuid)).toMatchObject({
    event: 'paid',
    distinct_id: "'=cmd|calc",
    'properties.amount': '7',
    'properties.note': note,
    'properties.deep.-x': '["@a",null,-3]',
  });
});

test('no cell and no header of any list is a formula, and a negative number stays a number', async () => {
  const people = rowsOf((await api('GET', `people/?action_id=${nasty.id}&format=csv`)).body);
  const byName = new Map(people.map((person) => [person.name, person]));
  expect([...byName.keys()].sort()).toEqual(["'=cmd|calc", 'ada']);
  expect(byName.get('ada')).toMatchObject({
    action_count: '1',
    'properties.age': '-40',
    'properties.first.name': "'\t=A1",
    distinct_ids: '["ada"]',
  });
  for (const path of ['', `${nasty.id}/events/`, `people/`, `matches/?event=${uuid}`, 'deliveries/']) {
    const cells = parse(String((await api('GET', asked(path, 'csv'))).body)).flat() as string[];
    const risky = cells.filter((cell) => /^[=+\-@\t\r]/.test(cell) && !/^-?\d+(\.\d+)?$/.test(cell));
    expect(risky, path).toEqual([]);
  }
});

test('an empty list is only a header', async () => {
  const headerOf = async (path: string) => String((await api('GET', `${path}&format=csv`)).body);
  expect(await headerOf('deliveries/?state=delivered')).toMatch(/^id,action_id,action_name,[\w,]+\r\n$/);
  const actions = await headerOf('?search=nothing-is-called-so');
  expect(actions).toMatch(/^id,name,description,[\w,.]+\r\n$/);
  expect(actions).toContain(',created_by.email,');
});

test('errors stay JSON', async () => {
  const unknown = await api('GET', '999/?format=csv');
  expect(unknown).toMatchObject({ status: 404, body: { code: 'not_found' } });
  expect(unknown.headers.get('content-type')).toContain('application/json');
  const refused = await api('DELETE', `${nasty.id}/?format=csv`);
  expect(refused).toMatchObject({ status: 405, body: null });
});

/** Returns the cells that a parser must find in the row of a value. */
function cellsOf(value: unknown, key = ''): Row {
  if (typeof value === 'string') return { [key]: /^[=+\-@\t\r]/.test(value) ? `'${value}` : value };
  if (typeof value !== 'object' || value === null) return { [key]: String(value ?? '') };
  if (Array.isArray(value) && !value.some((item) => typeof item === 'object' && item !== null))
    return { [key]: JSON.stringify(value) };
  const entries = Object.entries(value);
  if (entries.length === 0) return { [key]: '{}' };
  return Object.assign({}, ...entries.map(([name, inner]) => cellsOf(inner, key === '' ? name : `${key}.${name}`)));
}
