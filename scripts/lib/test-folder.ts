import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Linux's folder in memory, where a commit that waits for the disk costs nothing. */
const inMemory = '/dev/shm';
/** Small ones, such as a container's 64 MiB, would be full in the middle of a run. */
const minFreeBytes = 4 * 1024 ** 3;

/** Gives a run of tests a temporary folder, in memory where it is large enough. Removes it at the end with all that they left there. */
export function setup(): () => void {
  const folder = mkdtempSync(join(hasRoom() ? inMemory : tmpdir(), 'benchtop-'));
  // Some servers run as another user.
  chmodSync(folder, 0o755);
  Object.assign(process.env, { TMPDIR: folder, TEMP: folder });
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

function hasRoom(): boolean {
  if (!existsSync(inMemory)) return false;
  const { bavail, bsize } = statfsSync(inMemory);
  return bavail * bsize >= minFreeBytes;
}
