import { z } from 'zod';
import { dateTime, listOf, named } from '../core/contract.ts';
import { keyFormats } from '../core/key-format-contract.ts';
import { onlyKnown } from '../core/known-keys-contract.ts';

/**
 * How a browser signs in. A link carries a single-use code, which the page exchanges for a session key; the key is sent only this
 * once. Before sending a token, the page has the server prove that it knows the session key. Tokens are valid for this run of the
 * server only.
 */

/** Days without use after which a session ends. */
export const sessionDays = 30;
export const linkMinutes = 15;
/** Prints a new link. */
export const linkCommand = 'npm run link';
/** The same for a server with a data folder of its own. */
export const linkCommandOf = (dataDir: string) => `${linkCommand} -- --data-dir ${dataDir}`;
/** Unknown links per minute before the answer is 429. Valid ones are never limited. */
export const maxUnknownLinks = 30;
export const tooManyLinks = `More than ${maxUnknownLinks} unknown links were opened within a minute. Wait a minute, then open a new link.`;

/** The page's `location.origin`. */
const origin = z.string().max(300);

/** Omit `code` when a personal key is the Bearer token; the session then has the rights of that key. */
export const signInInput = onlyKnown({ code: z.string().max(200).optional(), origin });

/** `key`: 64 hex digits, sent only in this answer. */
export const issuedSession = z.object({ id: z.uuid(), key: z.string() });
export type IssuedSession = z.infer<typeof issuedSession>;

/** `nonce`: 32 to 128 hex digits, never sent before. */
export const challengeInput = onlyKnown({
  session: z.uuid(),
  nonce: z.string().regex(/^[0-9a-f]{32,128}$/, 'must be 32 to 128 hex digits'),
  origin,
});

/** `run`: this run of the server. `active`: whether the session is valid. `proof` covers both. */
export const challengeAnswer = z.object({ run: z.uuid(), active: z.boolean(), proof: z.string() });
export type ChallengeAnswer = z.infer<typeof challengeAnswer>;

type Proven = { nonce: string; origin: string; run: string; active: boolean };

/** The text that the server signs with the session key. JSON, so that different values never collide. */
export const proofText = ({ nonce, origin, run, active }: Proven) =>
  JSON.stringify(['server', nonce, origin, run, active]);

/** Returns the text that a page signs with the session key to sign in for this run. */
export const runText = (run: string) => JSON.stringify(['run', run]);

/** Returns the Bearer token of a session: the 32 hex digits of its id and the 64 of the signature of `runText`. */
export const sessionToken = (id: string, signature: string) =>
  keyFormats.session.prefix + id.replaceAll('-', '') + signature;

/** Why a code does not open a session: the `code` of the error. */
export const linkProblem = z.enum(['link_used', 'link_expired', 'too_many_links']);
export type LinkProblem = z.infer<typeof linkProblem>;

/** Returns the link that signs in a browser; the part after # is not sent to the server. */
export const linkUrl = (server: string, code: string) => `${server}/#code=${code}`;

/** `url` opens one browser until `expires_at`. */
export const link = z.object({ url: z.url(), expires_at: dateTime });

export const session = named('Session', {
  id: z.uuid(),
  /** `desktop`: the window of the Benchtop app. */
  kind: z.enum(['browser', 'desktop']),
  /** As sent by the browser, at most 300 characters. */
  user_agent: z.string(),
  /** The personal key it was opened with and ends with; null for a link. */
  personal_key: z.object({ id: z.int(), name: z.string() }).nullable(),
  created_at: dateTime,
  last_used_at: dateTime,
  /** Whether this request came from it. */
  current: z.boolean(),
});
export type Session = z.infer<typeof session>;
export const sessionList = listOf(session).meta({ id: 'SessionList' });
