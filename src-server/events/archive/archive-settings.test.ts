import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readArchiveSettings } from './archive-settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'benchtop-settings-'));

const read = (url: string, env: NodeJS.ProcessEnv = {}) =>
  readArchiveSettings(url, { maxWaiting: 10, keepDays: null }, env);
const refusal = (url: string, env?: NodeJS.ProcessEnv) => {
  try {
    read(url, env);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('not refused');
};

test('an address has servers, a database and a cluster', () => {
  expect(read('clickhouse://ch/events')).toEqual({
    addresses: ['ch:8123'],
    isSecure: false,
    database: 'events',
    cluster: null,
    user: 'default',
    password: '',
    maxWaiting: 10,
    keepDays: null,
  });
  expect(read('clickhouse://a:18123,b.example.com,[::1]:9/bench_1?cluster=two-shards&secure=true')).toMatchObject({
    addresses: ['a:18123', 'b.example.com:8443', '[::1]:9'],
    isSecure: true,
    database: 'bench_1',
    cluster: 'two-shards',
  });
});

test('user and password come from the environment or a file', () => {
  const file = join(folder, 'password');
  writeFileSync(file, ' se"cret\n');
  expect(read('clickhouse://ch/e', { BENCHTOP_EVENTS_USER: 'ann', BENCHTOP_EVENTS_PASSWORD: 'x y' })).toMatchObject({
    user: 'ann',
    password: 'x y',
  });
  expect(read('clickhouse://ch/e', { BENCHTOP_EVENTS_PASSWORD_FILE: file }).password).toBe(' se"cret');
  const both = { BENCHTOP_EVENTS_PASSWORD_FILE: file, BENCHTOP_EVENTS_PASSWORD: 'x' };
  expect(refusal('clickhouse://ch/e', both)).toMatch(/not both/);
  expect(refusal('clickhouse://ch/e', { BENCHTOP_EVENTS_PASSWORD_FILE: join(folder, 'none') })).toMatch(/ENOENT/);
});

test.each([
  'clickhouse://ann:hidden@ch/events',
  'clickhouse://:hidden@ch:8123/events?cluster=x',
  'http://ann:hidden@ch/events',
  'clickhouse://ann:hid/den@ch/events',
])('a password in the address is rejected and not repeated: %s', (url) => {
  expect(refusal(url)).toMatch(/must not have a user or password: set BENCHTOP_EVENTS_USER/);
  expect(refusal(url)).not.toContain('hid');
});

test.each([
  ['Invalid --events-url: use clickhouse://host:8123/database', ''],
  ['use clickhouse://', 'http://ch/events', 'clickhouse://ch', 'clickhouse:///events'],
  ['the database must be', 'clickhouse://ch/', 'clickhouse://ch/a`b'],
  ['the cluster must be', 'clickhouse://ch/a?cluster=', "clickhouse://ch/a?cluster=a'b"],
  ['is not a host with a port', 'clickhouse://ch:0/a', 'clickhouse://ch:70000/a', 'clickhouse://a,,b/a'],
  ['several servers, but no cluster', 'clickhouse://a,b/events'],
  ['"password" is unknown', 'clickhouse://ch/a?password=x'],
  ['"secure" is unknown, repeated or has no such value', 'clickhouse://ch/a?secure=yes'],
  ['"cluster" is unknown, repeated', 'clickhouse://ch/a?cluster=b&cluster=c'],
])('an address is rejected: %s', (reason, ...urls) => {
  for (const url of urls) expect(refusal(url), url).toContain(reason);
});
