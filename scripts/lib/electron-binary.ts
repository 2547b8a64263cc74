import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const home = dirname(createRequire(import.meta.url).resolve('electron/package.json'));

/** Returns the path of Electron's program, which its package downloads separately; null without it. */
export function findElectron(): string | null {
  const pathFile = join(home, 'path.txt');
  if (!existsSync(pathFile)) return null;
  const folder = process.env.ELECTRON_OVERRIDE_DIST_PATH ?? join(home, 'dist');
  const program = join(folder, readFileSync(pathFile, 'utf8'));
  return existsSync(program) ? program : null;
}

/** Lets the package download the program, for at most `seconds`; resolves to null on failure. */
export async function fetchElectron(seconds: number): Promise<string | null> {
  const child = spawn(process.execPath, [join(home, 'install.js')], { stdio: 'ignore' });
  const timer = setTimeout(() => child.kill('SIGKILL'), seconds * 1000);
  await new Promise((resolve) => child.once('error', resolve).once('exit', resolve));
  clearTimeout(timer);
  return findElectron();
}
