#!/usr/bin/env node
/**
 * The command `benchtop`, as `npx benchtop` starts it with the Node of the machine: runs `cli.ts` with the Node of the dependencies.
 * Plain JavaScript without new syntax, so that an old Node can say what is missing.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isatty } from 'node:tty';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const node = join(root, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node');
const packageFile = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
/** The same as in `npm run serve`. */
const flags = packageFile.scripts.serve.split(' ').filter((word) => word.startsWith('--'));

if (existsSync(node)) {
  // The channel ends the child when this process is killed.
  const stdio = ['inherit', 'inherit', 'inherit', 'ipc'];
  const env = { ...packageFile.config, ...process.env };
  const child = spawn(node, [...flags, join(root, 'scripts/cli.ts'), ...process.argv.slice(2)], { env, stdio });
  const hasTerminal = [0, 1, 2].some((stream) => isatty(stream));
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  // A terminal sends Ctrl-C to both processes.
  const forward = (signal) => (signal === 'SIGINT' && hasTerminal ? undefined : child.kill(signal));
  for (const signal of signals) process.on(signal, forward);
  child.on('exit', (code, signal) => {
    for (const name of signals) process.off(name, forward);
    if (signal === null) process.exitCode = code;
    else process.kill(process.pid, signal);
  });
} else {
  process.stderr.write(`benchtop: Its dependencies are missing. Run "npm ci" in ${root}.\n`);
  process.exitCode = 2;
}
