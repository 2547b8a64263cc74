import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { test as base, expect } from 'vitest';
import { eventDetail, eventPage, eventSummary } from '../events/contract.ts';
import { createServerProcesses, personalKey, projectKey, type ServerProcess } from '../testing/process.ts';

const mib = 1024 * 1024;
const origin = 'http://app.test';
/** MiB that the server's process may have; it begins with about 150, and 32 may wait to be packed for the request log. */
const maxMemory = 640;

/** Each has a server of its own; those that wait for a limit of time, wait at the same time. */
const test = base.extend<{ server: ServerProcess }>({
  server: async ({ task: _ }, use) => {
    const processes = createServerProcesses('memory');
    await use(await processes.spawn().listening());
    await processes.close();
  },
});

const bodyOf = (bytes: number) => {
  const events = Array.from({ length: bytes / mib }, (_value, index) => ({
    event: `large ${index}`,
    distinct_id: 'ann',
    properties: { filler: 'x'.repeat(mib - 200) },
  }));
  return JSON.stringify({ api_key: projectKey, batch: events });
};
const post = (server: ServerProcess, body: string | Uint8Array<ArrayBuffer>, headers = {}) =>
  fetch(`${server.url}/batch/`, { method: 'POST', body, headers: { Origin: origin, ...headers } });
const small = (server: ServerProcess) => server.capture({ event: 'small', distinct_id: 'bob' });

/** Sends the head of a request and so much of its body, and collects what is answered until the connection ends. */
function begin(server: ServerProcess, declared: number, sent: number): Promise<string> {
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
async function settledMemory(server: ServerProcess, below: number): Promise<number> {
  for (let tries = 0; tries < 60 && server.memory().now >= below; tries++) {
    await wait(500);
    await small(server);
  }
  return server.memory().now;
}

test('6.6 million empty events in 19 KB are dropped, counted, and cost no more memory than their bytes', async ({
  server,
}) => {
  const events = 6_600_000;
  const packed = gzipSync(`{"api_key":"${projectKey}","batch":[${'{},'.repeat(events - 1)}{}]}`);
  expect(packed.length).toBeLessThan(25_000);
  const answer = await post(server, new Uint8Array(packed), { 'Content-Encoding': 'gzip' });
  expect(answer.status, await answer.text()).toBe(200);
  expect(server.memory().peak).toBeLessThan(maxMemory);
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

test('64 bodies of 5 MB at once are all stored, and memory comes back after them', async ({ server }) => {
  const body = bodyOf(5 * mib);
  const sendUntilStored = async () => {
    for (;;) {
      const { status, headers } = await post(server, body);
      if (status === 200) return;
      expect(status).toBe(503);
      await wait(Number(headers.get('retry-after')) * 1000);
    }
  };
  const stored = Promise.all(Array.from({ length: 64 }, sendUntilStored));
  expect(await small(server)).toBe(200);
  await stored;
  expect(server.memory().peak).toBeLessThan(maxMemory);
  expect(await settledMemory(server, 500)).toBeLessThan(500);
}, 240_000);

test.concurrent('bodies whose end is withheld hold no more than the budget, and each is answered', async ({
  server,
}) => {
  const answers = Promise.all(Array.from({ length: 100 }, () => begin(server, 19 * mib, 19 * mib - 10)));
  await wait(1000);
  expect(await small(server)).toBe(200);
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
  expect(server.memory().peak).toBeLessThan(maxMemory);
  const page = await server.api('GET', '/api/projects/@current/events/?status=rejected');
  expect(JSON.stringify(page.body)).toContain('overloaded');
  expect((await post(server, bodyOf(mib))).status).toBe(200);
}, 240_000);

test.concurrent('a body that stops arriving is answered 408 and its connection closed', async ({ server }) => {
  expect(await begin(server, mib, 1000)).toMatch(/^HTTP\/1.1 408 .*"code":"body_timeout"/s);
}, 60_000);

test.concurrent('small bodies that are announced and do not come keep nobody out, and are closed', async ({
  server,
}) => {
  const slow = Array.from({ length: 1500 }, () => begin(server, 64 * 1024, 100));
  await wait(2000);
  expect(await server.capture({ event: 'meanwhile', distinct_id: 'ann' })).toBe(200);
  for (const answer of await Promise.all(slow)) expect(answer).toMatch(/^HTTP\/1.1 408 /);
}, 120_000);

test.concurrent('64 readers who read nothing hold no more than a few pages, and are disconnected', async ({
  server,
  expect,
}) => {
  const filler = Object.fromEntries(Array.from({ length: 15 }, (_value, index) => [`key${index}`, 'x'.repeat(4000)]));
  const batch = Array.from({ length: 300 }, (_value, index) => ({
    event: `e${index}`,
    distinct_id: 'ann',
    properties: filler,
  }));
  expect(await server.capture({ batch })).toBe(200);
  const ask = () => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1').on('error', () => {});
    const path = '/api/projects/@current/events/?limit=1000';
    socket.pause();
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${personalKey}\r\n\r\n`);
    return socket;
  };
  const sockets = Array.from({ length: 64 }, ask);
  await wait(10_000);
  expect((await server.api('GET', '/api/status/')).status).toBe(200);
  expect(server.memory().peak).toBeLessThan(maxMemory);
  const page = () => server.api('GET', '/api/projects/@current/events/?limit=1').then(({ status }) => status);
  await expect.poll(page, { timeout: 120_000, interval: 1000 }).toBe(200);
  for (const socket of sockets) socket.destroy();
}, 240_000);
