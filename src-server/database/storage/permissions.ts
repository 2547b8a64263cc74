import { chmodSync, closeSync, lstatSync, openSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ownFiles, ownFolders } from './files.ts';

const privateFile = 0o600;
const privateFolder = 0o700;
const others = 0o077;

/** Windows has no such modes: there the access list of the user's own folder decides. */
const hasModes = process.platform !== 'win32';

/**
 * Makes everything that Benchtop owns in the data folder readable by its user alone, whatever the umask was when it was made.
 * The folder itself is the user's and is left as it is. Links are not followed. Returns a sentence for each thing that others
 * on this machine can still read.
 */
export function protectDataFolder(dataDir: string): string[] {
  if (!hasModes) return [];
  const files = ownFiles.flatMap((name) => protect(join(dataDir, name), privateFile));
  const folders = ownFolders.flatMap((name) => protectTree(join(dataDir, name)));
  const mode = statSync(dataDir).mode & 0o777;
  if ((mode & others) === 0) return [...files, ...folders];
  const shared = `Other users of this machine can read the data folder (mode ${mode.toString(8)}). To close it: chmod 700 "${dataDir}"`;
  return [shared, ...files, ...folders];
}

/**
 * Makes a file for this user alone, before SQLite, which goes by the umask, makes it; its -wal and -shm take over the mode. One
 * that exists is not even opened: closing it would drop the locks that this process holds on it.
 */
export function createPrivately(file: string): void {
  try {
    closeSync(openSync(file, 'wx', privateFile));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

function protectTree(path: string): string[] {
  const own = protect(path, privateFolder);
  const entries = lstatSync(path, { throwIfNoEntry: false })?.isDirectory()
    ? readdirSync(path, { withFileTypes: true })
    : [];
  return [
    ...own,
    ...entries.flatMap((entry) => {
      const inner = join(path, entry.name);
      return entry.isDirectory() ? protectTree(inner) : protect(inner, privateFile);
    }),
  ];
}

function protect(path: string, wanted: number): string[] {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined || stats.isSymbolicLink() || (stats.mode & others) === 0) return [];
  try {
    chmodSync(path, wanted);
    return [];
  } catch {
    return [`Other users of this machine can read ${path}, and Benchtop may not change that.`];
  }
}
