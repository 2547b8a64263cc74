import { beforeEach, expect, test } from 'vitest';
import type { Database } from '../../database/open.ts';
import { ArrivingRuns } from '../../test-runs/arriving-runs.ts';
import { databaseOfTest } from '../../testing/database.ts';
import { projectKey, startTestServer } from '../../testing/server.ts';
import type { RequestRow } from '../rows.ts';
import { EventStore } from '../store.ts';
import { noPersons, requestRow } from './request-row-testing.ts';

let database: Database;
let events: EventStore;
beforeEach(() => {
  ({ database } = databaseOfTest());
  events = new EventStore(database, new ArrivingRuns(database, noPersons));
});

const row = (id: number, agent: string, statusCode = 200): RequestRow =>
  requestRow({ id, statusCode, projectId: 1, headers: JSON.stringify({ 'user-agent': agent }) });

const store = (rows: Iterable<RequestRow>) =>
  database.transaction(() => {
    for (const one of rows) {
      events.insertRequest(one);
      events.flush();
    }
  })();

const count = (sql: string) => database.prepare<[], number>(`SELECT count(*) FROM ${sql}`).pluck().get();

function* repeated(agents: number, times: number, first = 1): Generator<RequestRow> {
  let id = first;
  for (let agent = 0; agent < agents; agent++)
    for (let time = 0; time < times; time++) yield row(id++, `${first} ${agent}`);
}

test('a head that is not repeated gets no row', () => {
  store(repeated(5000, 1));
  expect(count('request_heads')).toBe(0);
  expect(count('requests WHERE head_id IS NULL')).toBe(5000);
});

test('the number of stored heads is limited, and heads of rejected requests are not stored', () => {
  store(repeated(1500, 2));
  expect(count('request_heads')).toBe(1000);
  expect(count('requests WHERE head_id IS NOT NULL')).toBe(1000);
  store([row(9001, 'refused', 401), row(9002, 'refused', 401)]);
  expect(count('requests WHERE id > 9000 AND head_id IS NULL')).toBe(2);
});

test('a head is deleted when the log has no more requests with it, and stored again when repeated', () => {
  store(repeated(1, 3));
  expect(count('request_heads')).toBe(1);
  store(repeated(1, 21_000, 1000));
  expect(count('requests WHERE id < 1000')).toBe(0);
  expect(count('request_heads')).toBe(1);
  expect(count('requests r WHERE head_id NOT IN (SELECT id FROM request_heads)')).toBe(0);
  store([row(50_000, '1 0'), row(50_001, '1 0')]);
  expect(count('requests r JOIN request_heads h ON h.id = r.head_id WHERE r.id >= 50000')).toBe(2);
});

test('a head of a rolled-back transaction is stored with the next one', () => {
  const failed = database.transaction(() => {
    for (const one of repeated(1, 3)) events.insertRequest(one);
    throw new Error('rolled back');
  });
  expect(failed).toThrow('rolled back');
  events.forget();
  store(repeated(1, 3));
  expect(count('requests r JOIN request_heads h ON h.id = r.head_id')).toBe(3);
});

test('a restarted server uses the heads that are already stored', () => {
  store(repeated(1, 2));
  const again = new EventStore(database, new ArrivingRuns(database, noPersons));
  again.insertRequest(row(3, '1 0'));
  expect(count('request_heads')).toBe(1);
  expect(count('requests WHERE head_id IS NOT NULL')).toBe(2);
});

test('each request of a sender is read as sent, with its own body length', async () => {
  await using server = await startTestServer();
  const sent = { 'User-Agent': 'shop/1.0', 'X-Shop': 'web', 'Content-Type': 'application/json' };
  const requests: unknown[] = [];
  for (const distinctId of ['a', 'bb', 'ccc', 'dddd']) {
    const body = JSON.stringify({ api_key: projectKey, event: 'hi', distinct_id: distinctId });
    expect((await server.send('POST', '/capture/?v=1', sent, body)).status).toBe(200);
    const [event] = await server.events(`distinct_id=${distinctId}`);
    expect(event?.key_prefix).toMatch(/^phc_/);
    const { request } = await server.event(event?.uuid);
    expect(request).toMatchObject({ body, body_bytes: body.length, query: 'v=1' });
    expect(request?.headers).toMatchObject({ 'content-length': String(body.length), 'x-shop': 'web' });
    const { id, received_at, duration_ms, body: _, body_bytes, decoded_bytes, headers, ...shared } = Object(request);
    requests.push({ ...shared, headers: { ...headers, 'content-length': '' } });
  }
  expect(requests).toEqual(requests.map(() => requests[0]));
  expect(requests[0]).toMatchObject({
    method: 'POST',
    path: '/capture/',
    compression: 'none',
    user_agent: 'shop/1.0',
    response: '{"status": 1}',
    body_encoding: 'utf8',
  });
});
