import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cli } from './testing/program.ts';

let dataDir: string;
let terminal: ChildProcess | undefined;
let output: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'benchtop-terminal-'));
  output = '';
});
afterEach(async () => {
  terminal?.stdin?.end();
  terminal?.kill('SIGTERM');
  if (terminal?.exitCode === null) await new Promise((resolve) => terminal?.once('close', resolve));
});

/** Runs a shell line in a terminal of its own. */
function inTerminal(line: string): ChildProcess {
  const args =
    process.platform === 'darwin'
      ? ['-q', '/dev/null', 'bash', '-c', line]
      : ['-qec', `bash -c '${line}'`, '/dev/null'];
  const child = spawn('script', args, { env: { PATH: process.env.PATH, HOME: dataDir, SHELL: '/bin/bash' } });
  child.stdout.on('data', (chunk) => (output += chunk));
  terminal = child;
  return child;
}

async function seen(pattern: RegExp): Promise<string> {
  for (let found: RegExpExecArray | null; ; await new Promise((resolve) => setTimeout(resolve, 20))) {
    found = pattern.exec(output);
    if (found !== null) return found[1] ?? '';
  }
}

const serve = () => `${process.execPath} ${cli} serve --port 0 --data-dir ${dataDir}`;

describe.runIf(process.platform !== 'win32')('in a terminal', () => {
  test('Enter prints a new link, and Ctrl-C ends the server', async () => {
    const { stdin } = inTerminal(serve());
    const first = await seen(/Window +\S+#code=(\w+)/);
    expect(output).toContain('press Enter');
    stdin?.write('\n');
    const second = await seen(/Window[\s\S]*Window +\S+#code=(\w+)/);
    expect(second).not.toBe(first);
    stdin?.write('\x03');
    await new Promise((resolve) => terminal?.once('close', resolve));
  });

  test('a background server ignores the terminal and continues', async () => {
    const { stdin } = inTerminal(
      `set -m; ${serve()} & server=$!; read line; sleep 0.3; kill $server; wait $server; echo "ended:$?"`,
    );
    await seen(/listening on (\S+)/);
    expect(await seen(/New link +([^\r\n]+)/)).toMatch(/^npm run link -- --data-dir \S+$/);
    stdin?.write('to the shell\n');
    // A suspended process would not end.
    expect(await seen(/ended:(\d+)/)).toBe('0');
  });
});
