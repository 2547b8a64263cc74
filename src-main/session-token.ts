import { createHmac, randomBytes } from 'node:crypto';
import type { DesktopSession } from './bridge.ts';

/** Signs in as the page does; the token is valid for this run of the server. */
export async function sessionToken(serverUrl: string, { id, key }: DesktopSession): Promise<string> {
  const body = JSON.stringify({ session: id, nonce: randomBytes(16).toString('hex'), origin: serverUrl });
  const answer = await fetch(`${serverUrl}/api/session/challenge/`, { method: 'POST', body });
  if (!answer.ok) throw new Error(`No challenge: ${answer.status}`);
  const { run }: { run: string } = await answer.json();
  const proof = createHmac('sha256', Buffer.from(key, 'hex'))
    .update(JSON.stringify(['run', run]))
    .digest('hex');
  return `phs_${id.replaceAll('-', '')}${proof}`;
}
