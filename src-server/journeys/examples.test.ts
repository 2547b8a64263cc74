import { expect, test } from 'vitest';
import type { DocumentedOperation, OpenApiDocument } from '../http/description/openapi.ts';
import { issuedSession } from '../projects/session-contract.ts';
import { serverForAll } from '../testing/server-hooks.ts';
import { browserOf } from '../testing/session.ts';

const server = serverForAll();

const uuid = '0190a5f0-1111-4222-8333-444455556666';
/** The order of endpoints: those that create things, those that need them, and last those that replace the database. */
const order = ['post', 'get', 'put', 'patch', 'delete'];
const isOfStorage = (path: string) => path.startsWith('/api/storage/');

type Request = { method: string; path: string; operation: DocumentedOperation };

function requestsOf({ paths }: OpenApiDocument): Request[] {
  const all = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ method, path, operation })),
  );
  const depth = ({ method, path }: Request) => path.split('/').length * (method === 'delete' ? -1 : 1);
  const rank = (request: Request) =>
    [isOfStorage(request.path), order.indexOf(request.method), depth(request)].map(Number);
  return all.sort((a, b) => {
    const [left, right] = [rank(a), rank(b)];
    const differs = left.findIndex((value, index) => value !== right[index]);
    return (left[differs] ?? 0) - (right[differs] ?? 0);
  });
}

test('every documented example gets the documented answer', async () => {
  await server.capture({ event: '$pageview', uuid, distinct_id: 'ann', properties: { $set: { plan: 'pro' } } });
  const chat = { webhook_url: 'http://127.0.0.1:9/', allow_local: true };
  await server.api('PATCH', '/api/projects/1/actions/chat/', chat);
  const relay = { address: 'http://127.0.0.1:9/', api_key: 'phc_receiver', allow_local: true };
  await server.api('PATCH', '/api/projects/1/relay/', relay);
  const posted = { name: 'Posted', steps: [{ event: 'posted' }], post_to_chat: true, chat_message_format: 'Hello' };
  await server.api('POST', '/api/projects/1/actions/', posted);
  await server.capture({ event: 'posted', distinct_id: 'ann' });
  for (const build of ['123', '124'])
    await server.capture({ event: 'built', distinct_id: 'ann', properties: { app_version: build } });
  const browser = browserOf(server);
  const session = await browser.signIn();
  const other = issuedSession.parse((await server.api('POST', '/api/session/', { origin: server.url })).body);

  const differing: object[] = [];
  const requests = requestsOf((await server.api('GET', '/api/schema/')).body as OpenApiDocument);
  for (const { method, path, operation } of requests) {
    const ids = {
      project_id: method === 'delete' && path.endsWith('{project_id}/') ? '2' : '1',
      key_id: path.includes('/projects/') ? '3' : '2',
      uuid,
    };
    const key = path.includes('/feature_flags/') ? 'new-checkout' : server.projectKey;
    const texts = { user_id: '@me', session_id: other.id, key, name: 'checkout-124', script: 'array.js' };
    const names: Record<string, string> = { ...ids, ...texts };
    const query = operation.parameters.flatMap(({ name, example }) =>
      example === undefined ? [] : [[name, `${example}`]],
    );
    if (operation.parameters.some(({ name }) => name === 'token')) query.push(['token', server.projectKey]);
    const url = `${path.replace(/\{(\w+)\}/g, (_, name: string) => names[name] ?? '1')}?${new URLSearchParams(query)}`;
    const example = operation.requestBody?.content['application/json'].example;
    expect({ path, method, hasExample: example !== undefined }).toEqual({
      path,
      method,
      hasExample: operation.requestBody !== undefined,
    });
    const body = { ...example, ...(await liveValues(path, example)) };
    const bearer = path === '/api/session/' && method === 'delete' ? await browser.token(session) : server.personalKey;
    if (path.endsWith('/undo_stop/')) await stopExperiment();
    const answer = await server.api(method.toUpperCase(), url, method === 'get' ? undefined : body, bearer);
    const [expected] = Object.keys(operation.responses);
    if (`${answer.status}` !== expected) differing.push({ method, url, expected, ...answer });
  }
  expect(differing).toEqual([]);
});

/** Starts and stops the experiment, so that there is a stop to undo. */
async function stopExperiment(): Promise<void> {
  const change = (body: object) => server.api('PATCH', '/api/projects/1/experiments/1/', body);
  await change({ archived: false, start_date: new Date(Date.now() - 3_600_000).toISOString() });
  await change({ end_date: new Date().toISOString(), conclusion: 'inconclusive' });
}

/** Returns values of an example that only a running server knows. */
async function liveValues(path: string, example: object | undefined): Promise<object> {
  if (example !== undefined && 'api_key' in example) return { api_key: server.projectKey };
  if (path === '/api/session/challenge/') return { origin: server.url };
  if (path !== '/api/storage/restore/') return {};
  const { copies } = (await server.api('GET', '/api/storage/')).body as { copies: { name: string }[] };
  return { copy: copies[0]?.name };
}

test('an unknown query parameter is a 400 that names the known ones', async () => {
  const typo = await server.api('GET', '/api/projects/?limt=2');
  expect([typo.status, typo.body]).toMatchObject([
    400,
    { code: 'invalid_input', attr: 'limt', detail: expect.stringContaining('limit, offset') },
  ]);
  expect((await server.api('POST', '/api/projects/?dry_run=1', { name: 'Shop' })).status).toBe(400);
  const [path, key] = ['/flags/definitions/', server.projectKey];
  expect((await server.api('GET', `${path}?token=${key}&send_cohorts`)).status).toBe(200);
});

/** Bodies whose unknown keys are ignored: SDKs, clients of the original and browsers send more than Benchtop reads. */
const openBodies =
  /^\/(?!api\/)|\/(feature_flags|actions|experiments)\/(\{(flag|action|experiment)_id\}\/)?$|\/recording\/har\/$/;

test('an unknown key of a body that only clients of Benchtop send is a 400 that names it', async () => {
  const requests = requestsOf((await server.api('GET', '/api/schema/')).body as OpenApiDocument);
  const strict = requests.filter(
    ({ path, operation }) => operation.requestBody !== undefined && !openBodies.test(path),
  );
  expect(strict.length).toBeGreaterThan(20);
  const lenient: object[] = [];
  for (const { method, path, operation } of strict) {
    const content = operation.requestBody?.content['application/json'];
    const url = path.replace('{project_id}', '1').replace(/\{\w+\}/g, '1');
    const answer = await server.api(method.toUpperCase(), url, { ...content?.example, dry_run: true });
    const { code, attr } = answer.body as { code?: string; attr?: string };
    if (answer.status !== 400 || code !== 'invalid_input' || attr !== 'dry_run')
      lenient.push({ method, path, ...answer });
  }
  expect(lenient).toEqual([]);
});
