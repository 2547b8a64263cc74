import { readFileSync } from 'node:fs';

const packageFile = new URL('../../package.json', import.meta.url);
const { scripts } = JSON.parse(readFileSync(packageFile, 'utf8')) as { scripts: { serve: string } };

/** Node's flags of `npm run serve`, for starting the server's file directly. */
export const serverFlags = scripts.serve.split(' ').filter((word) => word.startsWith('--'));
