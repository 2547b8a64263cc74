import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const timeout = 180_000;

/** Runs the npm that started this script and returns its output; rejects with its error. */
export async function npm(cwd: string, ...args: string[]): Promise<string> {
  const script = process.env.npm_execpath;
  const [command = '', ...before] = script === undefined ? ['npm'] : [process.execPath, script];
  const shell = script === undefined && process.platform === 'win32';
  const options = { cwd, shell, timeout, maxBuffer: 64 * 1024 * 1024 };
  return (await promisify(execFile)(command, [...before, ...args, '--loglevel=error'], options)).stdout;
}
