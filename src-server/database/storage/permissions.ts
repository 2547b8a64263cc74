import { chmodSync, closeSync, lstatSync, openSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ownFiles, ownFolders } from './files.ts';

const privateFile = 0o600;
const privateFolder = 0o700;
const others = 0o077;

/** Windows has no such modes; the access list of the user's folder applies. */
const hasModes = process.platform !== 'win32';

/**
 * Makes everything of Benchtop in the data folder readable only by its user, whatever the umask. Does not change the folder
 * itself, which is the user's, and does not follow links. Returns a sentence for each file or folder that others on this machine
 * can still read.
 */
export function protectDataFolder(dataDir: string): string[] {
  if (!hasModes) return [];
  const files = ownFiles.flatMap((name) => protect(join(dataDir, name), privateFile));
  const folders = ownFolders.flatMap((name) => protectTree(join(dataDir, name)));
  const mode = statSync(dataDir).mode & 0o777;
  if ((mode & others) === 0) return [...files, ...folders];
  const shared = `Other users of this machine can read the data folder (mode ${mode.toString(8)}). To restrict access: chmod 700 "${dataDir}"`;
  return [shared, ...files, ...folders];
}

/**
 * Creates a file for this user only, before SQLite would create it by the umask; its -wal and -shm take over the mode. Does not
 * open an existing file: closing it would drop the locks that this process holds on it.
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
    return [`Other users of this machine can read ${path}, and Benchtop has no permission to change that.`];
  }
}
