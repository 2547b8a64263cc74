import { once } from 'node:events';
import { connect } from 'node:net';
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

test('pipelined captures of a connection are all stored and answered, in order', async () => {
  const bodies = Array.from({ length: 500 }, (_value, index) =>
    JSON.stringify({ api_key: projectKey, event: `e${index}`, distinct_id: 'ann' }),
  );
  const requests = bodies.map(
    (body) => `POST /capture/ HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  const socket = await send(
    requests.join('') +
      get('/api/projects/@current/events/?limit=1').replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'),
  );
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  socket.resume();
  await once(socket, 'close');
  expect(text.match(/\{"status": 1\}/g)).toHaveLength(500);
  expect(text).toContain('"event":"e499"');
}, 120_000);

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
