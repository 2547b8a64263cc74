import { once } from 'node:events';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import express from 'express';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorBody } from '../core/contract.ts';
import { serverForAll } from '../testing/server-hooks.ts';
import { errorHandler, unknownPath } from './error.ts';
import { ownAddress, securityHeaders } from './guard.ts';
import { serveWindow } from './window.ts';

const folder = mkdtempSync(join(tmpdir(), 'benchtop-window-'));
mkdirSync(join(folder, 'assets'));
writeFileSync(join(folder, 'index.html'), '<meta name="style-nonce" nonce="NONCE_OF_THIS_PAGE" />');
writeFileSync(join(folder, 'assets/app.js'), 'app');
writeFileSync(join(folder, 'mark.svg'), '<svg/>');

const web = express().use(securityHeaders());
serveWindow(web, folder, ownAddress('http://127.0.0.1:8010'), () => undefined);
web.use(
  unknownPath,
  errorHandler(() => {}),
);
const server = web.listen(0, '127.0.0.1');
beforeAll(async () => {
  if (!server.listening) await once(server, 'listening');
});
afterAll(() => void server.close());
const get = (path: string, accept = 'text/html') =>
  fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, { headers: { accept } });

const pages: [accept: string, status: number, paths: string[]][] = [
  ['text/html', 200, ['/', '/live?x=1', '/persons/7', '/settings/server', '/index.html']],
  ['application/xhtml+xml, TEXT/HTML ;q=0.9, */*;q=0.8', 200, ['/live/']],
  ['*/*', 200, ['/assets/app.js', '/mark.svg']],
  ['*/*', 404, ['/', '/assets/none.js']],
  ['text/*', 404, ['/live']],
  ['application/json', 404, ['/live']],
  ['text/html', 404, ['/robots.txt', '/i/v1/e/']],
  ['application/json', 404, ['/persons/7/8']],
  ['image/png', 404, ['/none.png']],
];
const requests = pages.flatMap(([accept, status, paths]) => paths.map((path) => ({ path, accept, status })));

test.each(requests)('$path ($accept) answers $status, and no other origin can embed it', async (request) => {
  const { path, accept, status } = request;
  const answer = await get(path, accept);
  expect(answer.status).toBe(status);
  expect(answer.headers.get('cross-origin-resource-policy')).toBe('same-origin');
  expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  if (status === 404) expect(errorBody.parse(await answer.json()).code).toBe('not_found');
});

test.each(['/settings/api-keys', '/persons/7/8', '/nowhere'])('typing %s shows the window', async (path) => {
  const answer = await get(path);
  expect(answer.status).toBe(404);
  expect(await answer.text()).toContain('style-nonce');
});

test.each(['/\\evil.example/%2e%2e', '/assets', '//evil.example/%2e%2e'])('%s does not redirect', async (path) => {
  const { port } = server.address() as AddressInfo;
  const answer = await ask(port, path, '127.0.0.1');
  expect([200, 404]).toContain(answer.statusCode);
  expect(answer.headers.location).toBeUndefined();
});

test.each(['/', '/live', '/index.html'])('%s has its own nonce, which its policy allows', async (path) => {
  const nonces = new Set<string | undefined>();
  for (let time = 0; time < 3; time++) {
    const answer = await get(path);
    const policy = answer.headers.get('content-security-policy') ?? '';
    const nonce = /nonce="([^"]+)"/.exec(await answer.text())?.[1];
    expect(policy).toContain(`style-src 'self' 'nonce-${nonce}'`);
    expect(policy).not.toContain('unsafe');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    nonces.add(nonce);
  }
  expect(nonces.size).toBe(3);
});

/** Sends what `fetch` would not: the target and the Host header go out as they are. */
function ask(port: number, path: string, host: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request({ port, host: '127.0.0.1', path, headers: { host, accept: 'text/html' } }, resolve)
      .on('error', reject)
      .end();
  });
}

