import { readIdentity } from './database/storage/identity.ts';
import { readOwner } from './database/storage/owner.ts';
import { link } from './projects/session-contract.ts';
import { folderSession, tokenOf } from './projects/session-keys.ts';

/** No link is available; the message says why and what to do. */
export class FolderLinkError extends Error {
  override name = 'FolderLinkError';
}

/**
 * Returns the address of the server that ran last on a data folder, and a token for it; null without one. A reader of the
 * folder's secret may do everything. The token is valid only for that run of the server, so a program that has taken its place
 * cannot use it.
 */
export function folderAccess(dataDir: string): { url: string; token: string } | null {
  const { url, run } = readOwner(dataDir);
  const identity = readIdentity(dataDir);
  if (url === null || run === null || identity === undefined) return null;
  return { url, token: tokenOf(identity, folderSession, run) };
}

/** Asks the server that runs on a data folder for a link. Throws FolderLinkError. */
export async function requestLink(dataDir: string): Promise<string> {
  const access = folderAccess(dataDir);
  if (access === null) throw notRunning(dataDir);
  const { url, token } = access;
  const headers = { Authorization: `Bearer ${token}` };
  const response = await fetch(`${url}/api/session/links/`, { method: 'POST', headers, redirect: 'error' }).catch(
    () => {
      throw notRunning(dataDir);
    },
  );
  const answer = link.safeParse(await response.json().catch(() => null));
  if (!response.ok || !answer.success || !answer.data.url.startsWith(`${url}/#`)) {
    throw new FolderLinkError(
      `The program at ${url} is not the Benchtop of ${dataDir}. Stop it and start Benchtop again.`,
    );
  }
  return answer.data.url;
}

const notRunning = (dataDir: string) =>
  new FolderLinkError(
    `No Benchtop runs on the data folder ${dataDir}. Start it with "npm run serve", or name another with --data-dir.`,
  );
