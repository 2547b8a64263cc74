import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { serverForAll } from '#server/testing/server-hooks.ts';
import { runCommand, startCommand } from './testing/command.ts';

const server = serverForAll();

/** Runs a command that talks to a server, with nothing but this environment. */
const list = (env: NodeJS.ProcessEnv, ...args: string[]) => runCommand(['test-run', 'list', ...args], { env });

test('on the server’s machine neither address nor key is needed', async () => {
  expect(await list({ BENCHTOP_DATA_DIR: server.dataDir })).toEqual({ code: 0, out: 'No test runs.\n', err: '' });
  expect(await list({}, '--data-dir', server.dataDir, '--url', server.url)).toMatchObject({ code: 0 });
});

test('flags override the environment, and an empty variable counts as unset', async () => {
  const env = { BENCHTOP_URL: 'http://127.0.0.1:1', BENCHTOP_PERSONAL_API_KEY: 'phx_wrongwrongwrong' };
  expect(await list(env, '--url', server.url, '--key', server.personalKey)).toMatchObject({ code: 0 });
  expect(await list({ BENCHTOP_URL: '', BENCHTOP_DATA_DIR: server.dataDir })).toMatchObject({ code: 0 });
});

test('another project is selected by its id', async () => {
  const env = { BENCHTOP_URL: server.url, BENCHTOP_PERSONAL_API_KEY: server.personalKey };
  await server.api('POST', '/api/projects/', { name: 'Other' });
  await server.api('POST', '/api/projects/2/test_runs/', { name: 'other-1' });
  expect((await list(env, '--project', '2')).out).toContain('other-1');
  expect((await list(env)).out).not.toContain('other-1');
});

test('a command that is advised finds the same server and project as it is', async () => {
  const args = ['--data-dir', server.dataDir];
  await server.api('POST', '/api/projects/1/feature_flags/', { key: 'new-checkout' });
  await server.api('POST', '/api/projects/1/expectations/', { event: 'x', count: { never: true } });
  const outputs = [
    await runCommand(['simulate', '--users', '20', '--allow-remote', ...args]),
    await runCommand(['flags', 'override', 'new-checkout', 'true', '--project', '1', ...args]),
    await runCommand(['test-run', 'start', 'advised', '--project', '1', ...args]),
  ];
  const advised = outputs.map(({ out }) => /npx benchtop ([^"\n]+)/.exec(out)?.[1]?.replace('--file rules.yaml ', ''));
  expect(advised).toEqual([
    expect.stringMatching(/^simulate --remove \d+ --allow-remote --data-dir /),
    expect.stringMatching(/ --clear --project 1 --data-dir /),
    expect.stringMatching(/^expect --test-run advised --project 1 --data-dir /),
  ]);
  for (const command of advised)
    expect(await runCommand(command?.split(' ') ?? [])).toMatchObject({ code: 0, err: '' });
});

/** Starts a server on a data folder; settles with its address. */
async function serve(dataDir: string, port: string) {
  const { child, ended, out } = startCommand(['serve', '--quiet', '--port', port, '--data-dir', dataDir]);
  onTestFinished(() => void child.kill('SIGKILL'));
  while (!out().includes('\n')) await new Promise((resolve) => child.stdout.once('data', resolve));
  const kill = () => {
    child.kill('SIGKILL');
    return ended;
  };
  const [url = ''] = /http:\S+/.exec(out()) ?? [];
  return { url, kill };
}

test('where another server took the port of a killed one, its data folder is said to be another', async () => {
  const [killed = '', other = ''] = ['killed', 'other'].map((name) => mkdtempSync(join(tmpdir(), `benchtop-${name}-`)));
  const { url, kill } = await serve(killed, '0');
  await kill();
  await serve(other, new URL(url).port);
  expect(await list({ BENCHTOP_DATA_DIR: killed })).toEqual({
    code: 2,
    out: '',
    err: `benchtop: The Benchtop at ${url} uses another data folder, or has just restarted. Name the folder that it uses with --data-dir, or a key of it with --key.\n`,
  });
});

const key = 'phx_secretSecretSecret';
const mistakes: [env: () => NodeJS.ProcessEnv, args: string[], says: string][] = [
  [
    () => ({ BENCHTOP_URL: 'http://127.0.0.1:1' }),
    [],
    'No Benchtop answers at http://127.0.0.1:1. Start it with "npx benchtop serve"',
  ],
  [() => ({ BENCHTOP_URL: 'http://127.0.0.1:1' }), ['--key', key], 'No Benchtop answers at http://127.0.0.1:1.'],
  [() => ({ BENCHTOP_URL: server.url }), [], 'is missing. Set BENCHTOP_PERSONAL_API_KEY'],
  [() => ({ BENCHTOP_URL: server.url }), [], 'If it runs on this machine, --data-dir with its data folder is enough.'],
  [() => ({ BENCHTOP_URL: server.url }), ['--key', key], '"phx_secr…" is unknown.'],
  [
    () => ({ BENCHTOP_URL: server.url, BENCHTOP_PERSONAL_API_KEY: server.personalKey }),
    ['--project', '99'],
    '404 not_found',
  ],
  [() => ({ BENCHTOP_URL: key }), [], 'Invalid --url "phx_secr…": use an address like http://127.0.0.1:8010.'],
  [() => ({}), [`--${key}`], "Unknown option '--phx_secr…'. See --help."],
];
test.each(mistakes)('an error is one line with its fix, without the key: %#', async (env, args, says) => {
  const { code, out, err } = await list(env(), ...args);
  expect([code, out, err]).toEqual([2, '', expect.stringContaining(says)]);
  expect(err).toMatch(/^benchtop: .*\n$/);
  expect(err).not.toContain(key);
});

test('with --json an error is JSON', async () => {
  const { err } = await list({ BENCHTOP_URL: server.url }, '--key', key, '--json');
  expect(JSON.parse(err)).toEqual({
    error: { message: expect.any(String), fix: expect.stringContaining('--key'), code: '401 invalid_personal_api_key' },
  });
});
