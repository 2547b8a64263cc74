import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { cli } from '#server/testing/program.ts';
import { serverForAll } from '#server/testing/server-hooks.ts';
import { commandsOf, runCommand } from '../testing/command.ts';

const server = serverForAll();
const run = commandsOf(server);

beforeAll(async () => {
  await server.api('POST', '/api/projects/1/test_runs/', { name: 'checkout-124', label: 'A label' });
  await server.api('POST', '/api/projects/1/test_runs/', { name: 'login-1' });
  const variants = ['control', 'blue'].map((key) => ({ key, rollout_percentage: 50 }));
  await server.api('POST', '/api/projects/1/feature_flags/', { key: 'price', filters: { multivariate: { variants } } });
});

/** Returns the completions of the last of these words. */
async function completed(...words: string[]): Promise<string[]> {
  const { code, out, err } = await run('complete', '--', ...words);
  expect([code, err]).toEqual([0, '']);
  return out.split('\n').flatMap((line) => (line === '' ? [] : (line.split('\t')[0] ?? '')));
}

test.each([
  [['te'], ['test-run']],
  [
    ['test-run', ''],
    ['start', 'end', 'list', 'help'],
  ],
  [['test-run', 'l'], ['list']],
  [['expect', '--ti'], ['--timeout']],
  [['expect', '--file', ''], [':files']],
  [
    ['expect', '--file', 'a.yaml', '--j'],
    ['--junit', '--json'],
  ],
  [['tail', '-f', '--test-run', 'ch'], ['checkout-124']],
  [['tail', '--test-run=lo'], ['--test-run=login-1']],
  // As bash splits it.
  [['tail', '--test-run', '=', 'lo'], ['login-1']],
  [
    ['test-run', 'end', ''],
    ['login-1', 'checkout-124'],
  ],
  [['diff', 'ch'], ['checkout-124']],
  [['diff', 'checkout-124', 'lo'], ['login-1']],
  // Builds are not listed.
  [['diff', '--builds', ''], []],
  [['replay', ''], [':files']],
  [['record', '-o', ''], [':files']],
  [['flags', 'get', 'p'], ['price']],
  [
    ['flags', 'override', 'price', ''],
    ['control', 'blue', 'false'],
  ],
  [['flags', 'override', '--distinct-id', 'ann', 'price', 'b'], ['blue']],
  [
    ['completion', ''],
    ['bash', 'zsh', 'fish'],
  ],
  [['tail', '--filter', ''], []],
  [['unknown', ''], []],
])('%j becomes %j', async (words, expected) => {
  const found = await completed(...words);
  expect(found.toSorted()).toEqual(expected.toSorted());
});

test('without a server there are no values and no error', async () => {
  const env = { BENCHTOP_URL: 'http://127.0.0.1:1' };
  expect(await runCommand(['complete', '--', 'tail', '--test-run', ''], { env })).toEqual({
    code: 0,
    out: '',
    err: '',
  });
});

/** A folder with a program `benchtop`, a file and a folder to complete. */
const folder = mkdtempSync(join(tmpdir(), 'benchtop-completion-'));
beforeAll(() => {
  writeFileSync(join(folder, 'benchtop'), `#!/bin/sh\nexec '${process.execPath}' '${cli}' "$@"\n`);
  chmodSync(join(folder, 'benchtop'), 0o755);
  writeFileSync(join(folder, 'rules.yaml'), '');
});

function shell(command: string, args: string[]): string[] {
  const { NODE_COMPILE_CACHE } = process.env;
  const PATH = [folder, process.env.PATH].join(delimiter);
  const reached = { BENCHTOP_URL: server.url, BENCHTOP_PERSONAL_API_KEY: server.personalKey };
  const env = { PATH, NODE_COMPILE_CACHE, HOME: folder, ...reached };
  const { stdout, stderr } = spawnSync(command, args, { cwd: folder, env, encoding: 'utf8' });
  expect(stderr).toBe('');
  return stdout.trimEnd().split('\n');
}
const has = (name: string) => spawnSync(name, ['--version']).status === 0;

describe('in a shell', () => {
  // The server runs in this process, which is blocked while a shell runs: no server values here.
  test.runIf(has('bash'))('bash completes words and files', () => {
    const complete = (...words: string[]) => {
      const quoted = words.map((word) => `'${word}'`).join(' ');
      const script = `source <(benchtop completion bash); COMP_WORDS=(benchtop ${quoted}); COMP_CWORD=${words.length}; _benchtop; printf '%s\\n' "\${COMPREPLY[@]}"`;
      return shell('bash', ['--norc', '-c', script]);
    };
    expect(complete('test-run', 'l')).toEqual(['list']);
    expect(complete('expect', '--ju')).toEqual(['--junit']);
    // Then bash itself completes files.
    expect(complete('expect', '--file', 'ru')).toEqual(['']);
    expect(shell('bash', ['--norc', '-c', 'source <(benchtop completion bash); complete -p benchtop'])).toEqual([
      'complete -o default -F _benchtop benchtop',
    ]);
  });

  test.runIf(has('fish'))('fish completes words and files', () => {
    const complete = (line: string) =>
      shell('fish', ['--no-config', '-c', `benchtop completion fish | source; complete -C '${line}'`]);
    expect(complete('benchtop test-run l')).toEqual(['list\tlist test runs, newest first']);
    expect(complete('benchtop expect --ju')).toEqual(['--junit\twrite the results as JUnit XML too']);
    expect(complete('benchtop expect --file ru')).toEqual(['rules.yaml']);
  });

  test.runIf(has('zsh'))('zsh completes words and files', () => {
    // The completion's output for zsh: without a terminal there is no line to complete.
    const complete = (...words: string[]) => {
      const quoted = ['benchtop', ...words].map((word) => `'${word}'`).join(' ');
      const stubs = 'compdef() { :; }; _describe() { print -l -- $described; }; _files() { print files; }';
      const script = `${stubs}; source <(benchtop completion zsh); words=(${quoted}); CURRENT=${words.length + 1}; _benchtop`;
      return shell('zsh', ['-f', '-c', script]);
    };
    expect(complete('test-run', 'l')).toEqual(['list:list test runs, newest first']);
    expect(complete('serve', '--po')).toEqual(['--port:port to listen on; 0 takes any free one']);
    expect(complete('expect', '--file', 'ru')).toEqual(['files']);
    expect(complete('tail', '')).toEqual(['']);
  });
});

test('an unknown shell is refused with the known ones', async () => {
  const { code, err } = await run('completion', 'tcsh');
  expect([code, err]).toEqual([2, expect.stringContaining('Allowed choices are bash, zsh, fish.')]);
});
