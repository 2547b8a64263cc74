import { createHmac, randomBytes } from 'node:crypto';
import { type IssuedSession, proofText, runText, sessionToken } from '../projects/session-contract.ts';
import type { TestServer } from './server.ts';

export const sign = ({ key }: IssuedSession, text: string) =>
  createHmac('sha256', Buffer.from(key, 'hex')).update(text).digest('hex');

export const codeOf = (link: string) => new URL(link).hash.slice('#code='.length);

const json = { 'Content-Type': 'application/json' };

export function browserOf(server: TestServer, origin = server.url) {
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    server.send('POST', path, { ...json, ...headers }, JSON.stringify(body));
  const redeem = (link: string, headers: Record<string, string> = {}) =>
    post('/api/session/', { code: codeOf(link), origin }, headers);

  async function challenge({ id: session }: { id: string }, nonce = randomBytes(16).toString('hex')) {
    const answer = await post('/api/session/challenge/', { session, nonce, origin });
    return { ...answer, body: answer.body as { run: string; active: boolean; proof: string }, nonce };
  }

  return {
    redeem,
    challenge,
    async signIn(link = server.link()): Promise<IssuedSession> {
      return (await redeem(link)).body as IssuedSession;
    },
    /** Reports whether only a holder of the session's key could have answered the challenge. */
    isProven(session: IssuedSession, { nonce, body }: Awaited<ReturnType<typeof challenge>>): boolean {
      return body.proof === sign(session, proofText({ nonce, origin, run: body.run, active: body.active }));
    },
    async token(session: IssuedSession): Promise<string> {
      const { body } = await challenge(session);
      return sessionToken(session.id, sign(session, runText(body.run)));
    },
  };
}
