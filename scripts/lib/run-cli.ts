import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compileCache } from './compile-cache.ts';

const cli = join(import.meta.dirname, '../../out/main/cli.js');

/** Runs the built command line in this process, so that signals, exit code and memory are its own. */
export async function runCli(args: string[]): Promise<void> {
  // Where it cannot be written, the command starts without it.
  enableCompileCache(compileCache);
  process.argv = [process.execPath, cli, ...args];
  await import(pathToFileURL(cli).href);
}
