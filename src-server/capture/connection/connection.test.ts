import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test, vi } from 'vitest';
import { serverForAll } from '../../testing/server-hooks.ts';
import { connection } from './connection-contract.ts';

const server = serverForAll();

const read = async () => connection.parse((await server.api('GET', '/api/projects/1/connection/')).body);
const origin = 'http://shop.example';
const event = () => JSON.stringify({ api_key: server.projectKey, event: 'sent', distinct_id: 'ann' });

test('nothing is listed before the first request, and requests of the window are never listed', async () => {
  await server.send('POST', '/capture/', { Origin: server.url }, event());
  expect(await read()).toMatchObject({ checks: [], requests: [] });
});

test.each<[method: string, path: string, headers: Record<string, string>, status: number, shown?: string]>([
  ['GET', '/static/array.js', { Origin: origin }, 200],
  ['GET', '/array/phc_testingProjectKey/config.js', { Origin: origin }, 200, '/array/phc_test…/config.js'],
  ['GET', '/array/phc_wrongProjectKey/config.js', { Origin: origin }, 401, '/array/phc_wron…/config.js'],
  ['GET', '/array/phc_testingProjectKey/nothing.js', { Origin: origin }, 404, '/array/phc_test…/nothing.js'],
  ['GET', '/static/1.0.0/recorder.js', { Origin: origin }, 404],
  ['OPTIONS', '/flags/?v=2', { Origin: origin }, 204, '/flags/'],
  ['POST', '/flags/?v=2', { Origin: origin }, 200, '/flags/'],
  ['POST', '/flags/?v=9', { Origin: origin }, 400, '/flags/'],
  ['POST', '/capture/', { 'User-Agent': 'posthog-python/7.0.0' }, 200],
  ['GET', '/api/surveys/?token=phc_testingProjectKey', { Origin: origin }, 200, '/api/surveys/'],
  ['OPTIONS', '/i/v1/logs', { Origin: origin }, 204],
  ['POST', '/captures/', {}, 404],
  ['OPTIONS', '/captures/', { Origin: origin }, 404],
  ['POST', '/ingest/e/', { Origin: origin }, 404],
  ['POST', '/api/batch/', {}, 404],
  ['GET', '/api/unknown/', { 'User-Agent': 'posthog-node/4.17.2' }, 404],
])('%s %s leaves a row', async (method, path, headers, status, shown = path) => {
  const answer = await server.send(method, path, headers, method === 'POST' ? event() : null);
  expect(answer.status).toBe(status);
  const rowOf = async () =>
    (await read()).requests.find((row) => row.path === shown && row.method === method && row.status === status);
  // An answer by Express is recorded after it is sent.
  await vi.waitFor(async () => expect(await rowOf()).toBeDefined(), 10_000);
  if (status < 400) return;
  const [rejected] = await server.events('status=rejected&limit=1');
  const { request } = await server.event(rejected?.uuid);
  expect(request).toMatchObject({ method, path: path.split('?')[0], status_code: status });
});

test('a row of rejected requests has the newest rejected key', async () => {
  const keysOf = async (path: string) =>
    (await read()).requests.filter((row) => row.path === path && row.status === 401).map(({ key }) => key);
  const definitions = '/flags/definitions';
  const headers = { Authorization: 'Bearer phx_wrongPersonalKey', 'User-Agent': 'posthog-node/4.17.2' };
  await server.send('GET', `${definitions}?token=${server.projectKey}`, headers, null);
  await vi.waitFor(async () => expect(await keysOf(definitions)).toEqual(['phx_wron…']), 10_000);
  for (const key of ['phc_firstWrongKey', 'phc_otherWrongKey'])
    await server.capture({ api_key: key, event: 'sent', distinct_id: 'ann' }, '/track/');
  expect(await keysOf('/track/')).toEqual(['phc_othe…']);
});

