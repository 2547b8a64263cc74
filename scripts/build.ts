import { join } from 'node:path';
import { build } from 'electron-vite';
import { writeDeclarations } from './lib/declarations.ts';

/** `npm run build`: builds the shell, the server and the window into `out/`, and the types of `benchtop/testing`. */
await build({ root: join(import.meta.dirname, '..') });
writeDeclarations();
