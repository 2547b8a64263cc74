import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const cli = join(import.meta.dirname, '../../out/main/cli.js');

/** Runs the built command line in this process, so that signals, exit code and memory are its own. */
export async function runCli(args: string[]): Promise<void> {
  process.argv = [process.execPath, cli, ...args];
  await import(pathToFileURL(cli).href);
}