describe('at the address of an SDK endpoint', () => {
  const whole = serverForAll({ rendererDir: folder });
  const open = (path: string, accept: string) => fetch(whole.url + path, { headers: { accept }, redirect: 'manual' });

  test.each([
    ['/flags', '/feature-flags'],
    ['/flags/?project=2', '/feature-flags?project=2'],
  ])('typing %s shows the flags, and is no request of an SDK', async (path, target) => {
    const answer = await open(path, 'text/html,application/xhtml+xml,*/*;q=0.8');
    expect([answer.status, answer.headers.get('location')]).toEqual([307, target]);
    expect((await open(target, 'text/html')).status).toBe(200);
    const rejected = await whole.api('GET', '/api/projects/1/events/?status=rejected');
    expect(rejected.body).toMatchObject({ results: [] });
    const connection = await whole.api('GET', '/api/projects/1/connection/');
    expect(connection.body).toMatchObject({ requests: [] });
  });

  test('a program that uses the wrong method gets an error and is logged', async () => {
    expect((await open('/flags/', '*/*')).status).toBe(405);
    const rejected = await whole.api('GET', '/api/projects/1/events/?status=rejected');
    expect(rejected.body).toMatchObject({ results: [{ reason: 'method_not_allowed' }] });
  });

  test.each(['/_health', '/_health/', '/api/health/'])(
    'a probe of %s is answered for any Accept header',
    async (path) => {
      for (const accept of ['*/*', 'text/html'])
        expect(await (await open(path, accept)).json()).toEqual({ status: 'ok', storage: 'ok' });
    },
  );
});

describe('under another name', () => {
  const whole = serverForAll({ rendererDir: folder, allowedHosts: ['Benchtop', '10.0.0.7'] });

  test.each([
    ['localhost:PORT', '/'],
    ['a.localhost:PORT', '/persons?x=1'],
    ['LOCALHOST.:PORT', '/index.html'],
    ['127.0.0.2:PORT', '/live?to=/\\evil.example/'],
    ['[::1]:PORT', '//live'],
  ])('at %s, %s redirects to the announced address', async (host, path) => {
    const { port } = new URL(whole.url);
    const answer = await ask(Number(port), path, host.replace('PORT', port));
    expect(answer.statusCode).toBe(307);
    expect(answer.headers.location).toBe(whole.url + path.replace('//', '/'));
    expect(answer.headers['content-type']).toBeUndefined();
  });

  const itself: [host: string, status: number, paths: string[]][] = [
    ['127.0.0.1:PORT', 200, ['/']],
    // A mapped port.
    ['localhost:9', 200, ['/']],
    ['localhost', 200, ['/']],
    ['localhost:PORT', 200, ['/assets/app.js', '/mark.svg', '/api/health/', '/static/array.js']],
    ['localhost:PORT', 200, ['/array/phc_testingProjectKey/config']],
    ['localhost:PORT', 401, ['/api/projects/']],
    ['evil.example:PORT', 403, ['/']],
    ['benchtop:PORT', 200, ['/']],
    ['BENCHTOP.:9000', 200, ['/live']],
    ['benchtop:PORT', 401, ['/api/projects/']],
    ['10.0.0.7:PORT', 401, ['/api/projects/']],
    ['10.0.0.8:PORT', 403, ['/api/projects/']],
    ['benchtop.evil.example:PORT', 403, ['/']],
  ];
  const asked = itself.flatMap(([host, status, paths]) => paths.map((path) => ({ host, path, status })));
  test.each(asked)('at $host, $path answers $status without a redirect', async ({ host, path, status }) => {
    const { port } = new URL(whole.url);
    expect((await ask(Number(port), path, host.replace('PORT', port))).statusCode).toBe(status);
  });

  test('a browser signs in at an allowed name', async () => {
    const origin = whole.url.replace('127.0.0.1', 'benchtop');
    const code = whole.link().split('#code=')[1];
    const answer = await whole.send('POST', '/api/session/', {}, JSON.stringify({ code, origin }));
    expect(answer.status).toBe(200);
  });

  test('the error for a refused name says which option allows it', async () => {
    const { port } = new URL(whole.url);
    const answer = await ask(Number(port), '/api/projects/', 'other:8010');
    const { detail } = errorBody.parse(await json(answer));
    expect(detail).toContain('"other:8010" is not an address of this server');
    expect(detail).toContain('--allow-host other');
  });
});
