import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { filesBelow } from '../testing/folder.ts';
import { startTestServer } from '../testing/server.ts';
import { serverForEach } from '../testing/server-hooks.ts';
import { browserOf, codeOf, sign } from '../testing/session.ts';
import { type IssuedSession, runText, type Session, sessionToken } from './session-contract.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

let time: number;
beforeEach(() => {
  time = Date.UTC(2026, 10, 22);
});
const said: string[] = [];
const server = serverForEach({
  clock: { now: () => time, uuid: () => crypto.randomUUID() },
  say: (line) => said.push(line),
});
let browser: ReturnType<typeof browserOf>;
beforeEach(() => {
  browser = browserOf(server);
});

const errorOf = ({ status, body }: { status: number; body: unknown }) => ({
  status,
  code: (body as { code?: string }).code,
});
const get = async (token: string, path = '/api/projects/') => (await server.api('GET', path, undefined, token)).status;
const sessions = async (token = server.personalKey) =>
  ((await server.api('GET', '/api/sessions/', undefined, token)).body as { results: Session[] }).results;

test('a code opens one session, which sees and changes everything', async () => {
  const link = server.link();
  expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#code=[0-9a-f]{32}$/);
  const session = await browser.signIn(link);
  expect(session.key).toMatch(/^[0-9a-f]{64}$/);
  const token = await browser.token(session);
  expect(await get(token)).toBe(200);
  expect((await server.api('POST', '/api/projects/', { name: 'Shop' }, token)).status).toBe(201);

  expect(errorOf(await browser.redeem(link))).toEqual({ status: 401, code: 'link_used' });
  time += 15 * minute;
  expect(errorOf(await browser.redeem(link))).toEqual({ status: 401, code: 'link_expired' });
});

test('a code expires after 15 minutes, or when the server stops', async () => {
  const link = server.link();
  time += 15 * minute;
  expect(errorOf(await browser.redeem(link))).toEqual({ status: 401, code: 'link_expired' });
  const another = server.link();
  await server.restart();
  expect(errorOf(await browser.redeem(another))).toEqual({ status: 401, code: 'link_expired' });
});

test('a flood of unknown codes is rate-limited, and a valid one is not', async () => {
  const wrong = () => browser.redeem(`${server.url}/#code=${crypto.randomUUID()}`);
  for (let tries = 0; tries < 30; tries += 1) expect((await wrong()).status).toBe(401);
  const refused = await wrong();
  expect(errorOf(refused)).toEqual({ status: 429, code: 'too_many_links' });
  expect(refused.headers.get('retry-after')).toBe('60');
  expect((await browser.redeem(server.link())).status).toBe(200);
  time += minute;
  expect((await wrong()).status).toBe(401);
});

test('a browser that is signed in keeps its session and still spends the code of a link', async () => {
  const session = await browser.signIn();
  const link = server.link();
  const headers = { Authorization: `Bearer ${await browser.token(session)}` };
  expect((await browser.redeem(link, headers)).body).toEqual(session);
  expect(errorOf(await browser.redeem(link))).toEqual({ status: 401, code: 'link_used' });
  expect(await sessions()).toHaveLength(1);
});

test('the server proves that it knows the key, bound to nonce, page and run', async () => {
  const session = await browser.signIn();
  const first = await browser.challenge(session);
  expect(first.body.active).toBe(true);
  expect(browser.isProven(session, first)).toBe(true);
  const again = await browser.challenge(session, first.nonce);
  expect(again.body).toEqual(first.body);
  const other = await browser.challenge(session);
  expect(other.body.proof).not.toBe(first.body.proof);
  expect(browser.isProven({ ...session, key: 'ab'.repeat(32) }, first)).toBe(false);
  const before = first.body.run;
  await server.restart();
  const after = await browser.challenge(session, first.nonce);
  expect(after.body.run).not.toBe(before);
  expect(browser.isProven(session, after)).toBe(true);
});

test('the server refuses to prove itself to a page at another address, so that nobody can relay its proof', async () => {
  const session = await browser.signIn();
  const port = Number(new URL(server.url).port);
  for (const origin of [`http://127.0.0.1:${port + 1}`, 'http://evil.example', 'null', `https://127.0.0.1:${port}`]) {
    expect(errorOf(await browserOf(server, origin).challenge(session)), origin).toEqual({
      status: 403,
      code: 'permission_denied',
    });
  }
});

