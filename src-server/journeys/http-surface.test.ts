import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { errorBody } from '../core/contract.ts';
import { eventDetail } from '../events/contract.ts';
import { sdkVersion } from '../flags/sdk/sdk-scripts.ts';
import { personalKey, projectKey } from '../testing/server.ts';
import { serverForAll } from '../testing/server-hooks.ts';

const sdkScript = new URL('../../node_modules/posthog-js/dist/array.js', import.meta.url);

type Answer = { status: number; headers: string; body: string };

describe.each([
  ['on the fast path', true],
  ['through Express alone', false],
])('%s', (_, fastPath) => {
  const server = serverForAll({ fastPath });

  /** Sends what `fetch` would not: the target and the headers go out as they are. */
  async function send(method: string, target: string, headers: string[], body = ''): Promise<Answer> {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    const lines = [`${method} ${target} HTTP/1.1`, ...headers, `Content-Length: ${body.length}`, 'Connection: close'];
    socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`);
    await once(socket, 'close');
    const [head = '', ...rest] = Buffer.concat(chunks).toString().split('\r\n\r\n');
    return { status: Number(head.split(' ')[1]), headers: head.toLowerCase(), body: rest.join('') };
  }

  const host = 'Host: 127.0.0.1:8010';
  const bearer = `Authorization: Bearer ${personalKey}`;
  const event = JSON.stringify({ api_key: projectKey, event: 'sent', distinct_id: 'ann' });
  const stored = async () =>
    ((await server.api('GET', '/api/projects/1/events/?limit=1000')).body as { results: unknown[] }).results.length;

  test.each(['http://127.0.0.1/capture/', 'HTTP://any.example:99/capture?x=1', '//capture/', '///batch/'])(
    'an event sent to %s is stored',
    async (target) => {
      const before = await stored();
      expect(await send('POST', target, [host], event)).toMatchObject({ status: 200, body: '{"status": 1}' });
      expect(await stored()).toBe(before + 1);
    },
  );

  test.each([
    ['http://127.0.0.1/api/users/@me/', 200],
    ['http://localhost:8010/api/users/@me/?', 200],
    ['//api/users/@me/', 200],
    ['http://evil.example/api/users/@me/', 403],
    ['http://evil.example@127.0.0.1/api/users/@me/', 403],
    ['http:///api/users/@me/', 403],
    ['http://127.0.0.1', 404],
    ['http://127.0.0.1?x', 404],
  ])('GET %s answers %i', async (target, status) => {
    const answer = await send('GET', target, [host, bearer]);
    expect(answer.status).toBe(status);
    if (status !== 200) errorBody.parse(JSON.parse(answer.body));
  });

  test.each<[status: number, ...requestLines: string[]]>([
    [400, 'OPTIONS *', 'POST *', 'GET capture', 'G@T /capture/', 'GET /a\u0001b'],
    [404, 'GET /api%2Fusers/@me/', 'GET /api/projects/1%2Fevents/', 'GET /%', 'GET /api/../etc'],
    [404, 'POST /%2Fcapture/', 'POST /capture%2F', 'POST /capture/%00'],
    [405, 'CONNECT 127.0.0.1:22'],
  ])('a request line is refused with %i in the error shape', async (status, ...requestLines) => {
    for (const line of requestLines) {
      const [method = '', target = ''] = line.split(' ');
      const answer = await send(method, target, [host, bearer], method === 'POST' ? event : '');
      const refusal = { status: answer.status, ...errorBody.parse(JSON.parse(answer.body)) };
      expect(refusal, line).toMatchObject({ status });
    }
  });

  test('a link in an answer uses the address of the request', async () => {
    const target = 'http://localhost:9999/api/projects/1/events/?limit=1';
    const { next } = JSON.parse((await send('GET', target, ['Host: 127.0.0.1', bearer])).body) as { next: string };
    expect(new URL(next).host).toBe('localhost:9999');
  });

  test.each([
    [['Host: evil.com@127.0.0.1']],
    [['Host: 127.0.0.1/x']],
    [['Host: 127.0.0.1, evil.example']],
    [['Host: 127.0.0.1', 'Host: 127.0.0.1']],
    [['Host: 127.0.0.1', 'Host: evil.example']],
    [['Host: ']],
    [[]],
    [['Host: 127.0.0.1:']],
    [['Host: 127.0.0.1:65536']],
    [['Host: 127.0.0.1#']],
    [['Host: http://127.0.0.1']],
    [['Host: [127.0.0.1]']],
  ])('%j is refused as an address of this server', async (headers) => {
    const answer = await send('GET', '/api/users/@me/', [...headers, bearer]);
    expect({ status: answer.status, code: errorBody.parse(JSON.parse(answer.body)).code }).toEqual({
      status: 403,
      code: 'permission_denied',
    });
  });

  test.each([
    [`/array/${projectKey}/config`, 200],
    [`/array/${projectKey}/config.js`, 200],
    [`/array/${projectKey}/array.js`, 200],
    ['/static/array.js', 200],
    [`/static/${sdkVersion}/logs.js`, 200],
    [`/static/logs.js?v=${sdkVersion}`, 200],
    ['/static/1.0.0/logs.js', 200],
    ['/static/logs.js', 200],
    [`/static/${sdkVersion}/main.js`, 404],
    ['/array/phc_unknown/config.js', 401],
    ['/array/phc_unknown/array.js', 401],
    ['/static/array.js/../../package.json', 404],
    ['/static/surveys.js', 404],
  ])('a page of any origin may load %s, the script of an SDK', async (target, status) => {
    const answer = await send('GET', target, [host, 'Origin: http://shop.example']);
    expect(answer.status).toBe(status);
    expect(answer.headers).toContain('cross-origin-resource-policy: cross-origin');
    expect(answer.headers).toContain('access-control-allow-origin: http://shop.example');
  });

  test('browsers store the script of posthog-js, and revalidate it each time', async () => {
    const first = await send('GET', '/static/array.js?v=1', [host]);
    expect(first.headers).toContain('content-type: text/javascript; charset=utf-8');
    expect(first.headers).toContain('x-content-type-options: nosniff');
    expect(first.headers).toContain('cache-control: no-cache');
    // Cached without an origin, it must not be served to a page with one.
    expect(first.headers).toContain('vary: origin');
    expect(first.body === (await readFile(sdkScript, 'utf8'))).toBe(true);
    const tag = (await fetch(`${server.url}/static/array.js`)).headers.get('etag');
    const again = await send('GET', '/static/array.js', [host, `If-None-Match: ${tag}`, 'Origin: http://shop.example']);
    expect(again).toMatchObject({ status: 304, body: '' });
    expect(again.headers).toContain('access-control-allow-origin: http://shop.example');
    const other = await send('GET', '/static/array.js', [host, 'If-None-Match: "another"']);
    expect(other.status).toBe(200);
    expect((await send('POST', '/static/array.js', [host])).status).toBe(405);
  });

  test('the script by key includes the configuration of the project', async () => {
    const script = await send('GET', '/static/array.js', [host]);
    const config = await send('GET', `/array/${projectKey}/config.js`, [host]);
    const both = await send('GET', `/array/${projectKey}/array.js`, [host]);
    expect(both.headers).toContain('content-type: text/javascript; charset=utf-8');
    expect(both.body.startsWith(config.body)).toBe(true);
    expect(both.body.endsWith(script.body)).toBe(true);
    expect(both.headers).toContain('cache-control: no-cache');
  });

  test.each([
    ['GET', '/api/surveys/', { surveys: [] }],
    ['GET', '/api/early_access_features/', { earlyAccessFeatures: [] }],
    ['GET', '/api/web_experiments/', { experiments: [] }],
    ['GET', '/api/product_tours/', { product_tours: [] }],
    ['POST', '/i/v1/logs', {}],
  ])('%s %s has an empty answer, for any origin', async (method, path, body) => {
    const headers = [host, 'Origin: http://shop.example'];
    const answer = await send(method, `${path}?token=${projectKey}`, headers, method === 'POST' ? '{}' : '');
    expect([answer.status, JSON.parse(answer.body)]).toEqual([200, body]);
    expect(answer.headers).toContain('access-control-allow-origin: http://shop.example');
    expect((await send('OPTIONS', path, headers)).status).toBe(204);
    expect((await send(method, `${path}?token=phc_unknown`, headers)).status).toBe(401);
    expect((await send(method, path, headers)).body).toContain('Send the project API key as `token` in the URL.');
    expect((await send('PUT', path, headers)).status).toBe(405);
  });

  test.each(['/capture/', '/api/users/@me/'])('an Expect header that cannot be met at %s is 417', async (path) => {
    const answer = await send('POST', path, [host, bearer, 'Expect: phx_expectedKey123'], event);
    expect(answer.status).toBe(417);
    expect(errorBody.parse(JSON.parse(answer.body)).code).toBe('expectation_failed');
    expect(answer.body).not.toContain('expectedKey');
  });

  const long = 'a'.repeat(200);
  test.each<[method: string, target: string, headers: string[], body?: string]>([
    ['GET', `/api/projects/1/test_runs/${long}/`, [host, bearer]],
    ['GET', `/api/projects/1/feature_flags/${long}/remote_config`, [host, bearer]],
    ['POST', `/decide/?v=${long}`, [host], event],
    ['POST', `/e/?compression=${long}`, [host], event],
    ['OPTIONS', `*${long.slice(1)}`, [host]],
    ['GET', '/api/users/@me/', [`Host: ${long}`, bearer]],
    ['POST', '/capture/', [host, `Expect: ${long}`], event],
  ])(
    '%s %s %j is refused with the beginning and the length of the long text',
    async (method, target, headers, body) => {
      const answer = await send(method, target, headers, body);
      const { detail } = errorBody.parse(JSON.parse(answer.body));
      expect(detail).toMatch(/"[a*]{60}…" of 200 characters/);
      expect(detail).not.toContain(long);
    },
  );

  test.each([
    ['POST', '/capture/', event, 200],
    ['POST', '/capture/', '{', 400],
    ['POST', '/decide/?v=3', event, 200],
    ['GET', `/flags/definitions?token=${projectKey}`, '', 200],
    ['GET', '/flags/definitions', '', 401],
    ['GET', `/array/${projectKey}/config`, '', 200],
    ['GET', '/static/none.js', '', 404],
    ['GET', '*', '', 400],
  ])('%s %s is parsed by its content type, also from another origin', async (method, target, body, status) => {
    const answer = await send(method, target, [host, bearer, 'Origin: http://shop.example'], body);
    expect(answer.status).toBe(status);
    expect(answer.headers).toContain('x-content-type-options: nosniff');
  });

  test('headers over 16 KiB are refused in the error shape', async () => {
    const answer = await send('GET', '/', [host, `X: ${'x'.repeat(20_000)}`]);
    expect(answer.status).toBe(431);
    errorBody.parse(JSON.parse(answer.body));
  });

  test('a request with any header has a page', async () => {
    const headers = [
      'Set-Cookie: a=1',
      'Set-Cookie: b=2',
      'X-Twice: 1',
      'X-Twice: 2',
      '__proto__: x',
      'constructor: y',
    ];
    const uuid = crypto.randomUUID();
    await send('POST', '/capture/', [host, 'User-Agent: tester', ...headers], event.replace('{', `{"uuid":"${uuid}",`));
    const { status, body } = await server.api('GET', `/api/projects/1/events/${uuid}/`);
    expect(status).toBe(200);
    const { request } = eventDetail.parse(body);
    expect(request).toMatchObject({ user_agent: 'tester' });
    expect(request?.headers).toMatchObject({ 'set-cookie': 'a=1, b=2', 'x-twice': '1, 2', constructor: 'y' });
    expect(JSON.stringify(body)).toContain('"__proto__":"x"');
  });
});
