import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { identityFile } from './files.ts';

const bytes = 32;

/**
 * Returns the secret of a data folder, from which all session keys derive. It is created at the first start, in a separate file,
 * so that a copy of the database gives no access. Says when a new secret has to replace that of a folder in use, by which its
 * browsers, its archive and servers that take its definitions know it. `isNew`: nothing can know the folder yet.
 */
export function openIdentity(dataDir: string, { isNew, say }: { isNew: boolean; say(line: string): void }): Buffer {
  const file = identityFile(dataDir);
  const known = readIdentity(dataDir);
  if (known?.length === bytes) return known;
  if (known !== undefined || !isNew) {
    say(
      `Warning: ${file} was ${known === undefined ? 'missing' : 'damaged'}, and a new one was made. Every browser needs a new link; an archive or a follower of this server refuses it until the former file is back.`,
    );
  }
  const identity = randomBytes(bytes);
  const draft = `${file}.new`;
  writeFileSync(draft, `${identity.toString('hex')}\n`, { mode: 0o600 });
  renameSync(draft, file);
  return identity;
}

/** Reads the secret, complete or not; undefined without a file. */
export function readIdentity(dataDir: string): Buffer | undefined {
  try {
    return Buffer.from(readFileSync(identityFile(dataDir), 'latin1').trim(), 'hex');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
