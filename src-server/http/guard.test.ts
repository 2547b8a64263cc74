import { createServer, request } from 'node:http';
import { hostname } from 'node:os';
import express from 'express';
import { expect, onTestFinished, test } from 'vitest';
import { listenLocally } from '../testing/listening.ts';
import { errorHandler } from './error.ts';
import { knownHost, securityHeaders } from './guard.ts';

async function ask(listenHost: string, hostHeader: string) {
  const app = express();
  app.use(securityHeaders(), knownHost(listenHost));
  app.use((_request, response) => {
    response.json({});
  });
  app.use(errorHandler(() => {}));
  const server = createServer(app);
  onTestFinished(() => void server.close());
  const { port } = new URL(await listenLocally(server));
  return new Promise<{ status: number; headers: NodeJS.Dict<string | string[]> }>((resolve, reject) => {
    request({ port, host: '127.0.0.1', path: '/api/status/', headers: { host: hostHeader } }, (answer) => {
      answer.resume();
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers });
    })
      .on('error', reject)
      .end();
  });
}

const hosts: [listenHost: string, status: number, headers: string[]][] = [
  [
    '127.0.0.1',
    200,
    [
      'localhost:8010',
      'LOCALHOST',
      'app.localhost:8010',
      '127.0.0.1:8010',
      '127.9.9.9',
      '[::1]:8010',
      '[::ffff:127.0.0.1]:8010',
    ],
  ],
  ['127.0.0.1', 403, ['evil.example:8010', 'localhost.evil.example', '127.0.0.1.evil.example', '192.168.1.5:8010']],
  ['127.0.0.1', 403, ['[::ffff:192.168.1.5]', '[::ffff:8000:1]', '[::7f00:1]']],
  ['127.0.0.1', 403, ['localhost@evil.example', 'localhost:99999999', 'a b']],
  ['::1', 200, ['[::1]:8010']],
  ['bench.local', 200, ['bench.local:8010', 'bench.local.']],
  ['192.168.1.5', 200, ['192.168.1.5']],
  ['192.168.1.5', 403, ['192.168.1.6']],
  ['0.0.0.0', 200, ['192.168.1.5:9000', `${hostname()}:9000`]],
  ['0.0.0.0', 403, ['evil.example']],
  ['::', 200, ['[fe80::1]:8010']],
];
const asked = hosts.flatMap(([listenHost, status, headers]) =>
  headers.map((header) => ({ listenHost, header, status })),
);

test.each(asked)(
  'a server on $listenHost answers $status to the host "$header"',
  async ({ listenHost, header, status }) => {
    expect((await ask(listenHost, header)).status).toBe(status);
  },
);

test('every answer, including errors, has the security headers', async () => {
  for (const host of ['localhost', 'evil.example']) {
    const { headers } = await ask('127.0.0.1', host);
    expect(headers['content-security-policy']).toContain("default-src 'self'");
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['referrer-policy']).toBe('no-referrer');
    expect(headers['cross-origin-opener-policy']).toBe('same-origin');
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['access-control-allow-origin']).toBeUndefined();
  }
});
