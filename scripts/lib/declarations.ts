import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const root = join(import.meta.dirname, '../..');
const folder = join(root, 'out/types');

/** Writes the declarations of `benchtop/testing` into `out/types/`. Throws what TypeScript finds wrong. */
export function writeDeclarations(): void {
  const program = join(root, 'node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [program, '-p', 'tsconfig.declarations.json'], { cwd: root, encoding: 'utf8' });
  for (const path of globSync('**/*.d.ts', { cwd: folder })) {
    const file = join(folder, path);
    // The package resolves #server/ to sources, which another project would check by its own settings.
    const server = `./${relative(dirname(file), join(folder, 'src-server')).replaceAll('\\', '/')}`;
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/(?<=['"])#server(?=\/)/g, server));
  }
}