// Another user's program may listen there: browsers resolve `localhost` to ::1 first.
test.each([
  'http://localhost:PORT',
  'http://a.localhost:PORT',
  'http://localhost.:PORT',
  'http://[::1]:PORT',
  'http://127.0.0.2:PORT',
  'HTTP://LOCALHOST:PORT',
  'http://127.0.0.1:PORT/',
  'http://127.0.0.1:PORT/evil',
  'http://evil@127.0.0.1:PORT',
])('a page at %s cannot sign in or get a proof', async (form) => {
  const origin = form.replace('PORT', new URL(server.url).port);
  const elsewhere = browserOf(server, origin);
  const refused = { status: 403, code: 'permission_denied' };
  expect(errorOf(await elsewhere.challenge(await browser.signIn()))).toEqual(refused);
  const answer = await elsewhere.redeem(server.link());
  expect(errorOf(answer)).toEqual(refused);
  expect((answer.body as { detail: string }).detail).toContain(server.url);
  expect(errorOf(await server.api('POST', '/api/session/', { origin }))).toEqual(refused);
  expect(await sessions()).toHaveLength(1);
});

test('a link requested under another name of this machine uses the announced address', async () => {
  const asked = server.url.replace('127.0.0.1', 'localhost');
  const headers = { Authorization: `Bearer ${server.personalKey}` };
  const answer = await fetch(`${asked}/api/session/links/`, { method: 'POST', headers });
  expect(((await answer.json()) as { url: string }).url).toMatch(new RegExp(`^${server.url}/#code=`));
});

test.each(['localhost', '0.0.0.0'])('a server on %s proves itself at the announced address', async (host) => {
  await using other = await startTestServer({ host });
  expect(other.url).toMatch(/^http:\/\/(127\.0\.0\.1|\[::1\]):\d+$/);
  const own = browserOf(other);
  const session = await own.signIn();
  expect(own.isProven(session, await own.challenge(session))).toBe(true);
  const named = browserOf(other, `http://localhost:${new URL(other.url).port}`);
  expect((await named.challenge(session)).status).toBe(403);
});

test('the server proves itself to a page loaded through a tunnel, at that address only', async () => {
  const tunnel = browserOf(server, 'http://localhost:9000');
  const session = await tunnel.signIn();
  expect(tunnel.isProven(session, await tunnel.challenge(session))).toBe(true);
  expect((await browserOf(server, 'http://localhost:9001').challenge(session)).status).toBe(403);
});

test('a token is valid for one run of the server, and the session for later runs too', async () => {
  const session = await browser.signIn();
  const token = await browser.token(session);
  await server.restart();
  expect(errorOf(await server.api('GET', '/api/projects/', undefined, token))).toEqual({
    status: 401,
    code: 'invalid_session',
  });
  expect(await get(await browser.token(session))).toBe(200);
});

test.each([
  ['the key itself', ({ key }: IssuedSession) => key],
  ['the key behind the id', ({ id, key }: IssuedSession) => sessionToken(id, key)],
  ['a token of a made-up run', (own: IssuedSession) => sessionToken(own.id, sign(own, runText(crypto.randomUUID())))],
  ['an id alone', ({ id }: IssuedSession) => sessionToken(id, '')],
  ['an empty token', () => 'phs_'],
])('%s is not a valid token', async (_what, tokenOf) => {
  expect(await get(tokenOf(await browser.signIn()))).toBe(401);
});

test('a token of one session with the id of another is refused', async () => {
  const [one, other] = [await browser.signIn(), await browser.signIn()];
  const signature = (await browser.token(one)).slice(-64);
  expect(await get(sessionToken(other.id, signature))).toBe(401);
});

test('sessions are listed with the current one marked, and ended singly or all but one', async () => {
  const [one, two, three] = [await browser.signIn(), await browser.signIn(), await browser.signIn()];
  const token = await browser.token(one);
  const listed = await sessions(token);
  expect(listed).toHaveLength(3);
  expect(listed.filter(({ current }) => current).map(({ id }) => id)).toEqual([one.id]);
  expect(listed[0]).toMatchObject({ kind: 'browser', personal_key: null, user_agent: 'node' });
  expect(JSON.stringify(listed)).not.toContain(one.key);

  const tokenOfTwo = await browser.token(two);
  expect((await server.api('DELETE', `/api/sessions/${two.id}/`, undefined, token)).status).toBe(204);
  expect(await get(tokenOfTwo)).toBe(401);
  const ended = await browser.challenge(two);
  expect(ended.body.active).toBe(false);
  expect(browser.isProven(two, ended)).toBe(true);
  expect((await server.api('DELETE', `/api/sessions/${two.id}/`, undefined, token)).status).toBe(404);

  expect((await server.api('DELETE', '/api/sessions/', undefined, token)).status).toBe(204);
  expect((await sessions(token)).map(({ id }) => id)).toEqual([one.id]);
  expect((await browser.challenge(three)).body.active).toBe(false);

  expect((await server.api('DELETE', '/api/session/', undefined, token)).status).toBe(204);
  expect(await get(token)).toBe(401);
  expect(await sessions()).toEqual([]);
  await server.restart();
  expect((await browser.challenge(one)).body.active).toBe(false);
});

