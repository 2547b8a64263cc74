import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { readArchive } from '#server/headless.ts';
import { serveCommand } from './command.ts';

const read = (name: string) => readFileSync(join(import.meta.dirname, '../../docs/deploy', name), 'utf8');
const options = serveCommand().options;
const flags = options.map(({ long }) => long);
const variables = [
  ...options.map(({ envVar }) => envVar),
  'BENCHTOP_PROJECT_API_KEY',
  'BENCHTOP_PERSONAL_API_KEY',
  'BENCHTOP_EVENTS_USER',
  'BENCHTOP_EVENTS_PASSWORD',
  'BENCHTOP_EVENTS_PASSWORD_FILE',
];

const addressOf = (url: string) => readArchive(url, { maxWaiting: 1, keepDays: null }, {});

/** Expects a manifest to start Benchtop with known flags and variables. */
function requireKnown(command: string, env: string[]): void {
  expect(flags).toEqual(expect.arrayContaining(command.match(/--[a-z][a-z-]+/g) ?? []));
  expect(command).toContain('--allow-remote');
  expect(variables).toEqual(expect.arrayContaining(env));
}

test('the compose file refers only to its own services, secrets and volumes, and to existing options', () => {
  const { services, secrets, volumes } = parse(read('compose.yaml'));
  const { clickhouse, benchtop } = services;
  requireKnown(benchtop.command, Object.keys(benchtop.environment));
  expect(addressOf(benchtop.environment.BENCHTOP_EVENTS_URL)).toMatchObject({
    addresses: ['clickhouse:8123'],
    cluster: null,
  });
  expect(benchtop.environment.BENCHTOP_EVENTS_USER).toBe(clickhouse.environment.CLICKHOUSE_USER);
  for (const { secrets: own, volumes: mounted } of [clickhouse, benchtop]) {
    expect(Object.keys(secrets)).toEqual(own);
    const named = mounted.map((volume: string) => volume.split(':')[0]).filter((name: string) => !name.startsWith('.'));
    expect(Object.keys(volumes)).toEqual(expect.arrayContaining(named));
  }
});

test('the compose file of docs/headless.md refers only to its own services and volumes, and to existing options', () => {
  const [, written = ''] = /```yaml\n([\s\S]*?)```/.exec(read('../headless.md')) ?? [];
  const { services, volumes } = parse(written);
  const { benchtop, app } = services;
  requireKnown(benchtop.command, Object.keys(benchtop.environment));
  expect(benchtop.environment.BENCHTOP_PROJECT_API_KEY).toBe(app.environment.POSTHOG_KEY);
  expect(benchtop.command).toContain(`--allow-host ${new URL(app.environment.POSTHOG_HOST).hostname} `);
  expect(benchtop.volumes).toEqual([expect.any(String), `${Object.keys(volumes)}:/data`]);
});

test('the Kubernetes sketch names each server of its cluster, whose replicas all get the events, and existing options', () => {
  const documents = parseAllDocuments(read('kubernetes.yaml'));
  expect(documents.flatMap(({ errors }) => errors)).toEqual([]);
  const objects = documents.map((document) => document.toJS());
  const named = (kind: string, name: string) =>
    objects.find((object) => object.kind === kind && object.metadata.name === name);
  const clickhouse = named('StatefulSet', 'clickhouse').spec;
  const [benchtop] = named('StatefulSet', 'benchtop').spec.template.spec.containers;
  requireKnown(
    benchtop.args.join(' '),
    benchtop.env.map(({ name }: { name: string }) => name),
  );
  const url = benchtop.env.find(({ name }: { name: string }) => name === 'BENCHTOP_EVENTS_URL').value;
  const servers = Array.from({ length: clickhouse.replicas }, (_, server) => `clickhouse-${server}.clickhouse`);
  const cluster = 'events';
  expect(addressOf(url)).toMatchObject({ addresses: servers.map((server) => `${server}:8123`), cluster });
  const xml = named('ConfigMap', 'clickhouse-cluster').data['cluster.xml'];
  expect([...xml.matchAll(/<host>(.*?)<\/host>/g)].map(([, host]) => host)).toEqual(servers);
  expect(xml).toContain(`<${cluster}>`);
  expect(xml).not.toContain('<internal_replication>true');
  expect(named('StatefulSet', 'benchtop').spec.replicas).toBe(1);
});
