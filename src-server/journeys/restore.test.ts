import { readdirSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeEach, expect, test } from 'vitest';
import { migrations } from '../database/migrations/migrations.ts';
import { type RestoreAnswer, restoreAnswer, storageCopy } from '../database/storage/contract.ts';
import { copiesFolder } from '../database/storage/files.ts';
import { eventPage } from '../events/contract.ts';
import { serverForEach } from '../testing/server-hooks.ts';
import { browserOf } from '../testing/session.ts';

let said: string[];
beforeEach(() => {
  said = [];
});
const server = serverForEach({ say: (line) => said.push(line) });
let browser: ReturnType<typeof browserOf>;
beforeEach(() => {
  browser = browserOf(server);
});

async function capture(events: number): Promise<void> {
  const batch = Array.from({ length: events }, () => ({ event: 'seen', distinct_id: 'ada' }));
  expect((await server.capture({ batch }, '/batch/')).status).toBe(200);
}

const makeCopy = async () => storageCopy.parse((await server.api('POST', '/api/storage/copies/')).body).name;

async function restore(copy: string, key?: string): Promise<RestoreAnswer> {
  const { status, body } = await server.api('POST', '/api/storage/restore/', { copy }, key);
  expect(status).toBe(200);
  return restoreAnswer.parse(body);
}

const get = async (token: string) => (await server.api('GET', '/api/sessions/', undefined, token)).status;

/** Opens a copy as it lies in its folder. */
function inCopy(name: string, work: (database: Database.Database) => void): void {
  const database = new Database(join(copiesFolder(server.dataDir), name));
  work(database);
  database.close();
}

test('a restore reports what it did, and the browser that requested it stays signed in', async () => {
  await capture(3);
  const copy = await makeCopy();
  await capture(2);
  const session = await browser.signIn();
  const token = await browser.token(session);
  const { restored, finding } = await restore(copy, token);
  expect(restored).toMatchObject({ copy: { name: copy, events: 3 }, former_events: 5 });
  expect(restored.kept).toMatch(/^set-aside/);
  expect(finding).toBeNull();
  expect(await get(token)).toBe(200);
  expect((await browser.challenge(session)).body.active).toBe(true);
  expect(said).toEqual([
    `Restored the copy of ${restored.copy.made_at} (3 events). The former database (5 events) is in ${restored.kept}.`,
  ]);
  await server.restart();
  expect(await get(await browser.token(session))).toBe(200);
});

test('a cursor from before a restore continues with what arrives after it', async () => {
  await capture(3);
  const copy = await makeCopy();
  await capture(10_000);
  const read = async (query: string) =>
    eventPage.parse((await server.api('GET', `/api/projects/1/events/?${query}`)).body);
  const { cursor: former } = await read('limit=1');
  await restore(copy);
  const { results, cursor } = await read(`after=${former}`);
  expect(results).toEqual([]);
  expect((await read(`after=${former}&limit=0`)).cursor).toBe(cursor);
  await capture(1);
  expect((await read(`after=${cursor}`)).results).toHaveLength(1);
});

test('a count from a cursor that is ahead counts what arrives meanwhile', async () => {
  let isCounted = false;
  const counted = server.api('GET', '/api/projects/1/events/?event=seen&after=1000000&min=1&wait=30');
  void counted.then(() => (isCounted = true));
  do await capture(1);
  while (!isCounted);
  expect((await counted).status).toBe(200);
});

test('a session that ended after the copy was made stays ended', async () => {
  const ended = await browser.signIn();
  const copy = await makeCopy();
  await server.api('DELETE', `/api/sessions/${ended.id}/`);
  await restore(copy);
  expect((await browser.challenge(ended)).body.active).toBe(false);
});

test('a session with a key’s rights survives if the copy has that key, else it ends', async () => {
  const issue = async (name: string) =>
    ((await server.api('POST', '/api/personal_api_keys/', { name })).body as { id: number; value: string }).value;
  const open = async (key: string) =>
    browser.token((await server.api('POST', '/api/session/', { origin: server.url }, key)).body as never);
  const known = await issue('known');
  const copy = await makeCopy();
  const [ofKnown, ofNew] = [await open(known), await open(await issue('new'))];
  expect([await get(ofKnown), await get(ofNew)]).toEqual([200, 200]);
  await restore(copy);
  expect([await get(ofKnown), await get(ofNew)]).toEqual([200, 401]);
});

test('a session of a new database survives a restore of an earlier copy, beside the copy’s sessions', async () => {
  const before = await browser.signIn();
  await capture(4);
  const copy = await makeCopy();
  inCopy(copy, (database) => {
    database.pragma('application_id = 7');
    database.exec(`UPDATE users SET distinct_id = 'of another database'`);
  });
  const after = await browser.signIn();
  await restore(copy);
  for (const session of [before, after]) expect(await get(await browser.token(session))).toBe(200);
});

test('a copy of an older schema is upgraded, and sessions survive too', async () => {
  const session = await browser.signIn();
  const name = '20261122T000000000Z-before_upgrade-0.sqlite';
  await makeCopy();
  inCopy(name, (database) => {
    for (const sql of migrations.slice(0, 5)) database.exec(sql);
    database.pragma('user_version = 5');
    database.exec(`INSERT INTO users VALUES (1, 'u', 'd', 'Ada', 'ada@example.com', 0, 0)`);
  });
  await restore(name);
  expect((await browser.challenge(session)).body.active).toBe(true);
});

test('a copy of a newer Benchtop is refused, and the current database is kept', async () => {
  await capture(1);
  const copy = await makeCopy();
  inCopy(copy, (database) => database.pragma('user_version = 9999'));
  await capture(1);
  const { status, body } = await server.api('POST', '/api/storage/restore/', { copy });
  expect(status).toBe(503);
  expect((body as { detail: string }).detail).toContain(`${copy} was written by a newer Benchtop`);
  const now = await server.api('GET', '/api/status/?project_id=1');
  expect(now.body).toMatchObject({ accepted: 2 });
  expect(readdirSync(server.dataDir)).not.toContain('benchtop.sqlite.new');
  expect(said).toEqual([]);
});

test('a copy that was emptied is not restored, and the one before it is', async () => {
  await capture(2);
  const older = await makeCopy();
  await capture(3);
  const emptied = await makeCopy();
  truncateSync(join(copiesFolder(server.dataDir), emptied), 0);
  const { status, body } = await server.api('POST', '/api/storage/restore/', { copy: emptied });
  expect(status).toBe(503);
  expect((body as { detail: string }).detail).toContain(`${emptied} is damaged or cut off, so nothing was restored`);
  expect((await server.api('GET', '/api/status/?project_id=1')).body).toMatchObject({ accepted: 5 });
  expect(readdirSync(server.dataDir)).not.toContain('set-aside');
  expect((await restore(older)).restored).toMatchObject({ copy: { name: older, events: 2 }, former_events: 5 });
});
