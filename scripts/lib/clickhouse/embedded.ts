import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { npm } from '../npm.ts';
import pinned from './chdb/package.json' with { type: 'json' };
import { type FoundClickHouse, keptFolder, orMissing } from './package.ts';

const [[engine = '', version = ''] = []] = Object.entries(pinned.dependencies);

/**
 * Returns the folder of the engine of a new ClickHouse, which npm has as a library: the version and hash of the lock file here.
 * Where it cannot be installed it returns why.
 */
export const installEmbedded = (): Promise<FoundClickHouse> =>
  orMissing(async () => {
    const root = await keptFolder(`chdb-${version}`, async (root) => {
      cpSync(join(import.meta.dirname, 'chdb'), root, { recursive: true });
      await npm(root, 'ci', '--ignore-scripts', '--no-audit', '--no-fund');
    });
    return join(root, 'node_modules', engine);
  });
