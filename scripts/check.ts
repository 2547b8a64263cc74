import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { changedFiles, testsOfRooms } from './lib/changed.ts';
import { tool } from './lib/tool.ts';

/** `npm run check`: format, lint, types, and the tests of the rooms that changed since main; `-- --watch` repeats it on each change. */
const root = join(import.meta.dirname, '..');
const watched = ['bench', 'e2e', 'scripts', 'src-cli', 'src-main', 'src-renderer', 'src-server'];

function checks(): Record<string, string[]> {
  const changed = changedFiles(root).filter((path) => watched.some((folder) => path.startsWith(`${folder}/`)));
  const tests = testsOfRooms(root, changed);
  return {
    'format and lint': [tool('@biomejs/biome', 'biome'), 'check', '--error-on-warnings', '.'],
    types: [tool('typescript', 'tsc'), '--noEmit'],
    ...(tests.length > 0 && { 'tests of what changed': [tool('vitest', 'vitest'), 'run', ...tests] }),
  };
}

/** Runs all checks at once; shows the output of those that fail. Returns whether all passed. */
async function check(signal: AbortSignal): Promise<boolean> {
  const started = performance.now();
  const results = await Promise.all(Object.entries(checks()).map(([name, args]) => run(name, args, signal)));
  if (signal.aborted) return false;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const passed = results.every((result) => result);
  console.log(`${passed ? 'All checks passed' : 'A check failed'} (${seconds} s). npm test runs everything.`);
  return passed;
}

async function run(name: string, args: string[], signal: AbortSignal): Promise<boolean> {
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], signal });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => output.push(chunk));
  child.on('error', (error) => output.push(Buffer.from(error.message)));
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (!signal.aborted) console.log(code === 0 ? `✓ ${name}` : `✗ ${name}\n${Buffer.concat(output)}`);
  return code === 0;
}

/** Checks again after a change has settled; a change during a check starts it over. */
async function keepChecking(): Promise<never> {
  let round = new AbortController();
  for (const folder of watched) watch(join(root, folder), { recursive: true }, () => round.abort());
  for (;;) {
    const { signal } = round;
    const changed = new Promise((resolve) => signal.addEventListener('abort', resolve));
    await check(signal);
    if (!signal.aborted) console.log('Waiting for a change …');
    await changed;
    await new Promise((resolve) => setTimeout(resolve, 200));
    round = new AbortController();
  }
}

if (process.argv.includes('--watch')) await keepChecking();
process.exitCode = (await check(new AbortController().signal)) ? 0 : 1;
