import { execFile } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '../..');
const sources = ['src-cli', 'src-main', 'src-renderer', 'src-server', 'electron.vite.config.ts', 'package-lock.json'];
export const results = [
  'out/main/index.js',
  'out/main/cli.js',
  'out/preload/preload.cjs',
  'out/renderer/index.html',
  'out/types/src-cli/test-helpers/testing.d.ts',
];

const isTest = (name: string) => name === 'testing' || /\.test\.tsx?$/.test(name);

/** Returns the newest time below a path. Folders count too: their time changes when files are removed. */
function newest(path: string): number {
  const stats = statSync(path);
  if (!stats.isDirectory()) return stats.mtimeMs;
  const inside = readdirSync(path).filter((name) => !isTest(name));
  return inside.reduce((latest, name) => Math.max(latest, newest(join(path, name))), stats.mtimeMs);
}

/** Returns why a build is needed; null if the present one is newer than all its inputs. */
export function whyBuild(folder: string = root): string | null {
  const times = results.map((path) => statSync(join(folder, path), { throwIfNoEntry: false })?.mtimeMs);
  const oldest = Math.min(...times.map((time) => time ?? 0));
  if (oldest === 0) return 'there is no build yet';
  const latest = Math.max(...sources.map((path) => newest(join(folder, path))));
  return latest > oldest ? 'the sources are newer than the build' : null;
}

/** Builds if needed, in another process, so that a server started in this one does not keep its memory. */
export async function ensureBuild(say: (line: string) => void = console.log): Promise<void> {
  const why = whyBuild();
  if (why === null) return;
  say(`Building Benchtop, because ${why} …`);
  const building = promisify(execFile)(process.execPath, ['scripts/build.ts'], {
    cwd: root,
    maxBuffer: 64 * 1024 * 1024,
  });
  await building.catch(({ stdout, stderr, message }) => {
    throw new Error(`The build failed:\n${stdout}${stderr || message}`);
  });
}
