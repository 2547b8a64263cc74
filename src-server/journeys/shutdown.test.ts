import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventPage } from '../events/contract.ts';
import { createServerProcesses, personalKey, projectKey, type ServerProcess } from '../testing/process.ts';

let servers: ReturnType<typeof createServerProcesses>;
let server: ServerProcess;
let agent: Agent;
beforeEach(async () => {
  agent = new Agent({ keepAlive: true });
  servers = createServerProcesses('shutdown');
  server = await servers.spawn().listening();
});
afterEach(async () => {
  agent.destroy();
  await servers.close();
});

const authorization = { Authorization: `Bearer ${personalKey}` };

/** Sends a GET over a connection that the client keeps open. */
async function get(path: string): Promise<{ status: number; body: string }> {
  const sending = request(server.url + path, { agent, headers: authorization });
  sending.end();
  const [response] = await once(sending, 'response');
  let body = '';
  for await (const chunk of response) body += chunk;
  return { status: response.statusCode, body };
}

/** Opens a connection that only sends what it is given. */
async function open(text = '') {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  let received = '';
  socket.on('data', (chunk) => (received += chunk));
  const ended = once(socket, 'close');
  await once(socket, 'connect');
  if (text !== '') socket.write(text);
  return { socket, ended, received: () => received };
}

/** Sends a request, and settles once the server has its head; `status` settles with the answer. */
async function begin(method: string, path: string, sent?: object): Promise<{ status: Promise<number> }> {
  const headers = { Authorization: `Bearer ${personalKey}`, Expect: '100-continue' };
  const sending = request(server.url + path, { agent, method, headers });
  const status = once(sending, 'response').then(([response]) => response.resume().statusCode);
  sending.flushHeaders();
  await once(sending, 'continue');
  sending.end(JSON.stringify(sent));
  return { status };
}

test('SIGTERM decides no check or count before its time is up', async () => {
  // Starts the reading thread, which could take longer than the stop waits.
  await get('/api/projects/1/events/');
  const rules = { expectations: [{ event: 'paid', count: { never: true } }] };
  const check = await begin('POST', '/api/projects/1/test_runs/checkout/check/?wait=30', rules);
  const count = await begin('GET', '/api/projects/1/events/?event=paid&after=0&exactly=0&wait=30');
  server.child.kill('SIGTERM');
  expect([await check.status, await count.status]).toEqual([503, 503]);
  expect(await server.ended).toBe(0);
});

test('SIGTERM with a Live tab, idle connections and a pending capture exits once the capture is answered', async () => {
  const cursor = eventPage.parse(JSON.parse((await get('/api/projects/1/events/')).body)).cursor;
  const poll = get(`/api/projects/1/events/?after=${cursor}&wait=30`);
  const silent = await open();
  const idle = await open(`GET /api/health/ HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  const body = JSON.stringify({ api_key: projectKey, event: 'last', distinct_id: 'ann' });
  const head = `POST /capture/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${body.length}\r\n\r\n`;
  const capture = await open(head + body.slice(0, 10));
  // Answered after the requests above have been read.
  await get('/api/health/');
  await expect.poll(idle.received).toContain('"status":"ok"');

  server.child.kill('SIGTERM');
  expect(await poll).toMatchObject({ status: 200, body: expect.stringContaining('"results":[]') });
  await silent.ended;
  await idle.ended;
  capture.socket.write(body.slice(10));
  await capture.ended;
  expect(capture.received()).toMatch(/^HTTP\/1\.1 200 .*\{"status": 1\}$/s);
  expect(await server.ended).toBe(0);
  // Connections that are cut at the deadline are reported.
  expect(server.stderr).toBe('');

  server = await servers.spawn().listening();
  expect(JSON.parse((await get('/api/projects/1/events/')).body)).toMatchObject({ results: [{ event: 'last' }] });
});

test('SIGTERM while another client withholds its body exits at the deadline, and says so', async () => {
  const capture = await open('POST /capture/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{');
  await get('/api/health/');
  server.child.kill('SIGTERM');
  await capture.ended;
  expect(await server.ended).toBe(0);
  expect(server.stderr).toContain('Closed 1 connection still in use.');
});
