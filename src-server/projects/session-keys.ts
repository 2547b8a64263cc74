import { createHmac, timingSafeEqual } from 'node:crypto';
import { runText, sessionToken } from './session-contract.ts';

/** The session that whoever can read the data folder has without signing in, to ask for a link (`--link`). */
export const folderSession = '00000000-0000-0000-0000-000000000000';

/** The key of a session; it derives from the folder's secret, so it is stored nowhere. Ids are never used twice. */
export function sessionKey(identity: Buffer, id: string): Buffer {
  return createHmac('sha256', identity)
    .update(JSON.stringify(['session', id]))
    .digest();
}

export function sign(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex');
}

/** The Bearer token of a session for one run of the server. */
export function tokenOf(identity: Buffer, id: string, run: string): string {
  return sessionToken(id, sign(sessionKey(identity, id), runText(run)));
}

export const isSessionToken = (value: string) => value.startsWith('phs_');

/** The id of the session whose token of this run `token` is; undefined when it is none. */
export function sessionOfToken(identity: Buffer, token: string, run: string): string | undefined {
  const parts = /^phs_([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})[0-9a-f]{64}$/.exec(token);
  if (parts === null) return undefined;
  const id = parts.slice(1).join('-');
  return timingSafeEqual(Buffer.from(token), Buffer.from(tokenOf(identity, id, run))) ? id : undefined;
}
