import { type LookupAddress, lookup } from 'node:dns';
import { type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** What became of one attempt: `error` null means delivered. `isFinal`: another try would end the same. */
export type Attempt = { statusCode: number | null; error: string | null; isFinal: boolean };

const resolve = lookup as LookupFunction;
const timeoutMs = 10_000;
const mostRedirects = 3;

/** Addresses of this machine and of private networks (RFC 1918, 4193, 6598, 6890): none that a chat is reached by. */
const local = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  local.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of [
  ['::', 127],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  local.addSubnet(network, prefix, 'ipv6');

/** IPv4 inside IPv6 (`::ffff:…`) is looked up as what it is by BlockList itself. */
const isLocal = (address: string): boolean => local.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

const localRefusal = 'is an address of this machine or of a private network, which the settings do not allow';

/** Why a webhook URL cannot be used, as a sentence; null when it can. Names are only known when they are resolved. */
export function urlProblem(text: string, allowLocal: boolean): string | null {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return 'An https URL is required.';
  if (url.username !== '' || url.password !== '') return 'A URL with a user name or password cannot be used.';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isOfMachine = host === 'localhost' || host.endsWith('.localhost') || (isIP(host) !== 0 && isLocal(host));
  if (isOfMachine && !allowLocal) return `${host} ${localRefusal}.`;
  if (url.protocol === 'http:' && !isOfMachine) return 'Only https can be used, but to this machine.';
  return null;
}

/**
 * Posts JSON, and follows a redirect to the same host only. A refused or failed attempt is an answer, never an error. Addresses
 * are checked when the name is resolved, so that no name can lead to this machine.
 */
export async function postJson(
  url: string,
  body: unknown,
  allowLocal: boolean,
  closing: AbortSignal,
): Promise<Attempt> {
  const problem = urlProblem(url, allowLocal);
  if (problem !== null) return { statusCode: null, error: problem, isFinal: true };
  const text = JSON.stringify(body);
  let target = new URL(url);
  for (let redirects = 0; ; redirects++) {
    const answer = await post(target, text, allowLocal, closing).catch((error: Error) => error);
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

function post(url: URL, text: string, allowLocal: boolean, closing: AbortSignal): Promise<Answer> {
  const options: RequestOptions = {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(text),
      'User-Agent': 'Benchtop',
    },
    lookup: allowLocal ? resolve : publicOnly(resolve),
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
      const bad = found.find(({ address }) => isLocal(address));
      if (bad !== undefined) return done(new Error(`${host} (${bad.address}) ${localRefusal}`), '', 4);
      if (options.all) return done(null, found);
      const [first] = found;
      if (first === undefined) return done(new Error(`${host} has no address`), '', 4);
      done(null, first.address, first.family);
    });
