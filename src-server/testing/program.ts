import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';

/** The build made by `npm test`; a server starts from it in half the time of its source. */
const built = process.env.BENCHTOP_BUILT_SERVER;

/** The command line: its source, or the build. */
export const cli = built === undefined ? join(import.meta.dirname, '../../src-cli/index.ts') : join(built, 'cli.js');

/** Loads the server, its source or the build, to run it in this process. */
export async function loadServer(): Promise<typeof import('../index.ts')> {
  if (built === undefined) return import('../index.ts');
  // Zod keeps schema ids in a global, and the build's are the same as those of the source that tests import.
  Object.assign(globalThis, { __zod_globalRegistry: z.registry() });
  const server = await import(pathToFileURL(join(built, 'server.js')).href);
  Object.assign(globalThis, { __zod_globalRegistry: z.globalRegistry });
  return server;
}
