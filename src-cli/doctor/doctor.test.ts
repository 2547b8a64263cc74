import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { issuedPersonalKey } from '#server/projects/contract.ts';
import { listenLocally } from '#server/testing/listening.ts';
import { serverForEach } from '#server/testing/server-hooks.ts';
import { runCommand, startCommand } from '../testing/command.ts';
import type { Finding } from './finding.ts';

const server = serverForEach();
const folder = mkdtempSync(join(tmpdir(), 'benchtop-doctor-'));

/** Runs `doctor` with an environment; returns the findings by check. */
async function examined(env: NodeJS.ProcessEnv, ...args: string[]) {
  const { code, out, err } = await runCommand(['doctor', '--json', ...args], {
    env: { BENCHTOP_DATA_DIR: folder, ...env },
  });
  expect(err).toBe('');
  const findings = JSON.parse(out) as Finding[];
  return { code, findings, of: (check: string) => findings.filter((finding) => finding.check === check) };
}
const withKey = () => ({ BENCHTOP_URL: server.url, BENCHTOP_PERSONAL_API_KEY: server.personalKey });

test('nothing is wrong on the server’s machine once an app has sent an event', async () => {
  await server.capture({
    event: 'signed up',
    distinct_id: 'ada',
    properties: { $lib: 'posthog-node', $lib_version: '5.0.0' },
  });
  const { code, out, err } = await runCommand(['doctor'], { env: { BENCHTOP_DATA_DIR: server.dataDir } });
  expect([code, err]).toEqual([0, '']);
  const lines = out
    .trimEnd()
    .replaceAll(/[\d.]+ [kMGT]B/g, '… MB')
    .split('\n');
  expect(lines).toEqual([
    `✓ Node         ${process.versions.node}`,
    `✓ Data folder  ${server.dataDir}, … MB free`,
    `✓ Server       Benchtop answers at ${server.url}.`,
    '✓ Key          none needed: signed in by the data folder',
    `✓ Project      My project (id 1), project key ${server.projectKey}`,
    '✓ Database     1 event of the project, … MB',
    `✓ SDKs         ${server.url} answers a browser on any page: events, configuration and posthog-js`,
    '✓ SDKs         node sends events: 1 request so far.',
  ]);
});

test('without an SDK request it says what to configure, and reports SDK mistakes', async () => {
  const silent = await examined(withKey());
  expect(silent.code).toBe(0);
  expect(silent.of('key')).toMatchObject([{ state: 'ok', detail: expect.stringMatching(/^valid/) }]);
  expect(silent.of('sdk')[1]).toMatchObject({
    state: 'warning',
    detail: 'No SDK has made a request since the server started.',
    fix: `Set the host of your SDK to ${server.url} and its key to ${server.projectKey}.`,
  });
  await server.capture({ api_key: 'phc_unknownUnknown', event: 'x', distinct_id: 'y' });
  const wrongKey = await examined(withKey());
  expect(wrongKey.of('sdk')[1]).toMatchObject({
    state: 'warning',
    detail: expect.stringContaining('Wrong key'),
    fix: `Use the key of this project: ${server.projectKey}`,
  });
});

test('without a server, checks that need one are skipped', async () => {
  const { code, of, findings } = await examined({ BENCHTOP_URL: 'http://127.0.0.1:1' });
  expect(code).toBe(1);
  expect(of('server')).toEqual([
    {
      check: 'server',
      state: 'failed',
      detail: 'Nothing listens at http://127.0.0.1:1.',
      fix: 'Start it with "npx benchtop serve", or name its address with --url.',
    },
  ]);
  expect(findings.slice(-4).map(({ check, state, detail }) => [check, state, detail])).toEqual(
    ['key', 'project', 'database', 'sdk'].map((check) => [check, 'skipped', 'not checked: server first']),
  );
});

test('--wait gives the server time to start', async () => {
  const waiting = startCommand(['doctor', '--wait', '60s', '--json'], { env: withKey() });
  await server.restart();
  expect((await waiting.ended).code).toBe(0);
});

test('another program on the port is distinguished from Benchtop', async () => {
  const other = createServer((_, response) => response.end('hello'));
  const url = await listenLocally(other);
  const { code, of } = await examined({ BENCHTOP_URL: url });
  other.close();
  expect([code, of('server')]).toMatchObject([1, [{ state: 'failed', detail: `Another program answers at ${url}.` }]]);
});

test('a missing, wrong or weak key gets a fix', async () => {
  const missing = await examined({ BENCHTOP_URL: server.url });
  expect([missing.code, missing.of('key')]).toMatchObject([
    1,
    [{ state: 'failed', detail: expect.stringContaining('is missing'), fix: expect.stringContaining('--key') }],
  ]);
  const wrong = await examined({ BENCHTOP_URL: server.url }, '--key', 'phx_wrongwrongwrong');
  expect(wrong.of('key')).toMatchObject([
    { state: 'failed', detail: expect.stringContaining('"phx_wron…" is unknown') },
  ]);
  const { body } = await server.api('POST', '/api/personal_api_keys/', { name: 'CI', access: 'read', project_id: 1 });
  const weak = await examined({ BENCHTOP_URL: server.url }, '--key', issuedPersonalKey.parse(body).value);
  expect([weak.code, weak.of('key'), weak.of('database')]).toMatchObject([
    0,
    [{ state: 'warning', detail: expect.stringContaining('can only read') }],
    [{ state: 'ok' }],
  ]);
});

test('a project without a key, and an unknown project', async () => {
  await server.api('DELETE', '/api/projects/1/api_keys/1/');
  const without = await examined(withKey());
  expect([without.code, without.of('project')]).toMatchObject([
    1,
    [{ state: 'failed', fix: 'Issue one under Settings › Project keys.' }],
  ]);
  const unknown = await examined(withKey(), '--project', '9');
  expect(unknown.of('project')).toMatchObject([
    { state: 'failed', detail: 'No such project.', fix: 'Leave out --project, or name one that the key may access.' },
  ]);
});

test('a project that cannot be read is not called unknown', async () => {
  const body = { type: 'server_error', code: 'storage_unavailable', detail: 'The database is locked.' };
  const between = createServer(async ({ url = '', headers: { authorization = '' } }, response) => {
    const isProject = url.startsWith('/api/projects/');
    const answer = isProject
      ? Response.json(body, { status: 503 })
      : await fetch(`${server.url}${url}`, { headers: { authorization } });
    response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(await answer.text());
  });
  const { of } = await examined({ ...withKey(), BENCHTOP_URL: await listenLocally(between) }, '--project', '1');
  between.close();
  expect(of('project')).toMatchObject([{ state: 'failed', detail: body.detail, fix: null }]);
});

test('a data folder that is a file', async () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  const { code, of } = await examined(withKey(), '--data-dir', file);
  expect([code, of('data_folder')]).toMatchObject([1, [{ state: 'failed', detail: `${file} is not a folder.` }]]);
});
