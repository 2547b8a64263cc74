import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createServerProcesses, type ServerProcess } from '../testing/process.ts';

// The torture run sends bodies that do not fit into memory together.
const processes = createServerProcesses('withheld');
let server: ServerProcess;
beforeAll(async () => {
  server = await processes.spawn().listening();
});
afterAll(() => processes.close());

/** Sends the head of a request and the beginning of its body; `answer`: the bytes received until the connection ends. */
function begin(declared: number, body: Buffer): { sent: Promise<void>; answer: Promise<string> } {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  socket.write(`POST /batch/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${declared}\r\n\r\n`);
  return {
    sent: new Promise((resolve, reject) => socket.write(body, (error) => (error ? reject(error) : resolve()))),
    answer: new Promise((resolve) =>
      socket.on('error', ({ message }) => (text += message)).on('close', () => resolve(text)),
    ),
  };
}

test('bodies that stop arriving do not block others, are answered 408, and their connections are closed', async () => {
  const large = begin(1024 * 1024, Buffer.alloc(1000, ' '));
  const small: ReturnType<typeof begin>[] = [];
  while (small.length < 1500) {
    // Node queues at most 511 connections; the system may reset others.
    const next = Array.from({ length: 300 }, () => begin(64 * 1024, Buffer.alloc(100, ' ')));
    await Promise.all(next.map(({ sent }) => sent));
    small.push(...next);
    // Connections are accepted in order: this answer means that all earlier ones were accepted.
    expect((await fetch(`${server.url}/api/health/`, { headers: { Connection: 'close' } })).status).toBe(200);
  }
  expect(await server.capture({ event: 'meanwhile', distinct_id: 'ann' })).toBe(200);
  expect(await large.answer).toMatch(/^HTTP\/1.1 408 .*"code":"body_timeout"/s);
  for (const { answer } of small) expect(await answer).toMatch(/^HTTP\/1.1 408 /);
}, 120_000);
