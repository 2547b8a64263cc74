import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { etagOf } from '../../http/etag.ts';
import type { Definitions } from '../../projects/definitions/definitions-contract.ts';
import { personalKey, type TestServer } from '../../testing/server.ts';
import { serverForAll } from '../../testing/server-hooks.ts';
import {
  type Answer,
  definitionsStatusOf,
  done,
  startFollower,
  startProxy,
  tablesOf,
  untilStale,
  untilTaken,
} from './following-testing.ts';

const source = serverForAll();
let follower: TestServer;

let proxy: Awaited<ReturnType<typeof startProxy>>;

beforeAll(async () => {
  await done(source, 'POST', '/api/projects/1/feature_flags/', { key: 'first' });
  proxy = await startProxy(() => source);
  follower = await startFollower(proxy, { report: () => undefined });
});
afterAll(async () => {
  await follower.close();
  proxy.close();
});
beforeEach(async () => {
  proxy.answer = undefined;
  await vi.waitFor(async () => expect(await definitionsStatusOf(follower)).toMatchObject({ state: 'current' }), 20_000);
  await untilTaken(source, follower);
});

const send = (response: ServerResponse, whole: unknown) => {
  const text = JSON.stringify(whole);
  response.writeHead(200, { ETag: etagOf(text) }).end(text);
};
const changed =
  (change: (whole: Definitions) => unknown): Answer =>
  (response, whole) => {
    change(whole);
    send(response, whole);
  };
const rows = ({ tables }: Definitions, table: string) => tables[table]?.rows as (string | number | null)[][];
const addFlag = (whole: Definitions, id: number, key: string) => {
  const [flag = []] = rows(whole, 'flags');
  rows(whole, 'flags').push(flag.map((value, index) => [id, value, key][index] ?? value));
};

const bad: [sentence: RegExp, answer: Answer][] = [
  [
    /redirects to http:\/\/elsewhere\/x/,
    (response) => response.writeHead(302, { Location: 'http://elsewhere/x' }).end(),
  ],
  [/status 200/, (response) => response.end('<h1>It works</h1>')],
  [/status 502/, (response) => response.writeHead(502).end('Bad gateway')],
  [/503: Busy/, (response) => response.writeHead(503).end('{"type":"server_error","code":"x","detail":"Busy."}')],
  [
    /404: No such.*Update that Benchtop/,
    (response) =>
      response.writeHead(404).end('{"type":"invalid_request","code":"not_found","detail":"No such endpoint."}'),
  ],
  [/changed or cut off/, (response, whole) => response.writeHead(200, { ETag: '"x"' }).end(JSON.stringify(whole))],
  [
    /ended before the answer was complete/,
    (response) => response.writeHead(200, { 'Content-Length': '1000' }).write('{', () => response.destroy()),
  ],
  [/more than 64 MiB/, (response) => response.end(Buffer.alloc(65 * 1024 * 1024, 'a'))],
  [/format 2.*Update this Benchtop/, changed((whole) => Object.assign(whole, { format: 2, tables: {} }))],
  [/format 0.*Update that Benchtop/, changed((whole) => Object.assign(whole, { format: 0 }))],
  [/A different Benchtop answers/, changed((whole) => Object.assign(whole, { source: 'other' }))],
  [/not have the form/, changed((whole) => Object.assign(whole, { tables: [1] }))],
  [/columns of flags/, changed((whole) => whole.tables.flags?.columns.push('more'))],
  [/the table "more"/, changed((whole) => Object.assign(whole.tables, { more: { columns: [], rows: [] } }))],
  [/no ids of projects/, changed((whole) => rows(whole, 'projects').splice(0))],
  [/no ids of users/, changed((whole) => Object.assign(rows(whole, 'users')[0] ?? [], ['1) OR (1=1']))],
  [
    /project 1 there, "Other", is not the project 1 here/,
    changed((whole) => Object.assign(rows(whole, 'projects')[0] ?? [], [1, 'u', 'Other'])),
  ],
  // The first flag could be stored; the database refuses the second.
  [/could not be stored/, changed((whole) => [7, 8].map((id) => addFlag(whole, id, 'twice')))],
];

