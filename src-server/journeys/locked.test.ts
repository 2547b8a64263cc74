import { randomUUID } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listenLocally } from '../testing/listening.ts';
import { createServerProcesses, personalKey, projectKey, type ServerProcess } from '../testing/process.ts';
import { startTestServer } from '../testing/server.ts';

let servers: ReturnType<typeof createServerProcesses>;
let server: ServerProcess;
let releases: (() => void)[];
beforeEach(async () => {
  releases = [];
  servers = createServerProcesses('locked');
  server = await servers.spawn().listening();
});
afterEach(async () => {
  for (const release of releases) release();
  await servers.close();
});

/** Holds the database as another program does, until it is released. */
function lock(begin = 'BEGIN IMMEDIATE'): () => void {
  const other = new Database(join(servers.dataDir, 'benchtop.sqlite'));
  other.exec(begin);
  const release = () => {
    if (!other.open) return;
    other.exec('ROLLBACK');
    other.close();
  };
  releases.push(release);
  return release;
}

type Answer = { status: number; body: unknown; headers: Headers };

async function send(method: string, path: string, body?: unknown, key?: string): Promise<Answer> {
  const headers = {
    'Content-Type': 'application/json',
    ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
  };
  const response = await fetch(server.url + path, {
    method,
    headers,
    body: body === undefined ? null : JSON.stringify(body),
  });
  return { status: response.status, body: await response.json(), headers: response.headers };
}

const capture = (event: object) => send('POST', '/capture/', { api_key: projectKey, distinct_id: 'ann', ...event });
const api = (method: string, path: string, body?: unknown) => send(method, path, body, personalKey);
const storage = async () => (await server.status()).storage;
const health = async () => {
  const { status, body } = await send('GET', '/api/health/');
  return { status, body };
};
const isStorage = (state: string) =>
  vi.waitFor(async () => expect(await storage()).toMatchObject({ state }), { timeout: 20_000, interval: 100 });

test.each(['BEGIN IMMEDIATE', 'BEGIN EXCLUSIVE'])(
  'while another program locks the database (%s) no request waits, nothing is lost, and the status says so',
  async (begin) => {
    const uuids = Array.from({ length: 320 }, () => randomUUID());
    expect((await capture({ event: 'before' })).status).toBe(200);
    expect((await api('POST', '/api/projects/1/feature_flags/', { key: 'everybody' })).status).toBe(201);
    const release = lock(begin);
    const lanes = Array.from({ length: 64 }, async (_none, lane) => {
      for (let index = lane; index < uuids.length; index += 64) {
        expect((await capture({ event: 'held', uuid: uuids[index] })).status).toBe(200);
        expect((await send('POST', '/decide/?v=2', { api_key: projectKey, distinct_id: 'ann' })).status).toBe(200);
      }
      // Fewer than get a row each.
      if (lane >= 16) return;
      expect((await send('POST', '/capture/', { api_key: 'phc_of_somebody_else', event: 'x' })).status).toBe(401);
    });
    await Promise.all(lanes);
    expect(await storage()).toMatchObject({
      state: 'spooling',
      spooled: 320,
      error: expect.stringContaining('locked'),
    });
    expect(await health()).toEqual({ status: 200, body: { status: 'ok', storage: 'spooling' } });
    expect((await server.events('event=before')).map(({ event }) => event)).toEqual(['before']);
    const refused = await api('PATCH', '/api/projects/1/', { name: 'Renamed' });
    expect(refused).toMatchObject({ status: 503, body: { code: 'storage_unavailable' } });
    expect(refused.headers.get('Retry-After')).toBe('1');

    release();
    await isStorage('ok');
    expect((await api('PATCH', '/api/projects/1/', { name: 'Renamed' })).status).toBe(200);
    expect((await server.events('event=held')).map(({ uuid }) => uuid).toSorted()).toEqual(uuids.toSorted());
    const usage = await api('GET', '/api/projects/1/feature_flags/1/usage/');
    expect(usage.body).toMatchObject({ totals: { true: 320 } });
    const said = () => server.stdout.split('\n').filter((line) => /^Warning|^Events are stored/.test(line));
    await vi.waitFor(() => expect(said()).toHaveLength(2), { timeout: 20_000 });
    expect(said()).toEqual([
      'Warning: The database cannot be written. New events are kept in the dead-letter spool. Reason: database is locked.',
      'Events are stored in the database again.',
    ]);
    expect(server.stderr).toBe('');
    // The ones refused meanwhile have a row too.
    await vi.waitFor(async () => expect(await server.events('status=rejected')).toHaveLength(16), { timeout: 20_000 });
  },
  // A thread that waits for each lock in turn takes minutes.
  30_000,
);

