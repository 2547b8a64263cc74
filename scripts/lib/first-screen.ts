import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const built = join(import.meta.dirname, '../../out/renderer');

/** The parts of Vite's manifest that name the files of a chunk; names are keys of the manifest. */
type Manifest = Record<string, { file: string; css?: string[]; imports?: string[] }>;

/** The files loaded before the list of Live is shown, without lazily loaded parts. */
const entries = ['index.html', 'app/pages/live-page.tsx'];

/** Bytes by gzip, scripts and style sheets together. */
export const maxFirstScreen = 250_000;

export type LoadedFile = { file: string; bytes: number };

/** Returns the scripts and style sheets of the first screen, the largest first. */
export function firstScreen(folder: string = built): LoadedFile[] {
  const manifest: Manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'));
  const keys = new Set<string>();
  const files = new Set<string>();
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (chunk === undefined) throw new Error(`The build has no ${key}.`);
    if (keys.has(key)) return;
    keys.add(key);
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
    for (const other of chunk.imports ?? []) visit(other);
  };
  for (const entry of entries) visit(entry);
  return [...files]
    .map((file) => ({ file, bytes: gzipSync(readFileSync(join(folder, file))).length }))
    .toSorted((one, other) => other.bytes - one.bytes);
}

export const totalBytes = (files: readonly LoadedFile[]) => files.reduce((sum, { bytes }) => sum + bytes, 0);

/** Throws when the first screen has grown over its limit. */
export function checkFirstScreen(files: readonly LoadedFile[] = firstScreen()): void {
  const bytes = totalBytes(files);
  if (bytes <= maxFirstScreen) return;
  const largest = files.slice(0, 10).map(({ file, bytes }) => `  ${file} ${bytes}`);
  throw new Error(
    `The first screen loads ${bytes} bytes by gzip, more than ${maxFirstScreen}. Load what it does not show later (src-renderer/ui/lazy/lazy-part.ts). The largest files:\n${largest.join('\n')}`,
  );
}
