import { readFileSync } from 'node:fs';

const packageFile = new URL('../../package.json', import.meta.url);
const { scripts } = JSON.parse(readFileSync(packageFile, 'utf8')) as { scripts: { serve: string } };

/** Node's flags that `npm run serve` gives to the server, for those who start the server's file themselves. */
export const serverFlags = scripts.serve.split(' ').filter((word) => word.startsWith('--'));
