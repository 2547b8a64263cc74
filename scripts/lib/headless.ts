import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const cli = join(import.meta.dirname, '../../out/main/cli.js');

/** Runs the headless server in this process, so that signals, exit code and memory are the server's. */
export async function runHeadless(args: string[]): Promise<void> {
  process.argv = [process.execPath, cli, ...args];
  await import(pathToFileURL(cli).href);
}
