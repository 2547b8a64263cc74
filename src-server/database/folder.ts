import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { toStartError } from './start-error.ts';

/** Enough that a disk with this much room can hold a lock file and SQLite's shared memory. */
const probeBytes = 128 * 1024;

/** Makes the data folder when there is none; throws StartError. */
export function makeDataFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw toStartError(error, dataDir);
  }
}

/** Throws StartError unless files can be made and filled in the data folder: a mode or a free-space figure alone cannot tell. */
export function requireWritable(dataDir: string): void {
  const probe = join(dataDir, `.probe-${process.pid}`);
  try {
    writeFileSync(probe, Buffer.alloc(probeBytes), { mode: 0o600 });
  } catch (error) {
    throw toStartError(error, dataDir);
  } finally {
    removeProbe(probe);
  }
}

function removeProbe(probe: string): void {
  try {
    rmSync(probe, { force: true });
  } catch {
    // A folder that cannot be written has no probe either; the failure above says why.
  }
}
