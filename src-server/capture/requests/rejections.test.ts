import { gzipSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { expect, test, vi } from 'vitest';
import { openReader } from '../../database/open.ts';
import { databaseFile } from '../../database/storage/files.ts';
import { readMalformed } from '../../http/malformed-contract.ts';
import { serverForEach } from '../../testing/server-hooks.ts';
import { Rejections } from './rejections.ts';

const server = serverForEach();

const capture = (key: string, userAgent: string, padding = '') => {
  const body = JSON.stringify({ api_key: key, event: 'sent', distinct_id: 'ann', padding });
  return server.send('POST', '/capture/', { 'Content-Type': 'application/json', 'User-Agent': userAgent }, body);
};

/** Sends this many requests, some at a time, and returns the statuses. */
async function flood(count: number, one: (index: number) => ReturnType<typeof capture>): Promise<Set<number>> {
  const statuses = new Set<number>();
  for (let sent = 0; sent < count; sent += 50) {
    const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => one(sent + index)));
    for (const { status } of answers) statuses.add(status);
  }
  return statuses;
}

/** Reads the stored rejections, after waiting counts are written too. */
async function stored() {
  await server.restart();
  const database = openReader(server.dataDir);
  const sql = `SELECT count(*) AS rows, sum(d.count) AS rejected, ifnull(sum(octet_length(r.body)), 0) AS bytes,
    json_extract(r.headers, '$.user-agent') AS sender FROM discards d JOIN requests r ON r.id = d.request_id
    WHERE d.status = 'rejected' GROUP BY sender ORDER BY sender`;
  type Sender = { rows: number; rejected: number; bytes: number; sender: string };
  const senders = database.prepare<[], Sender>(sql).all();
  database.close();
  return senders;
}

test('a flood from one sender leaves a few rows with counts, and displaces no other rows', async () => {
  await capture('phc_oldKeyOfTheShop', 'shop');
  expect(await flood(2000, () => capture('phc_flood', 'flood', 'x'.repeat(20_000)))).toEqual(new Set([401]));
  await capture('phc_oldKeyOfTheShop', 'shop');
  const [first, second, ...others] = await stored();
  expect(first).toMatchObject({ sender: 'flood', rejected: 2000 });
  // 20 at once and one per minute, with 4 KiB of each body.
  expect(first?.rows).toBeLessThan(60);
  expect(first?.bytes).toBeLessThan(60 * 4096);
  expect(second).toMatchObject({ sender: 'shop', rows: 2, rejected: 2 });
  expect(others).toEqual([]);
  const { rejected } = (await server.api('GET', `/api/status/?project_id=1`)).body as { rejected: number };
  expect(rejected).toBe(2002);
});

test('a flood with a new user agent for each request is also limited, and fully counted', async () => {
  await flood(2000, (index) => capture(`phc_flood${index}`, `flood ${index}`));
  const senders = await stored();
  expect(senders.reduce((sum, { rejected }) => sum + rejected, 0)).toBe(2000);
  expect(senders.length).toBeLessThan(1500);
});

test('a valid key is accepted at once among wrong ones, and the last wrong one gets the same answer as the first', async () => {
  const [statuses, valid] = await Promise.all([
    flood(500, () => capture('phc_flood', 'flood')),
    capture(server.projectKey, 'flood'),
    flood(500, () => server.send('GET', '/api/users/@me/', { Authorization: 'Bearer phx_wrongwrongwrong' }, null)),
  ]);
  expect(statuses).toEqual(new Set([401]));
  expect(valid.status).toBe(200);
  expect((await server.api('GET', '/api/users/@me/')).status).toBe(200);
});

const listed = (query: string) => server.events(`status=rejected&${query}`);

test('a rejected request is found by the name, the id and the text of its event', async () => {
  const body = { api_key: 'phc_wrongKeyOfAnApp', event: 'checkout', distinct_id: 'ada', properties: { note: 'ru"by' } };
  await server.capture({ ...body, api_key: undefined, batch: [body] }, '/batch/');
  await server.capture(body);
  await server.capture('{"event": "checkout", "distinct_id": "bob", "half": ');
  for (const query of [
    'event=checkout&reason=invalid_api_key',
    'distinct_id=ada&reason=invalid_api_key',
    'search=ru%22by',
  ])
    expect(await listed(query)).toHaveLength(query.startsWith('search') ? 2 : 1);
  expect(await listed('distinct_id=ada')).toHaveLength(2);
  expect(await listed('search=bob')).toMatchObject([{ event: null, reason: 'invalid_payload' }]);
  const summary = await server.api('GET', '/api/projects/1/events/summary/?search=bob');
  expect(summary.body).toMatchObject({ rejected: 1, unassigned: 1, accepted: 0 });
});

test('the message about a malformed body has the reason and the position', async () => {
  const cutOff = `{"api_key": "${server.projectKey}", "groups": 1`;
  await server.capture(`{"api_key": "${server.projectKey}", "batch": 5}`, '/batch/');
  await server.send('POST', '/capture/?compression=at+position+5', { 'Content-Type': 'text/plain' }, '{}');
  await server.send('POST', '/capture/', { 'Content-Type': 'application/x-www-form-urlencoded' }, 'a&'.repeat(1001));
  await server.send('POST', '/flags/?v=2', { 'Content-Type': 'application/json' }, cutOff);
  const rows = await listed('reason=invalid_payload');
  expect(rows.map(({ detail }) => readMalformed(detail ?? '')).toReversed()).toEqual([
    { what: '"batch" must be an array; got a number.' },
    { what: expect.stringMatching(/^the compression must be gzip.*; got "at position 5"\.$/) },
    { what: 'a form must have at most 1000 fields.' },
    { what: expect.stringMatching(/^Expected ',' or '}'/), position: `${cutOff.length}` },
  ]);
});

