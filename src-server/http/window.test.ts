import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorHandler, unknownPath } from './error.ts';
import { securityHeaders } from './guard.ts';
import { serveWindow } from './window.ts';

const folder = mkdtempSync(join(tmpdir(), 'benchtop-window-'));
mkdirSync(join(folder, 'assets'));
writeFileSync(join(folder, 'index.html'), '<meta name="style-nonce" nonce="NONCE_OF_THIS_PAGE" />');
writeFileSync(join(folder, 'assets/app.js'), 'app');
writeFileSync(join(folder, 'mark.svg'), '<svg/>');

const web = express().use(securityHeaders());
serveWindow(web, folder);
web.use(
  unknownPath,
  errorHandler(() => {}),
);
const server = web.listen(0, '127.0.0.1');
beforeAll(async () => {
  if (!server.listening) await once(server, 'listening');
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});
const get = (path: string, accept = 'text/html') =>
  fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, { headers: { accept } });

test.each([
  ['/', 'text/html', 200],
  ['/live?x=1', 'text/html', 200],
  ['/index.html', 'text/html', 200],
  ['/assets/app.js', '*/*', 200],
  ['/mark.svg', '*/*', 200],
  ['/assets/none.js', '*/*', 404],
  ['/none.png', 'image/png', 404],
])('%s (%s) answers %i, and no other origin can embed it', async (path, accept, status) => {
  const answer = await get(path, accept);
  expect(answer.status).toBe(status);
  expect(answer.headers.get('cross-origin-resource-policy')).toBe('same-origin');
  expect(answer.headers.get('access-control-allow-origin')).toBeNull();
});

test.each(['/', '/live', '/index.html'])('%s has a nonce of its own, which its policy admits', async (path) => {
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
