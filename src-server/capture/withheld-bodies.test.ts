import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createServerProcesses, type ServerProcess } from '../testing/process.ts';

// The torture run sends bodies that do not fit into memory together.
const processes = createServerProcesses('withheld');
let server: ServerProcess;
beforeAll(async () => {
  server = await processes.spawn().listening();
});
afterAll(() => processes.close());

/** Sends the head of a request and the beginning of its body, and collects what is answered until the connection ends. */
function begin(declared: number, sent: Buffer): Promise<string> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  socket.write(`POST /batch/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${declared}\r\n\r\n`);
  socket.write(sent);
  return new Promise((resolve) => socket.on('error', () => {}).on('close', () => resolve(text)));
}

test('bodies that stop arriving keep nobody out, are answered 408, and their connections closed', async () => {
  const large = begin(1024 * 1024, Buffer.alloc(1000, ' '));
  const small = Array.from({ length: 1500 }, () => begin(64 * 1024, Buffer.alloc(100, ' ')));
  await wait(2000);
  expect(await server.capture({ event: 'meanwhile', distinct_id: 'ann' })).toBe(200);
  expect(await large).toMatch(/^HTTP\/1.1 408 .*"code":"body_timeout"/s);
  for (const answer of await Promise.all(small)) expect(answer).toMatch(/^HTTP\/1.1 408 /);
}, 120_000);
