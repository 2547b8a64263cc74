import { type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { addressProblem, lookupFor } from '../../http/outgoing/address.ts';

/** The result of one attempt; `error` is null on delivery. `isFinal`: a retry would fail the same way. */
export type Attempt = { statusCode: number | null; error: string | null; isFinal: boolean };

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
  const text = JSON.stringify(body);
  let target = new URL(url);
  for (let redirects = 0; ; redirects++) {
    const answer = await post(target, text, lookUp, closing).catch((error: Error) => error);
    if (answer instanceof Error) return { statusCode: null, error: reasonOf(answer), isFinal: false };
    const { statusCode, location } = answer;
    if (statusCode < 300) return { statusCode, error: null, isFinal: true };
    const next = statusCode < 400 && location !== undefined ? URL.parse(location, target) : null;
    if (next === null)
      return { statusCode, error: `The webhook answered ${statusCode}.`, isFinal: isUseless(statusCode) };
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

/** Answers that a retry would get again; 408 and 429 ask for one. */
const isUseless = (statusCode: number) =>
  statusCode < 500 && statusCode >= 300 && statusCode !== 408 && statusCode !== 429;

function reasonOf(error: Error & { code?: string }): string {
  const text = error.message === '' ? (error.code ?? 'The request failed') : error.message;
  return `${text.slice(0, 300)}.`.replace(/\.\.$/, '.');
}

type Answer = { statusCode: number; location?: string };

function post(url: URL, text: string, lookUp: LookupFunction, closing: AbortSignal): Promise<Answer> {
  const options: RequestOptions = {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(text),
      'User-Agent': 'Benchtop',
    },
    lookup: lookUp,
    signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), closing]),
    agent: false,
  };
  return new Promise((resolve, reject) => {
    const answered = (response: IncomingMessage) => {
      const { statusCode = 0, headers } = response;
      // The content of the answer is not used.
      response.destroy();
      resolve({ statusCode, ...(headers.location === undefined ? {} : { location: headers.location }) });
    };
    const sent = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, options, answered);
    sent.on('error', (error) =>
      reject(
        error.name === 'AbortError' || error.name === 'TimeoutError' ? new Error('No answer in 10 seconds') : error,
      ),
    );
    sent.end(text);
  });
}
