import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const home = dirname(createRequire(import.meta.url).resolve('electron/package.json'));

/** Returns the path of Electron's program, which its package downloads separately; null without it. */
export function findElectron(): string | null {
  const pathFile = join(home, 'path.txt');
  if (!existsSync(pathFile)) return null;
  const folder = process.env.ELECTRON_OVERRIDE_DIST_PATH ?? join(home, 'dist');
  const program = join(folder, readFileSync(pathFile, 'utf8'));
  return existsSync(program) ? program : null;
}

/** `problem`: why there is no program. */
export type Fetched = { program: string; problem?: never } | { program: null; problem: string };

/** Lets the package download the program, for at most `seconds`. Its progress is shown in a terminal. */
export async function fetchElectron(seconds: number): Promise<Fetched> {
  const stderr = process.stderr.isTTY ? 'inherit' : 'pipe';
  const child = spawn(process.execPath, [join(home, 'install.js')], { stdio: ['ignore', 'ignore', stderr] });
  let said = '';
  child.stderr?.on('data', (chunk) => (said += chunk));
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    child.kill('SIGKILL');
  }, seconds * 1000);
  await new Promise((resolve) => child.once('error', resolve).once('close', resolve));
  clearTimeout(timer);
  const program = findElectron();
  if (program !== null) return { program };
  return { program, problem: late ? `it took over ${seconds} s` : causeIn(said) };
}

/** Returns the last message of a stack with its causes, which names the first failure. */
function causeIn(stack: string): string {
  const messages = stack.split('\n').filter((line) => /^(\s*\[cause\]: )?\w*Error\b/.test(line));
  return (
    messages
      .at(-1)
      ?.replace(/^\s*\[cause\]: /, '')
      .replace(/ \{$/, '') ?? 'the reason is above'
  );
}
