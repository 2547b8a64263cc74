/** Ms until the second attempt; each further failure in a row doubles it. */
const firstDelayMs = 1000;
const maxDelayMs = 5 * 60_000;
/** Ms between attempts while a person has to fix something. */
const refusedDelayMs = 15 * 60_000;
/** The longest wait that a receiver can ask for. */
export const maxRetryAfterMs = 60 * 60_000;

/**
 * Returns the ms until the next attempt after this many failures in a row (1 or more). Half of it is left to `random` (0 to below
 * 1), so that several senders do not come back at once. `retryAfterMs`: the wait that the receiver asked for.
 */
export function retryDelay(failures: number, random: number, retryAfterMs = 0): number {
  const most = Math.min(firstDelayMs * 2 ** (failures - 1), maxDelayMs);
  return Math.max(most * (0.5 + random / 2), retryAfterMs);
}

/** Returns the ms until the next attempt after an error that somebody must fix. */
export const refusedDelay = (random: number): number => refusedDelayMs * (0.75 + random / 4);

type Failure = { isRefused: boolean; failures: number; retryAfterMs?: number | undefined };

/** Returns the ms until the next attempt. `isRefused`: somebody must change something first. */
export const attemptDelay = ({ isRefused, failures, retryAfterMs }: Failure, random: number): number =>
  isRefused ? refusedDelay(random) : retryDelay(failures, random, retryAfterMs);

/**
 * Parses a `Retry-After` header, seconds or an HTTP date, to ms, at most `maxRetryAfterMs`; undefined for anything else. `now`: ms
 * UTC.
 */
export function readRetryAfter(text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined;
  if (/^\s*\d+\s*$/.test(text)) return Math.min(Number(text) * 1000, maxRetryAfterMs);
  const at = Date.parse(text);
  if (Number.isNaN(at) || !/[a-z]/i.test(text)) return undefined;
  return Math.min(Math.max(0, at - now), maxRetryAfterMs);
}
