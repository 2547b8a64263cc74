import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { memory as memoryOf } from '../../../bench/processes.ts';
import { eventDetail, eventPage, eventSummary } from '../../../src-server/events/contract.ts';
import type { ServerProcess } from '../../../src-server/testing/process.ts';
import { requirePeak } from '../memory.ts';
import { type Scenario, scenario } from '../scenario.ts';
import { AnswerError, ask, personalKey, projectKey, statusOf } from '../server-process.ts';
import { pause, waitFor } from '../wait.ts';

const mib = 1024 * 1024;
const origin = 'http://app.test';
const events = '/api/projects/@current/events/';
/** MiB that the server may take; it begins with about 150, and 32 may wait to be packed for the request log. */
const maxMemory = 640;
/** MiB that it may keep once the requests have ended. */
const maxSettled = 500;

const post = (server: ServerProcess, body: string | Uint8Array<ArrayBuffer>, headers = {}) =>
  fetch(`${server.url}/batch/`, { method: 'POST', body, headers: { Origin: origin, ...headers } });

async function captureSmall(server: ServerProcess): Promise<void> {
  const answer = await post(
    server,
    JSON.stringify({ api_key: projectKey, batch: [{ event: 'small', distinct_id: 'bob' }] }),
  );
  assert.equal(answer.status, 200, await answer.text());
}

/** Returns a batch of events of 1 MiB each. */
function largeBatch(count: number): string {
  const properties = { filler: 'x'.repeat(mib - 200) };
  const batch = Array.from({ length: count }, (_, index) => ({
    event: `large ${index}`,
    distinct_id: 'ann',
    properties,
  }));
  return JSON.stringify({ api_key: projectKey, batch });
}

const openSocket = ({ url }: ServerProcess): Socket =>
  connect(Number(new URL(url).port), '127.0.0.1').on('error', () => {});

/** Sends the head of a request and the beginning of its body, and returns the bytes received until the connection ends. */
function begin(server: ServerProcess, declared: number, sent: Buffer): Promise<string> {
  const socket = openSocket(server);
  let text = '';
  socket.on('data', (chunk) => (text += chunk));
  socket.write(`POST /batch/ HTTP/1.1\r\nHost: localhost\r\nOrigin: ${origin}\r\nContent-Length: ${declared}\r\n\r\n`);
  socket.write(sent);
  return new Promise((resolve) => socket.on('close', () => resolve(text)));
}

const emptyEvents = scenario('empty-events', { ci: 20, full: 20 }, async ({ dataDir, start }) => {
  const server = await start({ dataDir });
  const count = 6_600_000;
  const packed = gzipSync(`{"api_key":"${projectKey}","batch":[${'{},'.repeat(count - 1)}{}]}`);
  assert.ok(packed.length < 25_000, `${packed.length} bytes`);
  const answer = await post(server, new Uint8Array(packed), { 'Content-Encoding': 'gzip' });
  assert.equal(answer.status, 200, await answer.text());
  const memory = requirePeak(server, maxMemory);
  const { reasons } = eventSummary.parse(await ask(server.url, `${events}summary/?minutes=60`));
  assert.deepEqual(reasons, [{ status: 'dropped', reason: 'no_event_name', count }]);
  const [rest] = eventPage.parse(await ask(server.url, `${events}?status=dropped&limit=1`)).results;
  assert.equal(rest?.reason, 'no_event_name');
  assert.equal(rest.count, count - 1000);
  const { request, pipeline } = eventDetail.parse(await ask(server.url, `${events}${rest.uuid}/`));
  assert.equal(request?.accepted, 0);
  assert.equal(request.dropped, count);
  assert.match(JSON.stringify(pipeline), /6,599,000 more events like this were dropped\./);
  return { figures: `6.6 million in ${packed.length} bytes counted as dropped, ${memory}` };
});

