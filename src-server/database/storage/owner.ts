import { readFileSync } from 'node:fs';
import { ownerFile } from './files.ts';

/** `run`: the UUID of a run of the server. */
type Owner = { url: string | null; pid: number | null; run: string | null };

/** Reads which process used the data folder last; it may have ended. */
export function readOwner(dataDir: string): Owner {
  try {
    const { url, pid, run } = JSON.parse(readFileSync(ownerFile(dataDir), 'utf8'));
    return { url, pid, run };
  } catch {
    return { url: null, pid: null, run: null };
  }
}
