import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createServerProcesses, projectKey, type ServerProcess } from '../testing/process.ts';
import { eventDetail, eventPage, eventSummary } from './contract.ts';

const mib = 1024 * 1024;
const origin = 'http://app.test';
/** MiB that the server's process may have; it begins with about 150. */
const mostMemory = 600;

let processes: ReturnType<typeof createServerProcesses>;
let server: ServerProcess;
beforeEach(async () => {
  processes = createServerProcesses('memory');
  server = await processes.spawn().listening();
});
afterEach(() => processes.close());

const bodyOf = (bytes: number) => {
  const events = Array.from({ length: bytes / mib }, (_value, index) => ({
    event: `large ${index}`,
    distinct_id: 'ann',
    properties: { filler: 'x'.repeat(mib - 200) },
  }));
  return JSON.stringify({ api_key: projectKey, batch: events });
};
const post = (body: string | Uint8Array<ArrayBuffer>, headers = {}) =>
  fetch(`${server.url}/batch/`, { method: 'POST', body, headers: { Origin: origin, ...headers } });
const small = () => server.capture({ event: 'small', distinct_id: 'bob' });

/** Sends the head of a request and so much of its body, and collects what is answered until the connection ends. */
function begin(declared: number, sent: number): Promise<string> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  socket.write(`POST /batch/ HTTP/1.1\r\nHost: localhost\r\nOrigin: ${origin}\r\nContent-Length: ${declared}\r\n\r\n`);
  socket.write(Buffer.alloc(sent, ' '));
  return new Promise((resolve) => socket.on('error', () => {}).on('close', () => resolve(text)));
}

/** Waits until nothing more of its memory comes back, MiB. */
async function settledMemory(below: number): Promise<number> {
  for (let tries = 0; tries < 60 && server.memory().now >= below; tries++) {
    await wait(500);
    await small();
  }
  return server.memory().now;
}

test('6.6 million empty events in 19 KB are dropped, counted, and cost no more memory than their bytes', async () => {
  const events = 6_600_000;
  const packed = gzipSync(`{"api_key":"${projectKey}","batch":[${'{},'.repeat(events - 1)}{}]}`);
  expect(packed.length).toBeLessThan(25_000);
  const answer = await post(new Uint8Array(packed), { 'Content-Encoding': 'gzip' });
  expect(answer.status, await answer.text()).toBe(200);
  expect(server.memory().peak).toBeLessThan(mostMemory);
  const summary = await server.api('GET', '/api/projects/@current/events/summary/?minutes=60');
  const { reasons } = eventSummary.parse(summary.body);
  expect(reasons).toEqual([{ status: 'dropped', reason: 'no_event_name', count: events }]);
  const page = await server.api('GET', '/api/projects/@current/events/?status=dropped&limit=1');
  const [rest] = eventPage.parse(page.body).results;
  expect(rest).toMatchObject({ reason: 'no_event_name', count: events - 1000 });
  const detail = await server.api('GET', `/api/projects/@current/events/${rest?.uuid}/`);
  const { request, pipeline } = eventDetail.parse(detail.body);
  expect(request).toMatchObject({ accepted: 0, dropped: events });
  expect(JSON.stringify(pipeline)).toContain('6,599,000 more events like this were dropped.');
}, 180_000);

test('64 bodies of 5 MB at once are mostly stored, and memory comes back after them', async () => {
  const body = bodyOf(5 * mib);
  for (let round = 0; round < 2; round++) {
    const answers = Promise.all(Array.from({ length: 64 }, () => post(body).then(({ status }) => status)));
    expect(await small()).toBe(200);
    const statuses = await answers;
    expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(32);
    expect(server.memory().peak).toBeLessThan(mostMemory);
  }
  expect(await settledMemory(500)).toBeLessThan(500);
}, 240_000);

test('bodies whose end is withheld hold no more than the budget, and each is answered', async () => {
  const answers = Promise.all(Array.from({ length: 100 }, () => begin(19 * mib, 19 * mib - 10)));
  await wait(1000);
  expect(await small()).toBe(200);
  const texts = await answers;
  const overloaded = texts.filter((text) => /^HTTP\/1.1 503 .*"type":"server_error","code":"overloaded"/s.test(text));
  const stopped = texts.filter((text) => /^HTTP\/1.1 408 .*"type":"client_error","code":"body_timeout"/s.test(text));
  expect(overloaded.length + stopped.length).toBe(100);
  expect(overloaded.length).toBeGreaterThan(50);
  for (const text of overloaded) {
    expect(text).toMatch(/^Retry-After: \d+\r$/m);
    expect(text).toContain('Access-Control-Expose-Headers: Retry-After');
    expect(text).toContain(`Access-Control-Allow-Origin: ${origin}`);
  }
  expect(server.memory().peak).toBeLessThan(mostMemory);
  const page = await server.api('GET', '/api/projects/@current/events/?status=rejected');
  expect(JSON.stringify(page.body)).toContain('overloaded');
  expect((await post(bodyOf(mib))).status).toBe(200);
}, 240_000);

test('a body that stops arriving is answered 408 and its connection closed', async () => {
  expect(await begin(mib, 1000)).toMatch(/^HTTP\/1.1 408 .*"code":"body_timeout"/s);
}, 60_000);