const manyBodies = scenario('many-bodies', { ci: 30, full: 30 }, async ({ dataDir, start }) => {
  const server = await start({ dataDir });
  const body = largeBatch(5);
  let refused = 0;
  const sendUntilStored = async () => {
    for (;;) {
      const { status, headers } = await post(server, body);
      if (status === 200) return;
      assert.equal(status, 503);
      refused += 1;
      await pause(Number(headers.get('retry-after')) * 1000);
    }
  };
  const stored = Promise.all(Array.from({ length: 64 }, sendUntilStored));
  await captureSmall(server);
  await stored;
  const { accepted } = await statusOf(server.url);
  assert.equal(accepted, 64 * 5 + 1);
  const memory = requirePeak(server, maxMemory);
  await waitFor('memory to be returned', 60, async () => {
    await captureSmall(server);
    await pause(450);
    return memoryOf(server.pid).now < maxSettled ? true : undefined;
  });
  return { figures: `64 bodies of 5 MiB stored, ${refused} × 503, ${memory}, then less than ${maxSettled}` };
});

const withheldBodies = scenario('withheld-bodies', { ci: 30, full: 30 }, async ({ dataDir, start }) => {
  const server = await start({ dataDir });
  const sent = Buffer.alloc(19 * mib - 10, ' ');
  const answers = Promise.all(Array.from({ length: 100 }, () => begin(server, 19 * mib, sent)));
  await pause(1000);
  await captureSmall(server);
  const texts = await answers;
  const overloaded = texts.filter((text) => /^HTTP\/1.1 503 .*"type":"server_error","code":"overloaded"/s.test(text));
  const stopped = texts.filter((text) => /^HTTP\/1.1 408 .*"type":"client_error","code":"body_timeout"/s.test(text));
  assert.equal(overloaded.length + stopped.length, 100);
  assert.ok(overloaded.length > 50, `${overloaded.length} × 503`);
  for (const text of overloaded) {
    assert.match(text, /^Retry-After: \d+\r$/m);
    assert.ok(text.includes('Access-Control-Expose-Headers: Retry-After'));
    assert.ok(text.includes(`Access-Control-Allow-Origin: ${origin}`));
  }
  const memory = requirePeak(server, maxMemory);
  assert.match(JSON.stringify(await ask(server.url, `${events}?status=rejected`)), /overloaded/);
  assert.equal((await post(server, largeBatch(1))).status, 200);
  return { figures: `100 bodies of 19 MiB: ${overloaded.length} × 503, ${stopped.length} × 408, ${memory}` };
});

const idleReaders = scenario('idle-readers', { ci: 30, full: 30 }, async ({ dataDir, start, onEnd }) => {
  const server = await start({ dataDir });
  const keys = Array.from({ length: 15 }, (_, index) => [`key${index}`, 'x'.repeat(4000)]);
  const properties = Object.fromEntries(keys);
  const batch = Array.from({ length: 300 }, (_, index) => ({ event: `e${index}`, distinct_id: 'ann', properties }));
  assert.equal((await post(server, JSON.stringify({ api_key: projectKey, batch }))).status, 200);
  const head = `Host: localhost\r\nAuthorization: Bearer ${personalKey}`;
  const sockets = Array.from({ length: 64 }, () => {
    const socket = openSocket(server).pause();
    socket.write(`GET ${events}?limit=1000 HTTP/1.1\r\n${head}\r\n\r\n`);
    return socket;
  });
  onEnd(() => {
    for (const socket of sockets) socket.destroy();
  });
  await pause(10_000);
  await statusOf(server.url);
  const memory = requirePeak(server, maxMemory);
  await waitFor('the readers to be disconnected', 120, async () => {
    await pause(950);
    try {
      return await ask(server.url, `${events}?limit=1`);
    } catch (error) {
      if (error instanceof AnswerError && error.status === 503) return undefined;
      throw error;
    }
  });
  return { figures: `64 readers of pages of 18 MB disconnected, ${memory}` };
});

/** Requests that need more memory than there is are refused or wait, and the server stays within its budgets. */
export const requestMemory: readonly Scenario[] = [emptyEvents, manyBodies, withheldBodies, idleReaders];
