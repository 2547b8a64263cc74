import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { identityFile } from './files.ts';

const bytes = 32;

/**
 * Returns the secret of a data folder, made at the first start: all session keys derive from it. It is a file of its own, so that a
 * copy of the database opens nothing. `replaced` is called when the file is damaged and a new secret takes its place, which
 * ends all sessions.
 */
export function openIdentity(dataDir: string, replaced: (error: Error) => void): Buffer {
  const file = identityFile(dataDir);
  const known = readIdentity(dataDir);
  if (known?.length === bytes) return known;
  if (known !== undefined) {
    replaced(new Error(`${file} was damaged and has been replaced. Every browser has to open a new link.`));
  }
  const identity = randomBytes(bytes);
  const draft = `${file}.new`;
  writeFileSync(draft, `${identity.toString('hex')}\n`, { mode: 0o600 });
  renameSync(draft, file);
  return identity;
}

/** The secret as it is on the disk, whole or not; undefined when there is none. */
export function readIdentity(dataDir: string): Buffer | undefined {
  try {
    return Buffer.from(readFileSync(identityFile(dataDir), 'latin1').trim(), 'hex');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
