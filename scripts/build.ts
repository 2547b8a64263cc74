import { join } from 'node:path';
import { build } from 'electron-vite';

/** `npm run build`: builds the shell, the server and the window into `out/`. */
await build({ root: join(import.meta.dirname, '..') });
