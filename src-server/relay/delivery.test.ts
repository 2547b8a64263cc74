import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test, vi } from 'vitest';
import { serverHealth } from '../capture/health-contract.ts';
import { serverStatus } from '../events/contract.ts';
import { issuedPersonalKey } from '../projects/contract.ts';
import { relayTest } from './contract.ts';
import {
  change,
  isDone,
  numbered,
  type Project,
  reaches,
  relayForEach,
  relayOf,
  say,
  switchOn,
  take,
} from './relay-testing.ts';

const { server, now, send, retry } = relayForEach();

const health = async () => serverHealth.parse((await server.api('GET', '/api/health/')).body);

/** Expects the health to say how long the oldest event has waited. */
async function lagIsKnown(): Promise<void> {
  const { sending } = await health();
  expect(sending?.lag_ms).toBeGreaterThanOrEqual(0);
}

test('a relay that was idle when it was paused has a lag once an event waits', async () => {
  await switchOn(now.project, now.receiver.url);
  await change(now.project, { mode: 'paused' });
  expect((await health()).sending).toMatchObject({ lag_ms: null });
  await send('first');
  await vi.waitFor(lagIsKnown, 20_000);
  expect(now.receiver.names()).toEqual([]);
});

test('a paused relay keeps its queue, also after a restart', async () => {
  await switchOn(now.project, now.receiver.url);
  await send('first');
  await isDone(now.project, 1);
  await change(now.project, { mode: 'paused' });
  await send('second', 'third');
  await server.restart();
  await reaches(now.project, {
    mode: 'paused',
    status: { state: 'paused', waiting: { count: 2 }, next_attempt_at: null },
  });
  expect(now.receiver.names()).toEqual(['first']);
  await vi.waitFor(lagIsKnown, 20_000);
  await change(now.project, { mode: 'on' });
  await isDone(now.project, 3);
  expect(now.receiver.names()).toEqual(['first', 'second', 'third']);
});

test('a relay that was on continues after a restart', async () => {
  now.receiver.handle = say(500);
  await switchOn(now.project, now.receiver.url);
  await send('first', 'second');
  await reaches(now.project, { status: { state: 'waiting' } });
  now.receiver.handle = take;
  await server.restart();
  await isDone(now.project, 2);
});

test('shutdown does not wait for a hanging receiver, which gets the block again after a restart', async () => {
  let isHanging = true;
  now.receiver.handle = (batch, response) => {
    if (!isHanging) take(batch, response);
  };
  await switchOn(now.project, now.receiver.url);
  await send('first');
  await vi.waitFor(() => expect(now.receiver.names()).toEqual(['first']), 20_000);
  await reaches(now.project, { status: { state: 'sending', waiting: { count: 1 } } });
  // Would settle only after the server ends, past the test's time limit.
  await server.restart();
  isHanging = false;
  await isDone(now.project, 1);
  expect(now.receiver.names().slice(0, 2)).toEqual(['first', 'first']);
});

test('events of one person arrive in the order in which they were captured', async () => {
  let requests = 0;
  const taken: string[] = [];
  now.receiver.handle = (batch, response, request) => {
    requests += 1;
    if (requests % 3 === 1) return say(500)(batch, response, request);
    taken.push(...batch.batch.map(({ event }) => event));
    take(batch, response);
  };
  await switchOn(now.project, now.receiver.url);
  const names = numbered(60);
  for (const name of names) {
    await send(name);
    if (requests % 3 === 1) await retry();
  }
  await reaches(now.project, { status: { state: 'idle', sent: 60 } });
  expect(taken).toEqual(names);
});

test('20,000 stored events are forwarded, each once and in order', async () => {
  for (let part = 0; part < 20; part++) await send(...numbered(1000).map((name) => `${part} ${name}`));
  await switchOn(now.project, now.receiver.url, { start: 'all' });
  await isDone(now.project, 20_000);
  const names = now.receiver.names();
  expect(new Set(names).size).toBe(20_000);
  expect(names.slice(0, 2)).toEqual(['0 event 0', '0 event 1']);
  expect(names.slice(-1)).toEqual(['19 event 999']);
}, 120_000);

test('events of several megabytes are split into blocks', async () => {
  const batch = Array.from({ length: 6 }, (_, index) => ({
    event: `large ${index}`,
    distinct_id: 'ann',
    properties: { text: 'é'.repeat(1_000_000) },
  }));
  for (const event of batch) await now.project.capture(event);
  await switchOn(now.project, now.receiver.url, { start: 'all' });
  await isDone(now.project, 6);
  expect(now.receiver.names()).toEqual(batch.map(({ event }) => event));
  // Two of them have 2 million characters, with a few.
  expect(Math.max(...now.receiver.batches.map((block) => block.length))).toBeLessThanOrEqual(2);
});

