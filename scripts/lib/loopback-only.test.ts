import { spawnSync } from 'node:child_process';
import { lookup, promises, Resolver, resolve4 } from 'node:dns';
import { createServer, get } from 'node:http';
import { connect, type LookupFunction } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listenLocally } from '../../src-server/testing/listening.ts';
import { outsideAttempts, outsideMark } from './loopback-only.ts';

/** A documentation address (RFC 5737): a broken guard would still contact no one. */
const outside = '192.0.2.1';

const leadingTo =
  (address: string): LookupFunction =>
  (_name, _options, done) =>
    done(null, address, 4);

const failureOf = (start: (done: (error: unknown) => void) => void) => new Promise(start);

test.each<[string, (done: (error: unknown) => void) => void]>([
  ['net.connect with options', (done) => connect({ host: outside, port: 9 }).once('error', done)],
  ['net.connect with arguments', (done) => connect(9, outside).once('error', done)],
  ['net.connect over IPv6', (done) => connect({ host: '2001:db8::1', port: 9 }).once('error', done)],
  ['http.get', (done) => get(`http://${outside}:8010/`).once('error', done)],
  ['http.get by name', (done) => get('http://benchtop.invalid/').once('error', done)],
  ['fetch', (done) => void fetch(`http://${outside}:8010/`).catch((error: Error) => done(error.cause))],
  ['dns.lookup', (done) => lookup('benchtop.invalid', done)],
  ['dns.promises.lookup', (done) => void promises.lookup('benchtop.invalid').catch(done)],
  [
    'a lookup of its own',
    (done) => {
      connect({ host: 'hooks.invalid', port: 9, autoSelectFamily: false, lookup: leadingTo(outside) }).once(
        'error',
        done,
      );
    },
  ],
])('%s is refused before it leaves this machine', async (_, start) => {
  expect(await failureOf(start)).toMatchObject({ message: expect.stringContaining(outsideMark) });
  expect(outsideAttempts.splice(0)).toHaveLength(1);
});

test('DNS queries are refused', () => {
  expect(() => resolve4('benchtop.invalid', () => undefined)).toThrow(outsideMark);
  expect(() => new Resolver().resolveTxt('benchtop.invalid', () => undefined)).toThrow(outsideMark);
  expect(outsideAttempts.splice(0)).toHaveLength(2);
});

test('loopback is reached by address, by name, and by a lookup that resolves to it', async () => {
  const server = createServer((_request, response) => response.end('here'));
  const port = Number(new URL(await listenLocally(server)).port);
  for (const host of ['127.0.0.1', 'localhost']) {
    expect(await (await fetch(`http://${host}:${port}/`)).text()).toBe('here');
  }
  const socket = connect({ host: 'hooks.invalid', port, autoSelectFamily: false, lookup: leadingTo('127.0.0.1') });
  await new Promise((resolve) => socket.once('connect', resolve));
  socket.destroy();
  server.close();
});

test('a process that imports it prints the refused attempts', () => {
  const script = `fetch('http://${outside}:8010/').catch(() => undefined)`;
  const guard = join(import.meta.dirname, 'loopback-only.ts');
  const { stderr } = spawnSync(process.execPath, ['--import', guard, '--eval', script], { encoding: 'utf8' });
  expect(stderr).toBe(`${outsideMark} connect to ${outside}\n`);
});
