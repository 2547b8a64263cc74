import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createServerProcesses, personalKey, projectKey, type ServerProcess } from '../testing/process.ts';

let processes: ReturnType<typeof createServerProcesses>;
let server: ServerProcess;
beforeEach(async () => {
  processes = createServerProcesses('pipelining');
  server = await processes.spawn().listening();
});
afterEach(() => processes.close());

/** Opens a connection that sends all at once, before it has read anything. */
async function send(text: string) {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1').on('error', () => {});
  await once(socket, 'connect');
  socket.pause();
  socket.write(text);
  return socket;
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${personalKey}\r\n\r\n`;

/** Returns everything that the server sends until it closes the connection. */
async function answersOf(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  socket.resume();
  await once(socket, 'close');
  return text;
}

const capture = (event: string) => {
  const body = JSON.stringify({ api_key: projectKey, event, distinct_id: 'ann' });
  return `POST /capture/ HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
};

test('pipelined captures of a connection are all stored and answered, in order', async () => {
  const requests = Array.from({ length: 500 }, (_value, index) => capture(`e${index}`));
  const last = get('/api/projects/@current/events/?limit=1').replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n');
  const text = await answersOf(await send(requests.join('') + last));
  expect(text.match(/\{"status": 1\}/g)).toHaveLength(500);
  expect(text).toContain('"event":"e499"');
}, 120_000);

const inChunks = (event: string, characters: number) => {
  const properties = { filler: 'x'.repeat(characters) };
  const body = JSON.stringify({ api_key: projectKey, event, distinct_id: 'ann', properties });
  const chunk = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
  return `POST /capture/ HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${chunk}`;
};

test('bodies of unknown length, a little above a small one, are stored although they arrived before they are read', async () => {
  const sizes = Array.from({ length: 24 }, (_value, index) => 60_000 + index * 1000);
  const last = get('/api/projects/@current/events/?limit=1').replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n');
  const requests = sizes.map((size) => inChunks(`of ${size}`, size));
  const text = await answersOf(await send(requests.join('') + last));
  expect(text.match(/\{"status": 1\}/g)).toHaveLength(sizes.length);
});

test.each([
  ['bytes that are no request', 'no request\r\n\r\n'],
  [
    'a request whose body is malformed',
    'POST /capture/ HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nno chunk\r\n',
  ],
])('whole requests before %s are answered, and then the connection closes', async (_what, rest) => {
  const answers = await answersOf(await send(capture('one') + capture('two') + rest));
  expect(answers.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200']);
  const alone = await answersOf(await send(rest));
  expect(alone).toContain('malformed_request');
});

test('nothing is computed for a client that sent thousands of requests and disconnected', async () => {
  const socket = await send(get('/api/schema/').repeat(3000));
  await wait(200);
  socket.destroy();
  // The time limit of this test fails if unread answers are computed first.
  expect(await server.capture({ event: 'meanwhile', distinct_id: 'ann' })).toBe(200);
}, 20_000);

/** Waits until the server has spent next to no processor time for half a second; gives up after ten seconds. */
async function untilIdle(): Promise<void> {
  const end = performance.now() + 10_000;
  for (let before = -10; server.ticks() - before > 2 && performance.now() < end; ) {
    before = server.ticks();
    await wait(500);
  }
}

test('pages that a connection requests and does not read are not computed', async () => {
  const properties = { filler: 'x'.repeat(50_000) };
  for (let sent = 0; sent < 6; sent++) {
    const batch = Array.from({ length: 60 }, (_value, index) => ({ event: 'e', distinct_id: `d${index}`, properties }));
    expect(await server.capture({ batch })).toBe(200);
  }
  const before = server.memory().now;
  const socket = await send(get('/api/projects/@current/events/?limit=1000').repeat(300));
  await untilIdle();
  expect(server.memory().peak - before).toBeLessThan(400);
  expect(await server.capture({ event: 'meanwhile', distinct_id: 'ann' })).toBe(200);
  socket.destroy();
}, 120_000);
