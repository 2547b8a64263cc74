import { type LookupAddress, lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { bareName, isLoopback } from '../guard.ts';
import { isPublicAddress } from './addresses.ts';
import { allowLocalLabel } from './allow-local-contract.ts';

const localRefusal = `is a local, private or reserved address, not allowed unless “${allowLocalLabel}” (\`allow_local\`) is on`;

/**
 * Returns why nothing may be sent to a URL, or null. `what` names it in the sentence: "webhook URL". Host names are checked
 * later, when they resolve.
 */
export function addressProblem(text: string, allowLocal: boolean, what: string): string | null {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    return `The ${what} must start with "https://".`;
  if (url.username !== '' || url.password !== '') return `The ${what} must not contain a user name or password.`;
  const host = bareName(url.hostname);
  const isLocal = isLoopback(host) || (isIP(host) !== 0 && !isPublicAddress(host));
  if (isLocal && !allowLocal) return `${host} ${localRefusal}.`;
  if (url.protocol === 'http:' && !isLocal)
    return 'Use https; http is allowed only for localhost and private IP addresses.';
  return null;
}

/** Resolves names, and refuses those with a local address unless these are allowed. */
export const lookupFor = (allowLocal: boolean, resolve = lookup as LookupFunction): LookupFunction =>
  allowLocal ? resolve : publicOnly(resolve);

const publicOnly =
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
