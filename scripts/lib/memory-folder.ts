import { existsSync, statfsSync } from 'node:fs';

/** Linux's folder in memory, where a commit that waits for the disk costs nothing. */
const folder = '/dev/shm';
/** Small ones, such as a container's 64 MiB, would be full in the middle of a run. */
const minFreeBytes = 4 * 1024 ** 3;

/** Returns a folder in memory for the files of tests, or undefined where there is none that is large enough. */
export function memoryFolder(): string | undefined {
  if (!existsSync(folder)) return undefined;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize < minFreeBytes ? undefined : folder;
}
