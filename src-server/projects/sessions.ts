import type { Caller } from '../core/caller.ts';
import type { Clock } from '../core/clock.ts';
import { existing } from '../core/sql.ts';
import type { Database } from '../database/open.ts';
import { permissionDenied } from '../http/error.ts';
import type { OwnAddress } from '../http/guard.ts';
import { createCodes, linkExpired } from './session-codes.ts';
import { type ChallengeAnswer, type IssuedSession, proofText } from './session-contract.ts';
import { folderSession, sessionKey, sessionOfToken, sign } from './session-keys.ts';
import { createSessionStore, type Holder } from './session-store.ts';

export type Sessions = ReturnType<typeof createSessions>;

type Options = {
  database: Database;
  clock: Clock;
  /** The secret of the data folder. */
  identity: Buffer;
  /** A UUID of this run of the server. */
  run: string;
  firstUser(): number | null;
  address: OwnAddress;
};

type SignIn = { origin: string; userAgent: string };
type Challenge = { session: string; nonce: string; origin: string };

/** Creates the sessions of browsers and the desktop window; session-contract.ts has the protocol. */
export function createSessions({ database, clock, identity, run, firstUser, address }: Options) {
  const store = createSessionStore(database, clock);
  const codes = createCodes<Holder & { keyMark: string | null }>(clock.now);
  const issued = (id: string): IssuedSession => ({ id, key: sessionKey(identity, id).toString('hex') });
  const owner = (): Holder => ({ userId: existing(firstUser()), personalKeyId: null });
  const keyMark = ({ personalKeyId }: Holder) => (personalKeyId === null ? null : store.keyMark(personalKeyId));

  function start(holder: Holder, { origin, userAgent }: SignIn): IssuedSession {
    const mappedOrigin = origin === address.origin ? null : origin;
    return issued(store.add(holder, { kind: 'browser', userAgent: userAgent.slice(0, 300), mappedOrigin }));
  }

  return {
    /** Throws 403 for a page at an address that another program may share with this server. */
    requireAddress(origin: string): void {
      if (address.isAlias(origin))
        throw permissionDenied(`Sign in at ${address.origin}; this page is from "${origin}".`);
    },
    caller(token: string): Caller | undefined {
      const id = sessionOfToken(identity, token, run);
      if (id === undefined) return undefined;
      if (id === folderSession) return { ...owner(), projectId: null, access: 'write', sessionId: null };
      const access = store.access(id);
      return access && { ...access, sessionId: id };
    },
    /** Issues the code of a link. Sessions opened with it have at most the holder's rights. */
    createCode({ userId, personalKeyId }: Holder = owner()) {
      return codes.create({ userId, personalKeyId, keyMark: keyMark({ userId, personalKeyId }) });
    },
    /** Exchanges a code for a session. A browser that has a session (`current`) keeps it. */
    redeem: (code: string, current: string | null, signIn: SignIn): IssuedSession =>
      codes.redeem(code, ({ userId, personalKeyId, keyMark: mark }) => {
        const holder = { userId, personalKeyId };
        if (keyMark(holder) !== mark) throw linkExpired();
        return current === null ? start(holder, signIn) : issued(current);
      }),
    start,
    /** Issues the session of the desktop window and ends the previous one. */
    startDesktop: (): IssuedSession =>
      issued(store.add(owner(), { kind: 'desktop', userAgent: '', mappedOrigin: null })),
    issued,
    /**
     * Proves to a page that this server knows the key of its session, even an ended one. Throws 403 for a page from another
     * address: a program in between could use the proof to impersonate this server.
     */
    challenge({ session, nonce, origin }: Challenge): ChallengeAnswer {
      const isBound = () => store.mappedOrigin(session) === origin && !address.isAlias(origin);
      if (origin !== address.origin && !isBound()) {
        throw permissionDenied(
          `This server proves itself only to pages of its own address, ${address.origin}; this page is from "${origin}".`,
        );
      }
      const active = store.access(session) !== undefined;
      const proof = sign(sessionKey(identity, session), proofText({ nonce, origin, run, active }));
      return { run, active, proof };
    },
    list: store.list,
    end: store.end,
    endOthers: store.endOthers,
  };
}
