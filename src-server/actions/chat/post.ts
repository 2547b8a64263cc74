import { type LookupAddress, lookup } from 'node:dns';
import { type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from '../../core/addresses.ts';

/** What became of one attempt: `error` null means delivered. `isFinal`: another try would end the same. */
export type Attempt = { statusCode: number | null; error: string | null; isFinal: boolean };

const timeoutMs = 10_000;
const mostRedirects = 3;

const localRefusal = 'is an address of this machine, of a private network or reserved, which the settings do not allow';

/** Why a webhook URL cannot be used, as a sentence; null when it can. Names are only known when they are resolved. */
export function urlProblem(text: string, allowLocal: boolean): string | null {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return 'An https URL is required.';
  if (url.username !== '' || url.password !== '') return 'A URL with a user name or password cannot be used.';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isOfMachine =
    host === 'localhost' || host.endsWith('.localhost') || (isIP(host) !== 0 && !isPublicAddress(host));
  if (isOfMachine && !allowLocal) return `${host} ${localRefusal}.`;
  if (url.protocol === 'http:' && !isOfMachine) return 'Only https can be used, but to this machine.';
  return null;
}

/**
 * Posts JSON, and follows a redirect to the same host only. A refused or failed attempt is an answer, never an error. Addresses
 * are checked when the name is resolved, once an attempt, and the connection goes to those that were checked: no name can lead to
 * this machine. `resolve` stands for the system's resolver.
 */
export async function postJson(
  url: string,
  body: unknown,
  allowLocal: boolean,
  closing: AbortSignal,
  resolve = lookup as LookupFunction,
): Promise<Attempt> {
  const lookUp = allowLocal ? resolve : publicOnly(resolve);
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
    return `The webhook redirects to ${to.protocol}//${to.host}: another host is never followed.`;
  }
  return redirects >= mostRedirects ? 'The webhook redirects without end.' : null;
}

/** Answers that the same message would get again; 408 and 429 ask for another try. */
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
      // What it says is of no interest.
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

/** Resolves names as `resolve` does, and refuses those of which an address is local. */
export const publicOnly =
  (resolve: LookupFunction): LookupFunction =>
  (host, options, done) =>
    resolve(host, { ...options, all: true }, (error, answer) => {
      if (error !== null) return done(error, '', 4);
      const found = answer as LookupAddress[];
      const bad = found.find(({ address }) => !isPublicAddress(address));
      if (bad !== undefined) return done(new Error(`${host} (${bad.address}) ${localRefusal}`), '', 4);
      if (options.all) return done(null, found);
      const [first] = found;
      if (first === undefined) return done(new Error(`${host} has no address`), '', 4);
      done(null, first.address, first.family);
    });
