import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { PostHog } from 'posthog-node';
import { afterEach, expect, test, vi } from 'vitest';
import type { Content } from '../testing/request.ts';
import { projectForEach } from '../testing/server-hooks.ts';

const server = projectForEach();
afterEach(() => void vi.unstubAllEnvs());

const uuid = (digit: number) => `0190a5c0-0000-7000-8000-00000000000${digit}`;

function send(batch: object[], headers: Record<string, string> = {}, body: Content = JSON.stringify({ batch })) {
  const ofSdk = {
    'Content-Type': 'application/json',
    Authorization: `Bearer ${server.projectKey}`,
    'PostHog-Sdk-Info': 'posthog-go/2.0.0',
  };
  return server.send('POST', '/i/v1/analytics/events', { ...ofSdk, ...headers }, body);
}

const events = (status: string) => server.events(`status=${status}`);

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

test('the answer has the result of each event by its uuid, and the request log keeps that answer', async () => {
  const named = { event: 'paid', distinct_id: ' ada ', timestamp: '2026-11-01T10:00:00Z', options: {}, properties: {} };
  const { status, body } = await send([
    { ...named, uuid: uuid(1) },
    { ...named, uuid: uuid(2), distinct_id: '' },
    named,
  ]);
  const dropped = { result: 'drop', details: 'empty_distinct_id' };
  expect([status, body]).toEqual([200, { results: { [uuid(1)]: { result: 'ok' }, [uuid(2)]: dropped } }]);
  expect((await events('accepted')).map(({ distinct_id }) => distinct_id)).toEqual(['ada', 'ada']);

  const again = await send([{ ...named, uuid: uuid(1) }]);
  expect(again.body).toEqual({ results: { [uuid(1)]: { result: 'ok' } } });
  expect((await events('dropped')).map(({ reason }) => reason)).toEqual(['duplicate', 'empty_distinct_id']);

  const { request } = await server.event(uuid(1));
  expect(request).toMatchObject({ key_position: 'the Authorization header', response: JSON.stringify(body) });
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
  ['br', (data: Buffer) => brotliCompressSync(data, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })],
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
  expect((await send([], { Authorization: 'Bearer phc_unknown' })).body).toMatchObject({ code: 'invalid_api_key' });
  expect((await send([], { Authorization: '' })).body).toMatchObject({ code: 'missing_api_key' });
});
