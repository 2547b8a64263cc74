import { createHmac, timingSafeEqual } from 'node:crypto';
import { keyFormats } from '../core/key-format-contract.ts';
import { runText, sessionToken } from './session-contract.ts';

/** The session available to anyone who can read the data folder, to request a link (`--link`). */
export const folderSession = '00000000-0000-0000-0000-000000000000';

/** Derives the key of a session from the folder's secret, so it is not stored. Ids are never reused. */
export function sessionKey(identity: Buffer, id: string): Buffer {
  return createHmac('sha256', identity)
    .update(JSON.stringify(['session', id]))
    .digest();
}

export function sign(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex');
}

export function tokenOf(identity: Buffer, id: string, run: string): string {
  return sessionToken(id, sign(sessionKey(identity, id), runText(run)));
}

/** `sessionToken` of the contract, with the parts of the id. */
const tokenForm = new RegExp(
  `^${keyFormats.session.prefix}([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})[0-9a-f]{64}$`,
);

export const isSessionToken = (value: string) => value.startsWith(keyFormats.session.prefix);

export function sessionOfToken(identity: Buffer, token: string, run: string): string | undefined {
  const parts = tokenForm.exec(token);
  if (parts === null) return undefined;
  const id = parts.slice(1).join('-');
  return timingSafeEqual(Buffer.from(token), Buffer.from(tokenOf(identity, id, run))) ? id : undefined;
}
