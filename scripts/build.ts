import { join } from 'node:path';
import { build } from 'electron-vite';
import { writeDeclarations } from './lib/declarations.ts';
import { checkFirstScreen } from './lib/first-screen.ts';

/**
 * `npm run build`: builds the shell, the server and the window into `out/`, and the types of `benchtop/testing`. Fails when the first
 * screen is too large.
 */
await build({ root: join(import.meta.dirname, '..') });
checkFirstScreen();
writeDeclarations();
