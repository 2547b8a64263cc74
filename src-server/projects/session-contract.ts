import { z } from 'zod';
import { dateTime, listOf } from '../core/contract.ts';

/**
 * How a browser signs in. A link carries a single-use code; the page exchanges it for a session key, which then never travels
 * again. Before a page sends anything that opens data, it has the server prove that it knows the session key too, and after
 * that sends a token that is good for this run of the server alone.
 */

/** Where the page was loaded from: `location.origin`. */
const origin = z.string().max(300);

/** `code` is left out where a personal key comes as Bearer token: the session then has the rights of that key. */
export const signInInput = z.object({ code: z.string().max(200).optional(), origin });

/** `key` is 64 hex digits; this answer is the only time it is sent. */
export const issuedSession = z.object({ id: z.uuid(), key: z.string() });
export type IssuedSession = z.infer<typeof issuedSession>;

/** `nonce`: 32 to 128 hex digits that the page has never sent before. */
export const challengeInput = z.object({ session: z.uuid(), nonce: z.string().regex(/^[0-9a-f]{32,128}$/), origin });

/** `run` is this run of the server; `active` tells whether the session is still good; `proof` covers both. */
export const challengeAnswer = z.object({ run: z.uuid(), active: z.boolean(), proof: z.string() });
export type ChallengeAnswer = z.infer<typeof challengeAnswer>;

type Proven = { nonce: string; origin: string; run: string; active: boolean };

/** What the server signs with the session key to prove itself. As JSON, so that no two different lists read alike. */
export const proofText = ({ nonce, origin, run, active }: Proven) =>
  JSON.stringify(['server', nonce, origin, run, active]);

/** What a page signs with the session key to be let in during this run. */
export const runText = (run: string) => JSON.stringify(['run', run]);

/** The Bearer token of a session: the 32 hex digits of its id and the 64 of the signature of `runText`. */
export const sessionToken = (id: string, signature: string) => `phs_${id.replaceAll('-', '')}${signature}`;

/** Why a code does not open a session: the `code` of the error. */
export const linkProblem = z.enum(['link_used', 'link_expired', 'too_many_links']);
export type LinkProblem = z.infer<typeof linkProblem>;

/** The address that signs a browser in; what follows the # is not sent to the server. */
export const linkUrl = (server: string, code: string) => `${server}/#code=${code}`;

/** `url` opens one browser, until `expires_at`. */
export const link = z.object({ url: z.url(), expires_at: dateTime });

export const session = z
  .object({
    id: z.uuid(),
    /** `desktop`: the window of the Benchtop app. */
    kind: z.enum(['browser', 'desktop']),
    /** As the browser sent it, at most 300 characters. */
    user_agent: z.string(),
    /** The personal key that it was opened with and ends with; null when it was opened with a link. */
    personal_key: z.object({ id: z.int(), name: z.string() }).nullable(),
    created_at: dateTime,
    last_used_at: dateTime,
    /** Whether this request came from it. */
    current: z.boolean(),
  })
  .meta({ id: 'Session' });
export type Session = z.infer<typeof session>;
export const sessionList = listOf(session).meta({ id: 'SessionList' });
