import { join } from 'node:path';

/** Node's compiled code of the server and the command line, for the next start: compiling is a sixth of a start's work. */
export const compileCache = join(import.meta.dirname, '../../node_modules/.cache/benchtop');
