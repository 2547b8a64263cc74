import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import { isIP, type LookupFunction, Socket } from 'node:net';

/**
 * Keeps a process on this machine: importing this file refuses and records every connection beyond loopback, and every DNS query.
 * Vitest loads it into each test file (`vitest-setup.ts`), the torture runs into each server process (`node --import`).
 */
export const outsideAttempts: string[] = [];

const isLoopback = (address: string) => /^127\.|^::1$|^::ffff:127\./i.test(address);
const isLocalName = (name: string) => /^(?:.+\.)?localhost\.?$/i.test(name);

/** The line that a process prints for each attempt. */
export const outsideMark = 'Refused to leave this machine:';

function refuse(what: string): NodeJS.ErrnoException {
  outsideAttempts.push(what);
  process.stderr.write(`${outsideMark} ${what}\n`);
  return Object.assign(new Error(`${outsideMark} ${what}`), { code: 'EACCES' });
}

type Target = { host?: string; path?: string | null; lookup?: LookupFunction };

/** Runs the caller's lookup, and refuses a result that is not loopback. */
function guardedLookup(own: LookupFunction): LookupFunction {
  return (name, options, done) =>
    own(name, options, (error, address, family) => {
      const addresses = error ? [] : typeof address === 'string' ? [address] : address.map((found) => found.address);
      const outside = addresses.find((found) => !isLoopback(found));
      if (outside === undefined) done(error, address, family);
      else done(refuse(`connect to ${name} (${outside})`), '');
    });
}

const connect = Socket.prototype.connect;
Socket.prototype.connect = function (this: Socket, ...args: unknown[]) {
  // `net.connect` passes its arguments as one normalized array.
  const [first, second] = (Array.isArray(args[0]) ? args[0] : args) as unknown[];
  const target = (typeof first === 'object' && first !== null ? first : {}) as Target;
  const host = target.host ?? (typeof first === 'number' && typeof second === 'string' ? second : 'localhost');
  if (!target.path && isIP(host) > 0 && !isLoopback(host)) {
    this.destroy(refuse(`connect to ${host}`));
    return this;
  }
  if (target.lookup !== undefined) target.lookup = guardedLookup(target.lookup);
  return Reflect.apply(connect, this, args);
} as typeof connect;

const lookup = dns.lookup;
dns.lookup = Object.assign((name: string, ...rest: unknown[]) => {
  if (isIP(name) > 0 || isLocalName(name)) return Reflect.apply(lookup, dns, [name, ...rest]);
  const done = rest.at(-1) as (error: Error) => void;
  const error = refuse(`look up ${name}`);
  process.nextTick(() => done(error));
}, lookup) as typeof lookup;

const lookupPromise = dns.promises.lookup;
dns.promises.lookup = (async (name: string, options: dns.LookupOptions) => {
  if (isIP(name) > 0 || isLocalName(name)) return lookupPromise(name, options);
  throw refuse(`look up ${name}`);
}) as typeof lookupPromise;

/** These always query DNS. */
for (const resolver of [dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype]) {
  for (const name of Object.getOwnPropertyNames(resolver).filter((key) => /^(?:resolve|reverse)/.test(key))) {
    Reflect.set(resolver, name, (question: string) => {
      throw refuse(`${name} ${question}`);
    });
  }
}
syncBuiltinESMExports();
