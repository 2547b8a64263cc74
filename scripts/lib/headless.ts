import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const cli = join(import.meta.dirname, '../../out/main/cli.js');

/** Becomes the headless server: in this very process, so that signals, exit code and memory are the server's own. */
export async function runHeadless(args: string[]): Promise<void> {
  process.argv = [process.execPath, cli, ...args];
  await import(pathToFileURL(cli).href);
}
