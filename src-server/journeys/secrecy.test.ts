import { appendFileSync, readdirSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { filesBelow } from '../testing/folder.ts';
import { createServerProcesses, type ServerProcess } from '../testing/process.ts';
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
  secretPart,
  writings,
} from './secrecy-testing.ts';

const servers = createServerProcesses('secrecy');
const { dataDir } = servers;
let server: ServerProcess;

beforeAll(async () => {
  const env = { BENCHTOP_PROJECT_API_KEY: projectKey, BENCHTOP_PERSONAL_API_KEY: personalKey };
  server = await servers.spawn({ env }).listening();
});
afterAll(() => servers.close());

function send({ method = 'POST', path, headers = {}, body = '' }: Sent): Promise<string> {
  return new Promise((resolve, reject) => {
    const sending = request(
      server.url + path,
      { method, headers: { 'content-type': 'text/plain', ...headers } },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (chunk) => (text += chunk));
        answer.on('end', () => resolve(text));
      },
    );
    sending.on('error', reject);
    sending.end(body);
  });
}

/** Lists files of the data folder and logs that hold more of a key than its mask, as text or base64. */
function leaks(folder = dataDir): string[] {
  const base64 = [0, 1, 2].map((offset) =>
    Buffer.from(' '.repeat(offset) + secretPart)
      .toString('base64')
      .slice(offset + 1, -4),
  );
  const texts = Object.values(writings).map((write) => write(secretPart));
  const needles = [...texts, ...base64, ...base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'))];
  const found = filesBelow(folder).flatMap(([name, bytes]) => (holdsAny(bytes, needles) ? [name] : []));
  return holdsAny(Buffer.from(server.stdout + server.stderr), needles) ? [...found, 'output'] : found;
}

const holdsAny = (bytes: Buffer, needles: string[]) => needles.some((needle) => bytes.includes(needle));

const writeInto = (place: string, writing: string, key: string) =>
  place.replaceAll('@', () => (writings[writing] as (key: string) => string)(key));
const isPossible = (writing: string, key: string) => key.startsWith('phx_') || !personalWritings.has(writing);
const newKey = () => fc.sample(keys, 1)[0] ?? '';

test('a secret key in any place, encoding and body is in no file, log or answer', async () => {
  const writingNames = Object.keys(writings);
  let sent = 0;
  for (const [body, bodyOf] of Object.entries(bodies)) {
    for (const [name, place] of Object.entries(places)) {
      // Each encoding meets each body, as there are more places than encodings.
      const writing = writingNames[sent++ % writingNames.length] ?? '';
      const key = newKey();
      if (!isPossible(writing, key)) continue;
      const what = `${body}, ${name}, ${writing}, ${key}`;
      const answer = await send(bodyOf(writeInto(body === 'decide' ? question : event(place), writing, key)));
      expect(answer, what).not.toContain(secretPart);
    }
    expect(leaks(), body).toEqual([]);
  }
}, 180_000);

test.each(Object.keys(heads))('a secret key in %s is in no file, log or answer', async (head) => {
  for (const key of fc.sample(keys, 6)) {
    const answer = await send((heads[head] as (key: string) => Sent)(key));
    // The script and the configuration of a key contain it by design.
    expect(answer, key).not.toContain(secretPart);
  }
  await send({ path: '/capture/', body: writeInto(event('"properties":{"after":1}'), 'plain', 'me') });
  expect(leaks()).toEqual([]);
});

test('every place and encoding once, then the spooled, set-aside, checkpointed and logged data', async () => {
  const sent: string[] = [];
  const cases = Object.keys(places).flatMap((place) => Object.keys(writings).map((writing) => ({ place, writing })));
  for (const { place, writing } of cases) {
    const key = newKey();
    if (!isPossible(writing, key)) continue;
    sent.push(key);
    await send({ path: '/capture/', body: writeInto(event(places[place] as string), writing, key) });
  }
  const [first, second, third] = sent;
  await send({ path: '/decide/', body: writeInto(question, 'plain', `${first}`) });
  const lock = new Database(join(dataDir, 'benchtop.sqlite'));
  lock.exec('BEGIN IMMEDIATE');
  await send({ path: '/capture/', body: event(`"properties":{"x":"${second}"}`) });
  const folder = join(dataDir, 'dead-letter');
  const [name = ''] = readdirSync(folder);
  // Only this folder: closing a database file here would release the lock.
  expect(leaks(folder)).toEqual([]);
  appendFileSync(join(folder, name), `{"x":"${third}"\n`);
  lock.exec('ROLLBACK');
  lock.close();
  await vi.waitFor(() => expect(readdirSync(folder)).toEqual(['unreadable.ndjson']), { timeout: 30_000 });
  expect(server.stdout + server.stderr).toContain('"level":50');
  await server.end('SIGTERM');
  expect(readdirSync(dataDir)).not.toContain('benchtop.sqlite-wal');
  expect(leaks()).toEqual([]);
}, 180_000);