test('an unused session ends after 30 days', async () => {
  const session = await browser.signIn();
  time += 29 * day;
  expect(await get(await browser.token(session))).toBe(200);
  await server.restart();
  time += 29 * day;
  expect((await browser.challenge(session)).body.active).toBe(true);
  time += 2 * day;
  expect((await browser.challenge(session)).body.active).toBe(false);
  expect(await sessions()).toEqual([]);
});

test('a personal key is exchanged for a session of the same rights, which ends with the key', async () => {
  const issue = async (input: object) =>
    (await server.api('POST', '/api/personal_api_keys/', { name: 'CI', ...input })).body as {
      id: number;
      value: string;
    };
  const open = async (key: string) =>
    (await server.api('POST', '/api/session/', { origin: server.url }, key)).body as IssuedSession;

  const reading = await issue({ project_id: 1, access: 'read' });
  const reader = await browser.token(await open(reading.value));
  expect(await get(reader)).toBe(200);
  expect((await server.api('POST', '/api/projects/1/api_keys/', { name: 'No' }, reader)).status).toBe(403);
  expect(await get(reader, '/api/sessions/')).toBe(403);
  expect((await server.api('POST', '/api/session/links/', {}, reader)).status).toBe(403);
  expect((await server.api('DELETE', '/api/sessions/', undefined, reader)).status).toBe(403);
  await server.api('DELETE', `/api/personal_api_keys/${reading.id}/`);
  expect(await get(reader)).toBe(401);

  const rotated = await issue({});
  const made = await server.api('POST', '/api/session/links/', {}, rotated.value);
  expect(made).toMatchObject({ status: 201, body: { expires_at: '2026-11-22T00:15:00.000Z' } });
  const { url } = made.body as { url: string };
  const pending = (await server.api('POST', '/api/session/links/', {}, rotated.value)).body as { url: string };
  const writer = await browser.token(await browser.signIn(url));
  expect(await sessions(writer)).toMatchObject([{ personal_key: { id: rotated.id, name: 'CI' }, current: true }]);
  await server.api('POST', `/api/personal_api_keys/${rotated.id}/rotate/`, {});
  expect(await get(writer)).toBe(401);
  expect(errorOf(await browser.redeem(pending.url))).toEqual({ status: 401, code: 'link_expired' });
});

test('the desktop window has one session at a time, also across restarts', async () => {
  const first = server.startDesktopSession();
  await server.restart();
  expect((await browser.challenge(first)).body.active).toBe(true);
  const second = server.startDesktopSession();
  expect((await browser.challenge(first)).body.active).toBe(false);
  expect(await sessions(await browser.token(second))).toMatchObject([{ kind: 'desktop', current: true }]);
});

test('a copy of the database gives no access: only the secret file can derive keys', async () => {
  const session = await browser.signIn();
  const token = await browser.token(session);
  await get(token);
  await server.restart();
  const identity = readFileSync(join(server.dataDir, 'identity'), 'latin1').trim();
  expect(statSync(join(server.dataDir, 'identity')).mode & 0o777).toBe(0o600);
  expect(identity).toMatch(/^[0-9a-f]{64}$/);
  const files = filesBelow(server.dataDir).filter(([name]) => name !== 'identity');
  expect(files.length).toBeGreaterThan(1);
  for (const [, bytes] of files) {
    const content = bytes.toString('latin1');
    for (const secret of [identity, session.key, token, codeOf(server.link())]) expect(content).not.toContain(secret);
    expect(content).not.toContain(Buffer.from(identity, 'hex').toString('latin1'));
    expect(content).not.toContain(Buffer.from(session.key, 'hex').toString('latin1'));
  }
});

test('a folder with another secret is another server', async () => {
  const session = await browser.signIn();
  writeFileSync(join(server.dataDir, 'identity'), 'ef'.repeat(32));
  await server.restart();
  expect(browser.isProven(session, await browser.challenge(session))).toBe(false);
});

test.each([
  ['damaged', (file: string) => writeFileSync(file, 'ef')],
  ['missing', (file: string) => rmSync(file)],
])('a %s secret is replaced, and one line says so', async (what, harm) => {
  harm(join(server.dataDir, 'identity'));
  await server.restart();
  expect(said.splice(0)).toEqual([expect.stringContaining(`identity was ${what}, and a new one was made. Every`)]);
});

test.each([
  ['a body that is too large', { code: 'a'.repeat(20_000), origin: 'http://127.0.0.1' }, 413],
  ['a code that is no text', { code: 1, origin: 'http://127.0.0.1' }, 400],
  ['no origin', { code: 'a' }, 400],
])('%s is refused', async (_what, body, status) => {
  expect((await server.send('POST', '/api/session/', {}, JSON.stringify(body))).status).toBe(status);
});
