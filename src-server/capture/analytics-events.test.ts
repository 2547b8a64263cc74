import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { PostHog } from 'posthog-node';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { eventDetail, eventPage } from '../events/contract.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await server.close();
});

const path = '/i/v1/analytics/events';
const uuid = (digit: number) => `0190a5c0-0000-7000-8000-00000000000${digit}`;

async function send(batch: object[], headers: Record<string, string> = {}, body?: Buffer): Promise<Response> {
  return fetch(server.url + path, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Authorization: `Bearer ${server.projectKey}`,
      'PostHog-Sdk-Info': 'posthog-go/2.0.0',
      ...headers,
    },
    body: body === undefined ? JSON.stringify({ batch }) : new Uint8Array(body),
  });
}

async function events(status: string) {
  const { body } = await server.api('GET', `/api/projects/1/events/?status=${status}`);
  return eventPage.parse(body).results;
}

test('posthog-node in its newest protocol delivers each event with its person, time and properties', async () => {
  vi.stubEnv('POSTHOG_CAPTURE_MODE', 'v1');
  const problems: unknown[] = [];
  const client = new PostHog(server.projectKey, { host: server.url, fetchRetryCount: 0 });
  client.on('error', (error: unknown) => problems.push(error));
  const timestamp = new Date('2026-11-01T10:00:00.123Z');
  const properties = { total: 42, $session_id: 'session-1', $process_person_profile: false, $ignore_sent_at: true };
  client.capture({ distinctId: 'ada', event: 'order placed', timestamp, properties, uuid: uuid(1) });
  client.identify({ distinctId: 'ada', properties: { plan: 'pro' } });
  await client.shutdown();

  expect(problems).toEqual([]);
  const [identify, order] = (await events('all')).toSorted((a, b) => (a.event ?? '').localeCompare(b.event ?? ''));
  expect(order).toMatchObject({
    uuid: uuid(1),
    status: 'accepted',
    distinct_id: 'ada',
    timestamp: timestamp.toISOString(),
    properties: { ...properties, $lib: 'posthog-node', $lib_version: expect.stringMatching(/^5\./) },
    warnings: [],
  });
  expect(identify).toMatchObject({ event: '$identify', properties: { $set: { plan: 'pro' } } });
});

test('the answer says by uuid what is stored and what is dropped, and the request log has it', async () => {
  const named = { event: 'paid', distinct_id: ' ada ', timestamp: '2026-11-01T10:00:00Z', options: {}, properties: {} };
  const answer = await send([{ ...named, uuid: uuid(1) }, { ...named, uuid: uuid(2), distinct_id: '' }, named]);
  const body = await answer.json();
  const dropped = { result: 'drop', details: 'empty_distinct_id' };
  expect([answer.status, body]).toEqual([200, { results: { [uuid(1)]: { result: 'ok' }, [uuid(2)]: dropped } }]);
  expect((await events('accepted')).map(({ distinct_id }) => distinct_id)).toEqual(['ada', 'ada']);

  const again = await send([{ ...named, uuid: uuid(1) }]);
  expect(await again.json()).toEqual({ results: { [uuid(1)]: { result: 'ok' } } });
  expect((await events('dropped')).map(({ reason }) => reason)).toEqual(['duplicate', 'empty_distinct_id']);

  const detail = await server.api('GET', `/api/projects/1/events/${uuid(1)}/`);
  const { request } = eventDetail.parse(detail.body);
  expect(request).toMatchObject({ key_position: 'Authorization', response: JSON.stringify(body) });
});

test('the time of the request corrects the clock of the client', async () => {
  const headers = { 'PostHog-Request-Timestamp': '2020-01-01T00:00:10Z' };
  await send([{ event: 'late', distinct_id: 'ada', timestamp: '2020-01-01T00:00:00Z', uuid: uuid(1) }], headers);
  const [late] = await events('accepted');
  expect(Date.parse(late?.received_at ?? '') - Date.parse(late?.timestamp ?? '')).toBe(10_000);
});

test.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
  ['zstd', zstdCompressSync],
])('a body compressed by %s is read', async (encoding, compress) => {
  const body = Buffer.from(JSON.stringify({ batch: [{ event: 'packed', distinct_id: 'ada', uuid: uuid(1) }] }));
  expect((await send([], { 'Content-Encoding': encoding }, compress(body))).status).toBe(200);
  expect((await events('accepted')).map(({ event }) => event)).toEqual(['packed']);
  expect((await send([], { 'Content-Encoding': encoding }, compress(body).subarray(0, 20))).status).toBe(400);
  const bomb = compress(Buffer.alloc(21 * 1024 * 1024, ' '));
  expect((await send([], { 'Content-Encoding': encoding }, bomb)).status).toBe(413);
});

test('an unknown key is refused, and so is a request without one', async () => {
  const codeOf = async (headers: Record<string, string>) => (await (await send([], headers)).json()).code;
  expect(await codeOf({ Authorization: 'Bearer phc_unknown' })).toBe('invalid_api_key');
  expect(await codeOf({ Authorization: '' })).toBe('missing_api_key');
});
