import type { LookupFunction } from 'node:net';
import { addressProblem, lookupFor } from '../../http/outgoing/address.ts';
import { asksForLater, NoAnswer, post } from '../../http/outgoing/request.ts';

/**
 * The result of one attempt; `error` is null on delivery. `isFinal`: a retry would fail the same way. `retryAfter`: the header of the
 * answer.
 */
export type Attempt = {
  statusCode: number | null;
  error: string | null;
  isFinal: boolean;
  retryAfter?: string | undefined;
};

const timeoutMs = 10_000;
const maxRedirects = 3;

/** Returns why a webhook URL is invalid, or null. Host names are checked later, when they resolve. */
export const urlProblem = (text: string, allowLocal: boolean): string | null =>
  addressProblem(text, allowLocal, 'webhook URL');

/**
 * Posts JSON and follows redirects on the same host only. Never throws for a failed attempt. Checks the addresses a name resolves
 * to and connects only to those, so that no name can lead to this machine. `resolve` replaces the system's resolver.
 */
export async function postJson(
  url: string,
  body: unknown,
  allowLocal: boolean,
  closing: AbortSignal,
  resolve?: LookupFunction,
): Promise<Attempt> {
  const lookUp = lookupFor(allowLocal, resolve);
  const problem = urlProblem(url, allowLocal);
  if (problem !== null) return { statusCode: null, error: problem, isFinal: true };
  const headers = { 'Content-Type': 'application/json' };
  const how = { headers, body: JSON.stringify(body), timeoutMs, maxAnswer: 0 };
  let target = new URL(url);
  for (let redirects = 0; ; redirects++) {
    const answer = await post(target, { ...how, closing, lookup: lookUp }).catch((error: NoAnswer) => error);
    if (answer instanceof NoAnswer) return { statusCode: null, error: answer.message, isFinal: false };
    const {
      statusCode,
      headers: { location, 'retry-after': retryAfter },
    } = answer;
    if (statusCode < 300) return { statusCode, error: null, isFinal: true };
    const next = statusCode < 400 && location !== undefined ? URL.parse(location, target) : null;
    if (next === null)
      return { statusCode, error: `The webhook answered ${statusCode}.`, isFinal: isFinal(statusCode), retryAfter };
    const refusal = redirectProblem(target, next, redirects);
    if (refusal !== null) return { statusCode, error: refusal, isFinal: true };
    target = next;
  }
}

function redirectProblem(from: URL, to: URL, redirects: number): string | null {
  if (to.host !== from.host || to.protocol !== from.protocol) {
    return `The webhook redirects to another host, ${to.protocol}//${to.host}. Enter the final URL.`;
  }
  return redirects >= maxRedirects ? 'Too many redirects.' : null;
}

/** Reports whether a retry would get the same answer. */
const isFinal = (statusCode: number) => statusCode < 500 && !asksForLater(statusCode);