test('the check of a refused key has the key and what is wrong with it', async () => {
  const issue = async (access: 'read' | 'write') => {
    const { body } = await server.api('POST', '/api/personal_api_keys/', { name: access, access });
    return (body as { value: string }).value;
  };
  const [reading, writing] = [await issue('read'), await issue('write')];
  const wrong = 'phx_wrongPersonalKey';
  const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });
  const sent = (key: string, rest = {}) => JSON.stringify({ api_key: key, event: 'sent', distinct_id: 'ann', ...rest });
  const definitions = '/flags/definitions?token=';
  const asked: [sdk: string, shown: string | null, problem: string, Parameters<typeof server.send>][] = [
    ['no-key', null, 'missing', ['POST', '/batch/', {}, '{"event":"sent","distinct_id":"ann"}']],
    ['project-key', 'phc_wron…', 'unknown', ['POST', '/batch/', {}, sent('phc_wrongKey')]],
    ['personal-key', 'phx_wron…', 'unknown', ['POST', '/batch/', {}, sent(wrong)]],
    ['key-of-project-7', 'phc_wron…', 'unknown', ['POST', '/batch/', {}, sent('phc_wrongKey', { project_id: 7 })]],
    ['project-7', `${writing.slice(0, 8)}…`, 'project', ['POST', '/batch/', {}, sent(writing, { project_id: 7 })]],
    ['read-only', `${reading.slice(0, 8)}…`, 'read_only', ['POST', '/batch/', {}, sent(reading)]],
    ['no-bearer', null, 'personal', ['GET', definitions + server.projectKey, {}, null]],
    ['bearer', 'phx_wron…', 'personal', ['GET', definitions + server.projectKey, bearer(wrong), null]],
    ['token', 'phc_wron…', 'unknown', ['GET', `${definitions}phc_wrongKey`, bearer(reading), null]],
    ['no-token', null, 'missing', ['GET', '/flags/definitions', bearer(reading), null]],
  ];
  for (const [sdk, , , [method, path, headers, body]] of asked)
    await server.send(method, path, { ...headers, 'User-Agent': `posthog-${sdk}/1` }, body);
  const checkOf = async (sdk: string) =>
    (await read()).checks.find(({ sender }) => sender.client === `posthog-${sdk}/1`);
  for (const [sdk, key, problem] of asked)
    await vi.waitFor(async () => expect([sdk, await checkOf(sdk)]).toMatchObject([sdk, { key, problem }]), 10_000);
});

test('page loads and management API requests leave no row', async () => {
  const before = (await read()).requests.length;
  await server.send('GET', '/nothing', { Accept: 'text/html' }, null);
  await server.send('GET', '/robots.txt', {}, null);
  await server.api('GET', '/api/projects/1/nothing/');
  await server.api('POST', '/api/projects/1/actions/', {});
  expect((await read()).requests).toHaveLength(before);
});

test('a request to a wrong path belongs to the project of the key in its body', async () => {
  const rows = (await read()).requests.filter(({ path, method }) => path === '/captures/' && method === 'POST');
  expect(rows).toMatchObject([{ unassigned: false, key: 'phc_test…', reason: 'not_found' }]);
});

test('a TLS client is recognized', async () => {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.end(Buffer.from([0x16, 0x03, 0x01, 0x00, 0x05, 0x01, 0x00, 0x00, 0x01, 0x03]));
  socket.resume();
  await once(socket, 'close');
  expect((await read()).checks).toContainEqual(expect.objectContaining({ kind: 'wrong_host', problem: 'https' }));
});

test('equal requests are one row with a count', async () => {
  for (const _ of [1, 2]) await server.send('POST', '/e/', { 'User-Agent': 'posthog-ruby/1.0' }, event());
  const { requests, checks } = await read();
  expect(requests.filter(({ client }) => client === 'posthog-ruby/1.0')).toMatchObject([{ path: '/e/', count: 2 }]);
  expect(checks).toContainEqual(expect.objectContaining({ kind: 'receiving', count: 2 }));
});

test('of a page that sends to another project, only rejected requests are listed', async () => {
  const { body } = await server.api('POST', '/api/projects/', { name: 'other' });
  const { api_key: key } = body as { api_key: string };
  const page = { Origin: 'http://other.example' };
  await server.send('GET', '/static/array.js', page, null);
  await server.send('GET', '/array/phc_wrongProjectKey/config.js', page, null);
  await server.send('POST', '/e/', page, JSON.stringify({ api_key: key, event: 'sent', distinct_id: 'ann' }));
  const pathsOf = async () =>
    (await read()).requests.filter((row) => row.origin === page.Origin).map(({ path }) => path);
  await vi.waitFor(async () => expect(await pathsOf()).toEqual(['/array/phc_wron…/config.js']), 10_000);
});

test('a key limited to a project cannot see requests of unknown projects', async () => {
  const { body } = await server.api('POST', '/api/personal_api_keys/', { name: 'one', project_id: 1 });
  const { value } = body as { value: string };
  const seen = connection.parse((await server.api('GET', '/api/projects/1/connection/', undefined, value)).body);
  expect(seen.requests.length).toBeGreaterThan(0);
  expect(seen.requests.filter(({ unassigned }) => unassigned)).toEqual([]);
});
