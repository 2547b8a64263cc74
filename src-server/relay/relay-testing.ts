import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import type { TestServer } from '../testing/server.ts';
import { serverForAll } from '../testing/server-hooks.ts';
import { type Relay, relay } from './contract.ts';

export type Project = Awaited<ReturnType<TestServer['inNewProject']>>;
type Sent = {
  event: string;
  uuid: string;
  distinct_id: string;
  timestamp: string;
  properties: Record<string, unknown>;
};
type Batch = { api_key: string; batch: Sent[] };
type Handler = (batch: Batch, response: ServerResponse, request: IncomingMessage) => void;

/** Starts a PostHog-compatible receiver on a free port that answers as it is told, and records requests. */
export async function startReceiver() {
  const receiver = {
    url: '',
    /** Received blocks, including refused ones. */
    batches: [] as Sent[][],
    paths: [] as string[],
    handle: take as Handler,
    names: () => receiver.batches.flat().map(({ event }) => event),
    listen: (port: number) => new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve)),
    port: () => (server.address() as AddressInfo).port,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const text = request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
    const batch = JSON.parse(text.toString()) as Batch;
    receiver.paths.push(request.url ?? '');
    receiver.batches.push(batch.batch);
    receiver.handle(batch, response, request);
  });
  await receiver.listen(0);
  receiver.url = `http://127.0.0.1:${receiver.port()}`;
  return receiver;
}

export const say =
  (status: number, headers: Record<string, string> = {}, text = '{"status":"no"}'): Handler =>
  (_batch, response) =>
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(text);

export function take(_batch: Batch, response: ServerResponse): void {
  response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"status":1}');
}

const path = '/api/projects/@current/relay/';

export const relayOf = async (project: Project): Promise<Relay> => relay.parse((await project.api('GET', path)).body);

/** Changes the relay of a project; fails unless the server accepts it. */
export async function change(project: Project, body: object): Promise<Relay> {
  const answer = await project.api('PATCH', path, body);
  expect(answer.body).toMatchObject({ mode: expect.any(String) });
  return relay.parse(answer.body);
}

export const switchOn = (project: Project, url: string, more: object = {}) =>
  change(project, { address: url, api_key: 'phc_receiver', allow_local: true, mode: 'on', ...more });

/** Waits until the relay is in a state; the time depends on the machine. */
export const reaches = (project: Project, expected: object): Promise<Relay> =>
  vi.waitFor(
    async () => {
      const found = await relayOf(project);
      expect(found).toMatchObject(expected);
      return found;
    },
    { timeout: 60_000, interval: 30 },
  );

export const isDone = (project: Project, sent: number): Promise<Relay> =>
  reaches(project, { status: { state: 'idle', sent, waiting: { count: 0, is_complete: true }, lag_ms: null } });

type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/** Starts a server for the tests of a file, and a receiver and a project for each. */
export function relayForEach() {
  const server = serverForAll();
  const now = {} as { receiver: Receiver; project: Project };
  beforeEach(async () => {
    now.receiver = await startReceiver();
    now.project = await server.inNewProject();
  });
  afterEach(async () => {
    // No retries from an earlier test.
    await change(now.project, { mode: 'off' });
    await now.receiver.close();
    server.requireNoFailure();
  });
  return {
    server,
    now,
    send: (...names: string[]) =>
      now.project.capture({ batch: names.map((event) => ({ event, distinct_id: 'ann' })) }, '/batch/'),
    retry: () => now.project.api('POST', `${path}retry/`),
  };
}

export const numbered = (count: number) => Array.from({ length: count }, (_, index) => `event ${index}`);
