import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ServerOptions } from '../../index.ts';
import { loadServer } from '../../testing/program.ts';
import { personalKey, startTestServer, type TestServer } from '../../testing/server.ts';
import { serverForAll } from '../../testing/server-hooks.ts';
import { storedValues } from '../../testing/stored-values.ts';
import {
  definitionsOf,
  definitionsStatusOf,
  done,
  startFollower,
  tablesOf,
  untilStale,
  untilTaken,
} from './following-testing.ts';

const { startServer } = await loadServer();
const source = serverForAll();

/** Starts on a folder of its own, uses it and closes. */
async function run(more: Partial<ServerOptions>, use: (url: string) => Promise<unknown> = async () => {}) {
  const dataDir = more.dataDir ?? mkdtempSync(join(tmpdir(), 'benchtop-start-'));
  const server = await startServer({ dataDir, port: 0, host: '127.0.0.1', personalApiKey: personalKey, ...more });
  await use(server.url);
  await server.close();
  return { dataDir, server };
}

const definitions = () => definitionsOf(source.url);

test('a first start has the projects and users of the source, its own personal key, and prints the key of the first project', async () => {
  const { server } = await run({ definitions: definitions() });
  expect(server.firstStart).toEqual({ projectApiKey: source.projectKey, personalApiKey: personalKey });
});

test('a folder that was only started once counts as new', async () => {
  const { dataDir } = await run({});
  await run({ dataDir, definitions: definitions() }, async (url) => {
    const answer = await fetch(`${url}/api/definitions/`, { headers: { Authorization: `Bearer ${personalKey}` } });
    expect(((await answer.json()) as { tables: object }).tables).toEqual(await tablesOf(source));
  });
});

const send = (url: string, path: string, body: object) =>
  fetch(url + path, {
    method: 'POST',
    headers: { Authorization: `Bearer ${personalKey}` },
    body: JSON.stringify(body),
  });

test.each([
  ['a flag', '/api/projects/1/feature_flags/', { key: 'mine' }],
  ['another project', '/api/projects/', { name: 'Mine' }],
  ['another user', '/api/users/', { first_name: 'Me too', email: '' }],
  ['an event', '/capture/', { api_key: 'phc_startingKey', event: 'e', distinct_id: 'd' }],
])('a folder with %s of its own is refused and left unchanged', async (_, path, body) => {
  const options = { projectApiKey: 'phc_startingKey' };
  const { dataDir } = await run(options, async (url) => expect((await send(url, path, body)).ok).toBe(true));
  const refused = run({ dataDir, definitions: definitions() });
  await expect(refused).rejects.toThrow(/has events or definitions of its own.*Choose an empty folder with --data-dir/);
  await run({ dataDir, ...options });
});

test.each([
  ['nobody answers', { url: 'http://127.0.0.1:1' }, /none from before\. No server listens at this address/],
  ['the key is unknown', { key: 'phx_nobodyKnowsThisKey' }, /It answers 401: Invalid personal API key/],
])('a first start when %s fails with the cause, and the next one starts over', async (_, wrong, sentence) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'benchtop-start-'));
  await expect(run({ dataDir, definitions: { ...definitions(), ...wrong } })).rejects.toThrow(sentence);
  expect((await run({ dataDir, definitions: definitions() })).server.firstStart).not.toBeNull();
});

test('a key for one project has no access to the definitions', async () => {
  const { body } = await source.api('POST', '/api/personal_api_keys/', { name: 'one', project_id: 1 });
  const { value: key } = body as { value: string };
  const refused = run({ definitions: { ...definitions(), key } });
  await expect(refused).rejects.toThrow(/403: This personal API key is limited to one project/);
});

test('a project deleted by the source stays here with its data and keys, even if the source reuses its ids', async () => {
  const shop = await source.inNewProject();
  const path = `/api/projects/${shop.projectId}/feature_flags/`;
  const { id } = await done(source, 'POST', path, { key: 'kept', filters: { groups: [{}] } });
  await done(source, 'POST', `/api/projects/${shop.projectId}/api_keys/`, { name: 'second' });
  const follower = await startFollower(source);
  const capture = () => follower.capture({ api_key: shop.projectKey, event: 'paid', distinct_id: 'ann' });
  await capture();
  await done(source, 'DELETE', `/api/projects/${shop.projectId}/`);
  const isGone = () => !storedValues(source.dataDir, 'SELECT id FROM projects').includes(shop.projectId);
  await expect.poll(isGone, { timeout: 20_000 }).toBe(true);
  const next = await source.inNewProject();
  const changes = async () => (await source.api('GET', `/api/projects/${next.projectId}/feature_flags/`)).body;
  await done(source, 'POST', `/api/projects/${next.projectId}/feature_flags/`, { key: 'new' });
  expect(await changes()).toMatchObject({ count: 1 });
  await expect
    .poll(async () => (await follower.api('GET', `/api/projects/${next.projectId}/feature_flags/`)).body, {
      timeout: 20_000,
    })
    .toMatchObject({ count: 1 });
  expect(await definitionsStatusOf(follower)).toMatchObject({ state: 'current', error: null, kept_projects: 1 });
  expect((await capture()).status).toBe(200);
  expect((await follower.api('GET', path)).body).toMatchObject({ results: [{ key: 'kept' }] });
  const history = (await follower.api('GET', `${path}${id}/history/`)).body as { results: { id: number }[] };
  expect(history.results.map((change) => change.id > 2 ** 40)).toEqual([true]);
  expect((await follower.api('GET', `/api/projects/${shop.projectId}/api_keys/`)).body).toMatchObject({ count: 2 });
  expect((await follower.api('GET', `/api/projects/${shop.projectId}/events/`)).body).toMatchObject({
    results: [{}, {}],
  });
  await follower.close();
});

test('a preset key goes to the project that the source gives it to, from a deleted one', async () => {
  await using shop = await startTestServer();
  const { id } = await done(shop, 'POST', '/api/projects/', { name: 'Next' });
  await using follower = await startFollower(shop);
  await follower.capture({ event: 'viewed', distinct_id: 'ann' });
  await done(shop, 'DELETE', '/api/projects/1/');
  await expect.poll(() => storedValues(shop.dataDir, 'SELECT id FROM projects'), { timeout: 20_000 }).toEqual([id]);
  await shop.restart();
  const keysOf = async ({ api }: TestServer) => (await api('GET', `/api/projects/${id}/api_keys/`)).body;
  await expect.poll(() => keysOf(follower), { timeout: 20_000 }).toEqual(await keysOf(shop));
  await follower.capture({ event: 'paid', distinct_id: 'ann' });
  expect((await follower.api('GET', `/api/projects/${id}/events/`)).body).toMatchObject({
    results: [{ event: 'paid' }],
  });
  expect(await definitionsStatusOf(follower)).toMatchObject({ state: 'current', error: null, kept_projects: 1 });
});

test('a follower can be followed, and a server cannot follow itself', async () => {
  const second = await startFollower(source);
  const third = await startFollower(second);
  await done(source, 'POST', '/api/projects/1/feature_flags/', { key: 'through-two' });
  await untilTaken(source, third);
  await third.restart({ definitions: definitionsOf(third.url) });
  expect(await untilStale(third)).toContain('of this server');
  await third.close();
  await second.close();
});
