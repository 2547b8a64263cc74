import { createHmac, randomBytes } from 'node:crypto';

/** What the desktop shell gives to the page of its window. */
type Desktop = { session: { id: string; key: string }; serverUrl: string };

/** Signs in as the page does; the token is valid for this run of the server. */
async function tokenOf({ serverUrl, session: { id, key } }: Desktop): Promise<string> {
  const body = JSON.stringify({ session: id, nonce: randomBytes(16).toString('hex'), origin: serverUrl });
  const { run } = await (await fetch(`${serverUrl}/api/session/challenge/`, { method: 'POST', body })).json();
  return `phs_${id.replaceAll('-', '')}${createHmac('sha256', Buffer.from(key, 'hex'))
    .update(JSON.stringify(['run', run]))
    .digest('hex')}`;
}

/** Sends a request of the window's session, a POST if it has a body; throws unless it was answered with success. */
export async function desktopApi(desktop: Desktop, path: string, body?: object) {
  const response = await fetch(`${desktop.serverUrl}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${await tokenOf(desktop)}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
}
