import { randomBytes } from 'node:crypto';
import { ApiError, authenticationError } from '../http/error.ts';
import { hashKey } from './keys.ts';
import {
  type LinkProblem,
  linkCommand,
  linkCommandOf,
  linkMinutes,
  maxUnknownLinks,
  tooManyLinks,
} from './session-contract.ts';

const codeMs = linkMinutes * 60_000;
/** Maximum codes at a time; only administrators create them. */
const maxCodes = 200;
const minuteMs = 60_000;

/** `endsAt` is on the monotonic clock, so a wall clock jump cannot extend a code. */
type Entry<Holder> = { holder: Holder; expiresAt: number; endsAt: number; used: boolean };

const again = `Get a new one: press Enter in the terminal of the server, run "${linkCommand}", or use the app menu. If the server was started with its own data folder, run "${linkCommandOf('<folder>')}".`;

/**
 * Creates single-use codes of 128 random bits, in memory for this run only. Used codes are kept until they expire, to tell a
 * second use from an old link.
 */
export function createCodes<Holder>(now: () => number) {
  const entries = new Map<string, Entry<Holder>>();
  const refuse = limitUnknown(now);

  function forgetExpired(): void {
    for (const [hash, { expiresAt, endsAt }] of entries) {
      if (expiresAt <= now() || endsAt <= performance.now()) entries.delete(hash);
    }
  }

  return {
    create(holder: Holder): { code: string; expiresAt: number } {
      forgetExpired();
      for (const hash of entries.keys()) if (entries.size >= maxCodes) entries.delete(hash);
      const code = randomBytes(16).toString('hex');
      const expiresAt = now() + codeMs;
      entries.set(hashKey(code), { holder, expiresAt, endsAt: performance.now() + codeMs, used: false });
      return { code, expiresAt };
    },
    /** Calls `use` with the holder of a code, and marks it as used unless that throws. Throws the errors of `LinkProblem`. */
    redeem<Result>(code: string, use: (holder: Holder) => Result): Result {
      forgetExpired();
      const entry = entries.get(hashKey(code));
      if (entry === undefined) throw refuse();
      if (entry.used) throw linkError('link_used', `This link was already used. ${again}`);
      const result = use(entry.holder);
      entry.used = true;
      return result;
    },
  };
}

export const linkExpired = () =>
  linkError(
    'link_expired',
    `This link is unknown or has expired: links are valid for ${linkMinutes} minutes, and only while the server runs. ${again}`,
  );

const linkError = (code: LinkProblem, detail: string) => authenticationError(code, detail);

function limitUnknown(now: () => number): () => ApiError {
  let since = now();
  let count = 0;
  return () => {
    if (now() - since >= minuteMs || now() < since) {
      since = now();
      count = 0;
    }
    count += 1;
    if (count <= maxUnknownLinks) return linkExpired();
    const code: LinkProblem = 'too_many_links';
    return new ApiError(429, { type: 'client_error', code, detail: tooManyLinks }, { 'Retry-After': '60' });
  };
}
