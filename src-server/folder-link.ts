import { readIdentity } from './database/storage/identity.ts';
import { readOwner } from './database/storage/lock.ts';
import { link } from './projects/session-contract.ts';
import { folderSession, tokenOf } from './projects/session-keys.ts';

/** No link could be had; the message says why and what to do. */
export class FolderLinkError extends Error {
  override name = 'FolderLinkError';
}

/**
 * Asks the server that runs on a data folder for a link. Who can read the folder's secret may do that: the token made of it is good
 * for that run of the server alone, so a program that has taken its place can do nothing with it. Throws FolderLinkError.
 */
export async function requestLink(dataDir: string): Promise<string> {
  const { url, run } = readOwner(dataDir);
  const identity = readIdentity(dataDir);
  if (url === null || run === null || identity === undefined) throw notRunning(dataDir);
  const headers = { Authorization: `Bearer ${tokenOf(identity, folderSession, run)}` };
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
