import { join } from 'node:path';

/** What Node has compiled of the server, for the many that tests start in processes of their own: it halves the work of a start. */
export const compileCache = join(import.meta.dirname, '../../node_modules/.cache/benchtop-tests');
