import type { DesktopFacts } from '../../src-main/bridge.ts';
import { sessionToken } from '../../src-main/session-token.ts';

/** The facts of the desktop shell that the page of its window gets. */
type Desktop = Pick<DesktopFacts, 'session' | 'serverUrl'>;

/** Sends a request of the window's session, a POST if it has a body; throws unless it was answered with success. */
export async function desktopApi({ session, serverUrl }: Desktop, path: string, body?: object) {
  const token = await sessionToken(serverUrl, session);
  const response = await fetch(`${serverUrl}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
}