test('when neither database nor spool can be written health says so, and both recover without a request', async () => {
  expect(await health()).toEqual({ status: 200, body: { status: 'ok', storage: 'ok' } });
  writeFileSync(join(servers.dataDir, 'dead-letter'), 'a file where the folder should be');
  const release = lock();
  expect(await capture({ event: 'lost' })).toMatchObject({ status: 503, body: { code: 'storage_unavailable' } });
  expect(await storage()).toMatchObject({ state: 'unavailable', spooled: 0, error: expect.stringContaining('locked') });
  expect(await health()).toMatchObject({
    status: 503,
    body: { type: 'server_error', code: 'storage_unavailable', detail: expect.stringContaining('spool') },
  });
  rmSync(join(servers.dataDir, 'dead-letter'));
  await isStorage('spooling');
  release();
  await isStorage('ok');
  expect((await health()).status).toBe(200);
  expect((await capture({ event: 'kept' })).status).toBe(200);
  expect((await server.events()).map(({ event }) => event)).toEqual(['kept']);
});

test('a change waits for a lock that is brief', async () => {
  // In one process: the timer below is due before the server gives up, even on a slow machine.
  await using own = await startTestServer();
  const other = new Database(join(own.dataDir, 'benchtop.sqlite'));
  other.exec('BEGIN IMMEDIATE');
  setTimeout(() => other.exec('ROLLBACK').close(), 50);
  expect((await own.api('PATCH', '/api/projects/1/', { name: 'Renamed' })).status).toBe(200);
  expect(other.open).toBe(false);
});

test('a key that cannot be looked up is 503 fetch_team_fail, and works again with the database', async () => {
  const other = new Database(join(servers.dataDir, 'benchtop.sqlite'));
  other.exec('ALTER TABLE project_keys RENAME TO away');
  const refused = await capture({ event: 'x' });
  expect(refused).toMatchObject({ status: 503, body: { type: 'server_error', code: 'fetch_team_fail' } });
  expect(refused.headers.get('Retry-After')).toBe('1');
  other.exec('ALTER TABLE away RENAME TO project_keys');
  other.close();
  expect((await capture({ event: 'x' })).status).toBe(200);
});

test('a chat message is sent once even if its delivery cannot be recorded', async () => {
  let posts = 0;
  let release = () => {};
  await using chat = createServer((request, response) => {
    posts += 1;
    release = lock();
    request.resume().on('end', () => response.end('ok'));
  });
  const url = await listenLocally(chat);
  const settings = { webhook_url: `${url}/`, allow_local: true };
  expect((await api('PATCH', '/api/projects/1/actions/chat/', settings)).status).toBe(200);
  const action = { name: 'Bought', steps: [{ event: 'bought' }], post_to_chat: true };
  expect((await api('POST', '/api/projects/1/actions/', action)).status).toBe(201);
  expect((await capture({ event: 'bought' })).status).toBe(200);
  await vi.waitFor(() => expect(posts).toBe(1), { timeout: 20_000 });
  // Several tries of the database long.
  for (let wait = 0; wait < 3; wait++) {
    expect((await capture({ event: 'meanwhile' })).status).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
  release();
  const deliveries = async () => (await api('GET', '/api/projects/1/actions/deliveries/')).body;
  const isDelivered = { results: [{ state: 'delivered', attempts: 1 }] };
  await vi.waitFor(async () => expect(await deliveries()).toMatchObject(isDelivered), { timeout: 20_000 });
  expect(posts).toBe(1);
});

test('a check and a count decide nothing while events wait in the spool', async () => {
  const release = lock();
  await capture({ event: 'paid' });
  const check = '/api/projects/1/test_runs/checkout/check/';
  const never = { expectations: [{ event: 'paid', count: { never: true } }] };
  const count = '/api/projects/1/events/?event=paid&after=0&exactly=0&wait=1';
  const undecided = { status: 503, body: { detail: expect.stringContaining('Events wait in the spool') } };
  expect(await api('POST', check, never)).toMatchObject(undecided);
  expect(await api('GET', count)).toMatchObject(undecided);
  release();
  await isStorage('ok');
  expect(await api('POST', check, never)).toMatchObject({ status: 200, body: { status: 'passed' } });
  expect(await api('GET', count)).toMatchObject({ status: 412 });
});
