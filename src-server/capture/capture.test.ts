import { request } from 'node:http';
import { gzipSync } from 'node:zlib';
import lzString from 'lz-string';
import { describe, expect, test } from 'vitest';
import type { Content } from '../testing/request.ts';
import { personalKey, projectKey } from '../testing/server.ts';
import { serverForAll } from '../testing/server-hooks.ts';

const mb = 1024 * 1024;
let counter = 0;

describe.each([
  ['in front of Express', true],
  ['inside Express', false],
])('capture %s', (_name, fastPath) => {
  const server = serverForAll({ fastPath });

  const unique = () => `user-${counter++}`;
  const post = (body: Content, headers: Record<string, string> = {}, path = '/capture/') =>
    server.send('POST', path, headers, body);
  const eventsOf = (distinctId: string) => server.events(`distinct_id=${encodeURIComponent(distinctId)}&status=all`);
  const json = (distinctId: string, more: object = {}) =>
    JSON.stringify({ api_key: projectKey, event: 'hi', distinct_id: distinctId, ...more });

  const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  type Encoding = [
    name: string,
    make: (text: string) => { body: Content; headers?: Record<string, string>; path?: string },
  ];
  const encodings: Encoding[] = [
    ['plain JSON', (text) => ({ body: text, headers: { 'Content-Type': 'application/json' } })],
    ['text/plain', (text) => ({ body: text, headers: { 'Content-Type': 'text/plain' } })],
    ['no type', (text) => ({ body: Buffer.from(text) })],
    ['a byte-order mark', (text) => ({ body: `\ufeff${text}` })],
    ['unnamed gzip', (text) => ({ body: gzipSync(text), headers: { 'Content-Type': 'text/plain' } })],
    ['gzip named by the query', (text) => ({ body: gzipSync(text), path: '/e/?compression=gzip-js&_=1' })],
    ['gzip named by the header', (text) => ({ body: gzipSync(text), headers: { 'Content-Encoding': 'gzip' } })],
    ['a large gzip', (text) => ({ body: gzipSync(text.replace('}', `, "x": "${'0123456789'.repeat(90_000)}"}`)) })],
    ['lz64 named by the query', (text) => ({ body: lzString.compressToBase64(text), path: '/e?compression=lz64' })],
    ['base64 named by the query', (text) => ({ body: base64(text), path: '/e/?compression=base64' })],
    ['a form with JSON', (text) => ({ body: new URLSearchParams({ data: text }) })],
    ['a form with base64', (text) => ({ body: new URLSearchParams({ data: base64(text) }) })],
    ['a form with bare base64', (text) => ({ body: `data=${base64(text).replaceAll('=', '')}`, headers: form })],
    [
      'a form with lz64',
      (text) => ({ body: new URLSearchParams({ data: lzString.compressToBase64(text), compression: 'lz64' }) }),
    ],
    [
      'a form with gzip',
      (text) => ({ body: new URLSearchParams({ data: gzipSync(text).toString('base64'), compression: 'gzip' }) }),
    ],
    ['a gzipped form', (text) => ({ body: gzipSync(`data=${encodeURIComponent(text)}`), headers: form })],
    ['curl -d, which calls anything a form', (text) => ({ body: text, headers: form })],
  ];
  test.each(encodings)('%s is read', async (_name, make) => {
    const user = `${unique()} +ü✓`;
    const { body, headers = {}, path = '/capture/' } = make(json(user));
    const answer = await post(body, headers, path);
    expect(answer).toMatchObject({ status: 200, body: { status: 1 } });
    expect(await eventsOf(user)).toMatchObject([{ event: 'hi', status: 'accepted', distinct_id: user }]);
  });

  test.each(['/capture', '/capture/', '/batch/', '/e/', '/i/v0/e/', '/track/', '/engage/'])(
    '%s accepts one event, an array and a batch',
    async (path) => {
      const user = unique();
      await post(json(user), {}, path);
      await post(JSON.stringify([JSON.parse(json(user)), { event: 'second', distinct_id: user }]), {}, path);
      const batch = [{ event: 'b', properties: { distinct_id: user } }];
      expect((await post(JSON.stringify({ api_key: projectKey, batch }), {}, path)).status).toBe(200);
      expect((await eventsOf(user)).map(({ event }) => event)).toEqual(['b', 'second', 'hi', 'hi']);
    },
  );

  test('an emoji that posthog-js encoded as two surrogates stays one', async () => {
    const user = `${unique()} 💥`;
    const surrogates = Buffer.from([0xed, 0xa0, 0xbd, 0xed, 0xb2, 0xa5]);
    const bytes = Buffer.from(json(user));
    const at = bytes.indexOf('💥');
    const sent = Buffer.concat([bytes.subarray(0, at), surrogates, bytes.subarray(at + 4)]).toString('base64');
    await post(sent, {}, '/e/?compression=base64');
    await post(new URLSearchParams({ data: sent }));
    expect((await eventsOf(user)).map(({ warnings }) => warnings)).toEqual([[], []]);
  });

  test('/engage/ without an event name is an $identify', async () => {
    const user = unique();
    await post(JSON.stringify({ token: projectKey, $distinct_id: user, $set: { plan: 'pro' } }), {}, '/engage/');
    expect(await eventsOf(user)).toMatchObject([{ event: '$identify', properties: { $set: { plan: 'pro' } } }]);
  });

  test('a session recording is answered with 200 and leaves one row', async () => {
    const before = await server.events('status=dropped&reason=session_recording');
    const body = JSON.stringify(
      [{ event: '$snapshot' }, { event: '$snapshot' }].map((e) => ({ ...e, token: projectKey })),
    );
    expect((await post(body, {}, '/s/')).body).toEqual({ status: 1 });
    expect(await server.events('status=dropped&reason=session_recording')).toHaveLength(before.length + 1);
  });

  const keyPlaces: [position: string, body: (user: string) => Content][] = [
    [
      'form api_key',
      (user) => new URLSearchParams({ data: JSON.stringify({ event: 'k', distinct_id: user }), api_key: projectKey }),
    ],
    [
      'form token',
      (user) => new URLSearchParams({ data: JSON.stringify({ event: 'k', distinct_id: user }), token: projectKey }),
    ],
    ['$token', (user) => JSON.stringify({ event: 'k', distinct_id: user, $token: projectKey, token: 'phc_wrong' })],
    ['token', (user) => JSON.stringify({ event: 'k', distinct_id: user, token: projectKey, api_key: 'phc_wrong' })],
    [
      'api_key',
      (user) => JSON.stringify({ event: 'k', distinct_id: user, api_key: projectKey, properties: { token: 'x' } }),
    ],
    [
      'properties.token',
      (user) => JSON.stringify([{ event: 'k', properties: { distinct_id: user, token: projectKey } }]),
    ],
    ['token', (user) => JSON.stringify({ token: projectKey, batch: [{ event: 'k', distinct_id: user }] })],
  ];
  test.each(keyPlaces)('the key is found in %s', async (position, body) => {
    const user = unique();
    expect((await post(body(user))).status).toBe(200);
    const [event] = await eventsOf(user);
    const detail = await server.event(event?.uuid);
    expect(detail.request).toMatchObject({ key_position: position, key_prefix: 'phc_test…' });
  });

  test('a personal key selects the only project, and is never stored whole', async () => {
    const user = unique();
    const body = JSON.stringify({
      api_key: personalKey,
      project_id: 1,
      event: 'k',
      distinct_id: user,
      properties: { token: personalKey },
    });
    expect((await post(body)).status).toBe(200);
    const [event] = await eventsOf(user);
    const detail = await server.api('GET', `/api/projects/1/events/${event?.uuid}/`);
    expect(JSON.stringify(detail.body)).not.toContain(personalKey);
  });

  const refusals: [
    name: string,
    body: Content,
    status: number,
    error: object,
    path?: string,
    headers?: Record<string, string>,
  ][] = [
    ['no body', null, 400, { type: 'validation_error', code: 'no_data' }],
    ['a blank body', '  ', 400, { type: 'validation_error', code: 'no_data' }],
    ['a form without data', 'x=1', 400, { code: 'no_data' }, '/e/', form],
    ['no JSON', '{"event":', 400, { type: 'validation_error', code: 'invalid_payload' }],
    ['a bare number', '5', 400, { code: 'invalid_payload' }],
    ['broken gzip', Buffer.from([0x1f, 0x8b, 8, 1, 2, 3]), 400, { code: 'invalid_payload' }],
    ['broken lz64', 'not lz64!', 400, { code: 'invalid_payload' }, '/e/?compression=lz64'],
    ['an unknown compression', '{}', 400, { code: 'invalid_payload' }, '/e/?compression=zip'],
    ['a batch that is no array', `{"api_key":"${projectKey}","batch":{}}`, 400, { code: 'invalid_payload' }],
    ['an event that is no object', `{"api_key":"${projectKey}","batch":[1]}`, 400, { code: 'invalid_payload' }],
    [
      'properties that are no object',
      `{"api_key":"${projectKey}","event":"x","properties":[]}`,
      400,
      { code: 'invalid_payload' },
    ],
    ['no key', '{"event":"x"}', 401, { type: 'authentication_error', code: 'missing_api_key' }],
    ['an unknown project key', '{"api_key":"phc_nobodyKnowsThis"}', 401, { code: 'invalid_api_key' }],
    [
      'an unknown personal key',
      '{"api_key":"phx_nobodyKnowsThis"}',
      401,
      { type: 'authentication_error', code: 'invalid_personal_api_key' },
    ],
    ['an unknown key with a project', '{"api_key":"mine","project_id":1}', 401, { code: 'invalid_personal_api_key' }],
    [
      'a personal key and an unknown project',
      `{"api_key":"${personalKey}","project_id":99}`,
      400,
      { code: 'invalid_project', attr: 'project_id' },
    ],
    [
      'a personal key and no project number',
      `{"api_key":"${personalKey}","project_id":"x"}`,
      400,
      { code: 'invalid_project', attr: 'project_id' },
    ],
  ];
  test.each(refusals)(
    '%s is rejected, and leaves a row with the reason',
    async (_name, body, status, error, path = '/capture/', headers = {}) => {
      const answer = await server.send('POST', path, { Origin: 'http://app.test', ...headers }, body);
      expect(answer).toMatchObject({ status, body: error });
      expect(answer.body).not.toHaveProperty('attr', null);
      expect(answer.headers.get('access-control-allow-origin')).toBe('http://app.test');
      const [row] = await server.events('status=rejected&limit=1');
      expect(row).toMatchObject({ status: 'rejected', reason: (error as { code: string }).code });
      const { request, pipeline } = await server.event(row?.uuid);
      expect(request).toMatchObject({ status_code: status, path: path.split('?')[0] });
      expect(pipeline.filter(({ outcome }) => outcome === 'failed')).toHaveLength(1);
      expect(JSON.stringify(answer.body)).not.toMatch(/nobodyKnowsThis/);
    },
  );

  test.each(['GET', 'PUT', 'DELETE', 'PATCH'])('%s is not allowed', async (method) => {
    const answer = await server.send(method, '/capture/', {}, null);
    expect(answer).toMatchObject({ status: 405, body: { type: 'invalid_request', code: 'method_not_allowed' } });
    expect(answer.headers.get('allow')).toBe('POST, OPTIONS');
  });

  test('public endpoints answer under any host name, which containers need; the management API does not', async () => {
    const ask = (path: string, body: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        const headers = { host: 'host.docker.internal:8010' };
        request(server.url + path, { method: 'POST', headers }, (answer) => resolve(answer.resume().statusCode))
          .on('error', reject)
          .end(body);
      });
    expect(await ask('/capture/', json(unique()))).toBe(200);
    expect(await ask('/api/projects/', '{}')).toBe(403);
  });

  test('a preflight is answered for any origin, also from a public page to this machine', async () => {
    const answer = await server.send(
      'OPTIONS',
      '/e/',
      {
        Origin: 'https://app.test',
        'Access-Control-Request-Headers': 'content-type,x-mine',
        'Access-Control-Request-Private-Network': 'true',
      },
      null,
    );
    expect(answer.status).toBe(204);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'access-control-allow-origin': 'https://app.test',
      'access-control-allow-methods': 'GET, POST, OPTIONS',
      'access-control-allow-headers': 'content-type,x-mine',
      'access-control-allow-private-network': 'true',
    });
  });

  test.each([
    ['as sent', (size: number) => Buffer.from(json('size', { x: '' }).replace('"x":""', `"x":"${'a'.repeat(size)}"`))],
    ['after gzip', (size: number) => gzipSync(json('size', { x: 'a'.repeat(size) }))],
  ])('a body of 20 MB %s is too large; a smaller one is accepted', async (_name, make) => {
    expect((await post(make(20 * mb))).body).toMatchObject({ type: 'client_error', code: 'request_too_large' });
    expect((await post(make(20 * mb - 1000))).status).toBe(200);
  });
});