test('nothing of a deleted project is sent, and nobody is notified about it again', async () => {
  now.receiver.handle = say(500);
  await switchOn(now.project, now.receiver.url);
  await send('first');
  await reaches(now.project, { status: { state: 'waiting' } });
  expect(await health()).toMatchObject({ sending: { state: 'waiting', lag_ms: expect.any(Number) } });
  const deleted = now.project;
  now.project = await server.inNewProject();
  expect((await deleted.api('DELETE', '/api/projects/@current/')).status).toBe(204);
  expect(await health()).not.toHaveProperty('sending');
  const requests = now.receiver.batches.length;
  await server.restart();
  now.receiver.handle = take;
  await switchOn(now.project, now.receiver.url);
  await send('of another');
  await isDone(now.project, 1);
  expect(now.receiver.names().slice(requests)).toEqual(['of another']);
});

test('health and status report the relay while it is on, to those who may see the project', async () => {
  const statusOf = async (of: Project, key?: string) =>
    serverStatus.parse((await of.api('GET', '/api/status/', undefined, key)).body).sending;
  expect(await statusOf(now.project)).toEqual([]);
  now.receiver.handle = say(401);
  await switchOn(now.project, now.receiver.url);
  await send('first');
  await reaches(now.project, { status: { state: 'refused' } });
  const told = {
    name: 'relay',
    project_id: now.project.projectId,
    state: 'refused',
    host: new URL(now.receiver.url).host,
  };
  expect(await statusOf(now.project)).toMatchObject([told]);
  const issued = await server.api('POST', '/api/personal_api_keys/', { name: 'One project', project_id: 1 });
  expect(await statusOf(now.project, issuedPersonalKey.parse(issued.body).value)).toEqual([]);
  await change(now.project, { mode: 'off' });
  expect(await statusOf(now.project)).toEqual([]);
});

test('event ids of a deleted project are never reused, so no event is skipped', async () => {
  const gone = await server.inNewProject();
  await switchOn(now.project, now.receiver.url);
  await change(now.project, { mode: 'paused' });
  await send('first');
  await gone.capture({ batch: numbered(50).map((event) => ({ event, distinct_id: 'bob' })) }, '/batch/');
  // The cursor passes the 50 events of the other project.
  await change(now.project, { mode: 'on' });
  await isDone(now.project, 1);
  await gone.api('DELETE', '/api/projects/@current/');
  const database = new Database(join(server.dataDir, 'benchtop.sqlite'), { readonly: true });
  const projects = database.prepare('SELECT count(*) FROM projects WHERE deleted_at IS NOT NULL').pluck();
  await vi.waitFor(() => expect(projects.get()).toBe(0), 20_000);
  database.close();
  await server.restart();
  await send('second');
  await isDone(now.project, 2);
  expect(now.receiver.names()).toEqual(['first', 'second']);
});

test('a test event is sent at once, and reports the receiver’s answer', async () => {
  const path = '/api/projects/@current/relay/test/';
  expect(await now.project.api('POST', path)).toMatchObject({
    status: 400,
    body: { attr: 'address', code: 'required' },
  });
  await change(now.project, { address: now.receiver.url, api_key: 'phc_receiver', allow_local: true });
  const tested = async () => relayTest.parse((await now.project.api('POST', path)).body);
  expect(await tested()).toEqual({ is_taken: true, error: null });
  expect(now.receiver.names()).toEqual(['Benchtop relay test']);
  for (const below of ['/batch/', '/ingest', '/ingest/batch']) {
    await change(now.project, { address: `${now.receiver.url}${below}` });
    expect(await tested()).toEqual({ is_taken: true, error: null });
  }
  expect(now.receiver.paths).toEqual(['/batch/', '/batch/', '/ingest/batch/', '/ingest/batch/']);
  await change(now.project, { address: now.receiver.url.replace('http:', 'https:') });
  expect(await tested()).toMatchObject({
    is_taken: false,
    error: { kind: 'unreachable', status_code: null, detail: 'The server does not speak TLS at this port (EPROTO).' },
  });
  await change(now.project, { address: now.receiver.url });
  now.receiver.handle = say(401);
  expect(await tested()).toMatchObject({ is_taken: false, error: { kind: 'not_authorized', status_code: 401 } });
  expect(await relayOf(now.project)).toMatchObject({ mode: 'off', status: { sent: 0, error: null } });
});
