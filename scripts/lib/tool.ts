import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the script behind a package's command: started with this Node, it needs no shell on any platform. */
export function tool(name: string, command: string): string {
  const home = join(import.meta.dirname, '../../node_modules', name);
  const { bin } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as {
    bin: string | Record<string, string>;
  };
  const script = typeof bin === 'string' ? bin : bin[command];
  if (script === undefined || !existsSync(join(home, script))) throw new Error(`${name} has no command ${command}`);
  return join(home, script);
}
