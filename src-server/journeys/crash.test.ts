import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { watchServer } from '../../scripts/lib/watch-server.ts';
import { eventPage, serverStatus } from '../events/contract.ts';
import { cli } from '../testing/program.ts';

const projectKey = 'phc_crashTestProjectKey';
const personalKey = 'phx_crashTestPersonalKey';
const rounds = 4;
const singles = 2000;
const batches = 40;
const batchSize = 50;

/** A request retried until it is acknowledged, as by an SDK, with the same uuids each time. */
type Parcel = { path: string; body: string; uuids: string[] };

let dataDir: string;
let child: ChildProcess | undefined;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'benchtop-crash-'));
});
afterEach(async () => {
  await kill();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
});

test('after random kills under load, the restarted server has each acknowledged event once', async () => {
  const acknowledged = new Set<string>();
  const sent = new Set<string>();
  const moments: string[] = [];
  let unanswered: Parcel[] = [];
  let interrupted = 0;
  for (let round = 0; round < rounds; round++) {
    const parcels = [...unanswered, ...shuffled(newParcels())];
    for (const { uuids } of parcels) for (const uuid of uuids) sent.add(uuid);
    const enough = 1 + Math.floor(Math.random() * parcels.length * 0.9);
    unanswered = await sendUntilKilled(await start(), parcels, acknowledged, enough);
    if (unanswered.length > 0) interrupted += 1;
    moments.push(`after ${enough}: ${parcels.length - unanswered.length} of ${parcels.length} answered`);
  }
  expect(interrupted, `no kill met requests under way (${moments.join('; ')})`).toBeGreaterThan(0);
  expect(acknowledged.size, moments.join('; ')).toBeGreaterThan(0);

  const url = await start();
  const stored = await storedUuids(url);
  const once = new Set(stored);
  const missing = [...acknowledged].filter((uuid) => !once.has(uuid));
  expect(missing, `acknowledged and lost (${moments.join('; ')})`).toEqual([]);
  expect(stored.length, 'an event is there twice').toBe(once.size);
  expect([...once].filter((uuid) => !sent.has(uuid))).toEqual([]);
  expect((await status(url)).accepted).toBe(once.size);
}, 120_000);

/** Sends all at once, kills the server after this many answers, and returns the unanswered requests. */
async function sendUntilKilled(url: string, parcels: Parcel[], acknowledged: Set<string>, enough: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 200 });
  const unanswered: Parcel[] = [];
  let answers = 0;
  let killed: Promise<void> | undefined;
  const send = async (parcel: Parcel) => {
    const code = await post(agent, url, parcel);
    if (code === null) return unanswered.push(parcel);
    expect(code).toBe(200);
    for (const uuid of parcel.uuids) acknowledged.add(uuid);
    answers += 1;
    if (answers >= enough) killed ??= kill();
  };
  await Promise.all(parcels.map(send));
  await killed;
  agent.destroy();
  return unanswered;
}

/** Posts a request; returns the status, or null when the connection ended before there was one. */
function post(agent: Agent, url: string, { path, body }: Parcel): Promise<number | null> {
  return new Promise((resolve) => {
    const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) };
    const sending = request(`${url}${path}`, { method: 'POST', agent, headers }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode ?? null));
      response.once('error', () => resolve(null));
    });
    sending.once('error', () => resolve(null));
    sending.end(body);
  });
}

function newParcels(): Parcel[] {
  const single = Array.from({ length: singles }, () => {
    const event = newEvent();
    return { path: '/capture/', body: JSON.stringify({ api_key: projectKey, ...event }), uuids: [event.uuid] };
  });
  const batch = Array.from({ length: batches }, () => {
    const events = Array.from({ length: batchSize }, newEvent);
    const body = JSON.stringify({ api_key: projectKey, batch: events });
    return { path: '/batch/', body, uuids: events.map(({ uuid }) => uuid) };
  });
  return [...single, ...batch];
}

function newEvent() {
  const person = Math.floor(Math.random() * 50);
  return { uuid: randomUUID(), event: 'tapped', distinct_id: `person-${person}`, properties: { $set: { person } } };
}

function shuffled<Item>(items: Item[]): Item[] {
  return items
    .map((item) => [Math.random(), item] as const)
    .toSorted(([a], [b]) => a - b)
    .map(([, item]) => item);
}

async function start(): Promise<string> {
  const started = spawn(process.execPath, [cli, 'serve', '--port', '0', '--data-dir', dataDir], {
    env: { ...process.env, BENCHTOP_PROJECT_API_KEY: projectKey, BENCHTOP_PERSONAL_API_KEY: personalKey },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child = started;
  return watchServer(started).url;
}

async function kill(): Promise<void> {
  const running = child;
  child = undefined;
  if (running === undefined || running.exitCode !== null || running.signalCode !== null) return;
  const ended = new Promise((resolve) => running.once('exit', resolve));
  running.kill('SIGKILL');
  await ended;
}

async function storedUuids(url: string): Promise<string[]> {
  const uuids: string[] = [];
  let next: string | null = `${url}/api/projects/@current/events/?limit=1000`;
  while (next !== null) {
    const page = eventPage.parse(await get(next));
    uuids.push(...page.results.map(({ uuid }) => uuid));
    next = page.next;
  }
  return uuids;
}

async function status(url: string) {
  return serverStatus.parse(await get(`${url}/api/status/?project_id=1`));
}

async function get(url: string): Promise<unknown> {
  const response = await fetch(url, { headers: { Authorization: `Bearer ${personalKey}` } });
  expect(response.status).toBe(200);
  return response.json();
}
