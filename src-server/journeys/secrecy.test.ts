import { type ChildProcess, spawn } from 'node:child_process';
import { appendFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { filesBelow } from '../testing/folder.ts';
import { cli } from '../testing/process.ts';
import {
  bodies,
  event,
  heads,
  keys,
  personalKey,
  personalWritings,
  places,
  projectKey,
  question,
  type Sent,
  writings,
} from './secrecy-testing.ts';

let dataDir: string;
let child: ChildProcess;
let output: string;
let ended: Promise<unknown>;
let url: string;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'benchtop-secrecy-'));
  output = '';
  const env = { ...process.env, BENCHTOP_PROJECT_API_KEY: projectKey, BENCHTOP_PERSONAL_API_KEY: personalKey };
  child = spawn(process.execPath, [cli, '--port', '0', '--data-dir', dataDir], { env });
  child.stdout?.on('data', (chunk) => (output += chunk));
  child.stderr?.on('data', (chunk) => (output += chunk));
  ended = new Promise((resolve) => child.once('close', resolve));
  await vi.waitFor(() => expect(output).toContain('listening on'), { timeout: 30_000 });
  url = /listening on (\S+)/.exec(output)?.[1] ?? '';
});
afterEach(async () => {
  child.kill('SIGKILL');
  await ended;
  rmSync(dataDir, { recursive: true, force: true });
});

function send({ method = 'POST', path, headers = {}, body = '' }: Sent): Promise<string> {
  return new Promise((resolve, reject) => {
    const sending = request(url + path, { method, headers: { 'content-type': 'text/plain', ...headers } }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk) => (text += chunk));
      answer.on('end', () => resolve(text));
    });
    sending.on('error', reject);
    sending.end(body);
  });
}

/** The files of the data folder, and what was logged, that hold more of a key than its mask, as text or base64. */
function leaksOf(key: string, folder = dataDir): string[] {
  const rest = key.slice(8, 24);
  const base64 = [0, 1, 2].map((offset) =>
    Buffer.from(' '.repeat(offset) + rest)
      .toString('base64')
      .slice(offset + 1, -4),
  );
  const texts = Object.values(writings).map((write) => write(rest));
  const needles = [...texts, ...base64, ...base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'))];
  const found = filesBelow(folder).flatMap(([name, bytes]) => (holdsAny(bytes, needles) ? [name] : []));
  return holdsAny(Buffer.from(output), needles) ? [...found, 'output'] : found;
}

const holdsAny = (bytes: Buffer, needles: string[]) => needles.some((needle) => bytes.includes(needle));

const writeInto = (place: string, writing: string, key: string) =>
  place.replaceAll('@', () => (writings[writing] as (key: string) => string)(key));
const namesOf = (table: object) => fc.constantFrom(...Object.keys(table));
const isPossible = (writing: string, key: string) => key.startsWith('phx_') || !personalWritings.has(writing);

test('a secret key sent in any place and writing is in no file and no log, and in no answer', async () => {
  const inBody = fc
    .record({ place: namesOf(places), writing: namesOf(writings), body: namesOf(bodies), key: keys })
    .filter(({ writing, key }) => isPossible(writing, key));
  await fc.assert(
    fc.asyncProperty(inBody, async ({ place, writing, body, key }) => {
      const text = body === 'decide' ? question : event(places[place] as string);
      const answer = await send((bodies[body] as (text: string) => Sent)(writeInto(text, writing, key)));
      expect(answer).not.toContain(key.slice(8, 24));
      expect(leaksOf(key)).toEqual([]);
    }),
    { numRuns: 300, endOnFailure: true },
  );
}, 180_000);

test.each(Object.keys(heads))('a secret key in %s is in no file and no log, and in no answer', async (head) => {
  for (const key of fc.sample(keys, 6)) {
    const answer = await send((heads[head] as (key: string) => Sent)(key));
    // The script and the configuration of a key repeat it to whoever has it.
    expect(answer).not.toContain(key.slice(8, 24));
    await send({ path: '/capture/', body: writeInto(event('"properties":{"after":1}'), 'plain', 'me') });
    expect(leaksOf(key)).toEqual([]);
  }
});

test('every place and writing once, then what is spooled, set aside, checkpointed and logged', async () => {
  const sent = new Map<string, string>();
  const cases = Object.keys(places).flatMap((place) => Object.keys(writings).map((writing) => ({ place, writing })));
  for (const { place, writing } of cases) {
    const [key = ''] = fc.sample(keys, 1);
    if (!isPossible(writing, key)) continue;
    sent.set(key, `${place}, ${writing}`);
    await send({ path: '/capture/', body: writeInto(event(places[place] as string), writing, key) });
  }
  const leaks = (folder?: string) => [...sent].filter(([key]) => leaksOf(key, folder).length > 0);
  const [first, second, third] = sent.keys();
  await send({ path: '/decide/', body: writeInto(question, 'plain', `${first}`) });
  const lock = new Database(join(dataDir, 'benchtop.sqlite'));
  lock.exec('BEGIN IMMEDIATE');
  await send({ path: '/capture/', body: event(`"properties":{"x":"${second}"}`) });
  const folder = join(dataDir, 'dead-letter');
  const [name = ''] = readdirSync(folder);
  // Of this folder only: to close a file of the database here would release the lock.
  expect(leaks(folder)).toEqual([]);
  appendFileSync(join(folder, name), `{"x":"${third}"\n`);
  lock.exec('ROLLBACK');
  lock.close();
  await vi.waitFor(() => expect(readdirSync(folder)).toEqual(['unreadable.ndjson']), { timeout: 30_000 });
  expect(output).toContain('"level":50');
  child.kill('SIGTERM');
  await ended;
  expect(readdirSync(dataDir)).not.toContain('benchtop.sqlite-wal');
  expect(leaks()).toEqual([]);
}, 180_000);