test.each([
  ['small', 10],
  ['large', 200_000],
])('a %s body with a valid key and invalid events belongs to the project of the key', async (_size, length) => {
  const ofKey = { token: server.projectKey, filler: 'x'.repeat(length) };
  const bodies = [
    { ...ofKey, event: 'a', properties: 5 },
    [{ ...ofKey, properties: 5 }, { event: 'b' }],
    [ofKey, 5],
    { batch: [{ event: 'a' }, 5], ...ofKey },
    { batch: 5, ...ofKey },
    { batch: [{ event: 'a' }], properties: 5, ...ofKey },
  ];
  for (const body of bodies) expect((await server.capture(JSON.stringify(body), '/batch/')).status).toBe(400);
  const rows = await listed('');
  expect(rows.map(({ unassigned }) => unassigned)).toEqual(bodies.map(() => false));
});

test('an event of too many values in a batch belongs to the project of the key', async () => {
  const batch = [{ event: 'a', properties: { list: Array(400_000).fill(1) } }];
  expect((await server.capture(JSON.stringify({ api_key: server.projectKey, batch }), '/batch/')).status).toBe(400);
  expect(await listed('')).toMatchObject([{ reason: 'invalid_payload', unassigned: false }]);
});

test('the names of a rejected event have their keys masked', async () => {
  const secret = `phx_${'a'.repeat(43)}`;
  await server.capture({ api_key: 'phc_wrong', event: `sent ${secret}`, distinct_id: secret });
  const [row] = await listed('');
  expect(row).toMatchObject({ event: 'sent phx_aaaa…', distinct_id: 'phx_aaaa…' });
});

test('a decompressed body that is not JSON is shown as text', async () => {
  const headers = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' };
  const refused = await server.send('POST', '/capture/', headers, gzipSync('{"event": "checkout", '));
  expect(refused.status).toBe(400);
  const [row] = await listed('search=checkout');
  const detail = await server.api('GET', `/api/projects/1/events/${row?.uuid}/`);
  expect(detail.body).toMatchObject({
    request: { body: '{"event": "checkout", ', body_encoding: 'utf8', compression: 'gzip', decoded_bytes: 22 },
  });
});

test('a large request that is rejected while the database is locked is listed by its event afterwards', async () => {
  const other = new Database(databaseFile(server.dataDir));
  other.exec('BEGIN IMMEDIATE');
  const batch = [{ event: 'checkout', distinct_id: 'ada' }];
  const body = { api_key: 'phc_wrong', batch, filler: 'x'.repeat(2 * 1024 * 1024) };
  expect((await server.capture(body, '/batch/')).status).toBe(401);
  other.close();
  await vi.waitFor(
    async () => expect(await listed('')).toMatchObject([{ event: 'checkout', distinct_id: 'ada' }]),
    10_000,
  );
});

test('an unreadable body that may be compressed twice is not shown, since its keys cannot be masked', async () => {
  const body = Buffer.from(`{"api_key": "phx_${'b'.repeat(43)}"}`).toString('base64');
  expect((await server.capture(body)).status).toBe(400);
  const [row] = await listed('');
  const detail = await server.api('GET', `/api/projects/1/events/${row?.uuid}/`);
  expect(detail.body).toMatchObject({ request: { body_encoding: 'sha256' } });
});

/** Creates rejections without a server, to test which kinds are kept in memory. The time is in ms. */
function rejectionsAt(time: { ms: number }) {
  const run = async () => undefined as never;
  const rejections = new Rejections({ writer: { run, runWithRetry: run }, add() {}, now: () => time.ms, report() {} });
  return (userAgent: string) => {
    const sender = { projectId: 1, path: '/e/', keyPrefix: null, userAgent, testRun: null };
    return rejections.shouldStore({ ...sender, reason: 'invalid_payload' }, userAgent, 0);
  };
}

test('at most 1,000 kinds of rejections are tracked, and the least recently seen is evicted', () => {
  const time = { ms: 0 };
  const shouldStore = rejectionsAt(time);
  for (let row = 0; row < 20; row++) expect(shouldStore('first')).toBe(true);
  expect(shouldStore('first')).toBe(false);
  // The limit for all kinds recovers sooner than the limit for this kind.
  time.ms += 30_000;
  expect(shouldStore('first')).toBe(false);
  for (let kind = 0; kind < 1100; kind++) shouldStore(`kind ${kind}`);
  time.ms += 20_000;
  expect(shouldStore('first')).toBe(true);
});

test('kinds are distinguished by the first 200 characters of a long user agent', () => {
  const shouldStore = rejectionsAt({ ms: 0 });
  const taken = Array.from({ length: 100 }, (_value, index) => shouldStore(`${'x'.repeat(200)}${index}`));
  expect(taken.filter(Boolean)).toHaveLength(20);
});
