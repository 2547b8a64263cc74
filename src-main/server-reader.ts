import type { ServerAddress } from './server-messages.ts';
import { sessionToken } from './session-token.ts';

/** Reads an answer of the server with the window's session; rejects while the server is down. */
export type Read = <Answer>(path: string) => Promise<Answer>;

export function createReader({ url, session }: ServerAddress): Read {
  let token: string | null = null;
  return async (path) => {
    try {
      token ??= await sessionToken(url, session);
      const answer = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } });
      if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
      return await answer.json();
    } catch (error) {
      // A restarted server needs another token.
      token = null;
      throw error;
    }
  };
}

/** Calls `read` now and every `periodMs`. Ignores its failures: while the server is down, the page shows it. */
export function watch(read: () => Promise<void>, periodMs: number): void {
  const tryToRead = () => void read().catch(() => undefined);
  tryToRead();
  setInterval(tryToRead, periodMs);
}