test.each(bad)('an answer that is refused with %s changes nothing', async (sentence, given) => {
  const before = await tablesOf(follower);
  proxy.answer = given;
  expect(await untilStale(follower)).toMatch(sentence);
  expect(await tablesOf(follower)).toEqual(before);
});

test('a key revoked at the source is reported but not shown', async () => {
  proxy.answer = (response) => {
    const body = { type: 'authentication_error', code: 'x', detail: `Invalid key ${personalKey}.` };
    response.writeHead(401).end(JSON.stringify(body));
  };
  const error = await untilStale(follower);
  expect(error).toMatch(/It answers 401.*Check BENCHTOP_DEFINITIONS_KEY/);
  expect(error).not.toContain(personalKey);
});

test('definitions have an ETag, and a request gets 304 until something is edited', async () => {
  const read = async (known?: string) => {
    const headers = {
      Authorization: `Bearer ${personalKey}`,
      ...(known === undefined ? {} : { 'If-None-Match': known }),
    };
    const { status, headers: got } = await source.send('GET', '/api/definitions/', headers, null);
    return { status, etag: got.get('etag') ?? '' };
  };
  const { status, etag } = await read();
  expect([status, etag]).toEqual([200, expect.stringMatching(/^"[0-9a-f]{64}"$/)]);
  expect(await read(etag)).toEqual({ status: 304, etag });
  await source.capture({ event: 'paid', distinct_id: 'ann' });
  await source.capture({ distinct_id: 'ann' }, '/flags/?v=2');
  expect(await read(etag)).toEqual({ status: 304, etag });
  await done(source, 'PATCH', '/api/projects/1/feature_flags/1/', { active: false });
  const next = await read(etag);
  expect(next).toEqual({ status: 200, etag: expect.not.stringMatching(etag) });
  expect(await read(`W/"x", ${next.etag}`)).toEqual({ status: 304, etag: next.etag });
});

test('definitions have no secret: no personal key, webhook, relay address, event or session', async () => {
  await done(source, 'PATCH', '/api/projects/1/actions/chat/', { webhook_url: 'https://hooks.example.org/secret' });
  await done(source, 'PATCH', '/api/projects/1/relay/', { address: 'https://relay.example.org', api_key: 'phc_relay' });
  await source.capture({ event: 'event-name', distinct_id: 'person-name' });
  const text = JSON.stringify((await source.api('GET', '/api/definitions/')).body);
  for (const part of ['example.org', 'phc_relay', 'phx_', 'event-name', 'person-name'])
    expect(text).not.toContain(part);
  expect(text).toContain(source.projectKey);
});

test('a removed schema is no longer checked, even if its id now belongs to another project', async () => {
  const shop = await source.inNewProject();
  const lock = (projectId: number) => `/api/projects/${projectId}/tracking_plan/lock/`;
  const schema = { event: 'paid', schema: { type: 'object', required: ['total'] } };
  await done(source, 'PUT', lock(1), schema);
  const warned = async () => {
    const uuid = randomUUID();
    await follower.capture({ event: 'paid', distinct_id: 'ann', uuid });
    const { body } = await follower.api('GET', `/api/projects/1/events/${uuid}/`);
    return (body as { warnings: unknown[] }).warnings.length;
  };
  await vi.waitFor(async () => expect(await warned()).toBe(1), 20_000);
  proxy.answer = (response) => response.writeHead(502).end();
  await untilStale(follower);
  const idOf = async () => (await tablesOf(source)).plan_locks?.rows.map(([id]) => id);
  const before = await idOf();
  await done(source, 'DELETE', `${lock(1)}?event=paid`);
  await done(source, 'PUT', lock(shop.projectId), schema);
  expect(await idOf()).toEqual(before);
  proxy.answer = undefined;
  await untilTaken(source, follower);
  expect(await warned()).toBe(0);
});
