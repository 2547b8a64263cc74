import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import type { RequestHandler } from 'express';
import ipaddr from 'ipaddr.js';
import { maxQuoted } from '../core/limits-contract.ts';
import { quoteSent } from '../core/text/quote-sent.ts';
import { permissionDenied } from './error.ts';

/** Allows styles from files or a `<style>` with the page's nonce, and scripts from files only. */
const contentSecurityPolicy = (nonce: string) =>
  [
    "default-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ');

/** Values of `--host` that listen on every address. */
export const wildcards: ReadonlySet<string> = new Set(['0.0.0.0', '::', '']);

/**
 * Answers 403 if the Host header names another machine: a web page whose name was rebound to 127.0.0.1 must not reach the
 * management API. Only names can be rebound, so a server on all addresses accepts any IP address. Ignores the port, which
 * containers and tunnels map. `allowed`: further names of this server (`--allow-host`).
 *
 * The public endpoints come before this: they accept any origin, and containers call them as `host.docker.internal`.
 */
export function knownHost(host: string, allowed: readonly string[] = []): RequestHandler {
  const isOwnName = ownNames(host, allowed);
  return (request, _response, next) => {
    const { host: given = '' } = request.headers;
    const name = isRepeated(request) ? '' : nameOf(given);
    if (isOwnName(name)) return next();
    const hint = name === '' || name.length > maxQuoted ? '' : ` If it is, start the server with --allow-host ${name}.`;
    throw permissionDenied(`The Host header ${quoteSent(given)} is not an address of this server.${hint}`);
  };
}

/** Returns the port of a URL, also one that is not written. */
export const portOf = ({ port, protocol }: URL): string => port || (protocol === 'https:' ? '443' : '80');

/** Reports whether a text is a host name or an address, without a port. */
export const isHostName = (text: string): boolean => nameOf(text) !== '' && nameOf(text) === bareName(text);

/** The announced address, `http://name:port`, the only one where browsers of this machine sign in. */
export type OwnAddress = ReturnType<typeof ownAddress>;

export function ownAddress(url: string) {
  const { origin, hostname, port } = new URL(url);
  const isHere = isLoopback(bareName(hostname));
  return {
    origin,
    /**
     * Reports whether an origin is this port under another loopback name. Another user's program may listen there: browsers
     * resolve `localhost` to ::1 first, and each address of 127.0.0.0/8 has its own ports. For a server elsewhere, a loopback
     * name is a tunnel.
     */
    isAlias(other: string): boolean {
      const page = URL.parse(other);
      if (!isHere || page === null || other === origin) return false;
      return page.protocol === 'http:' && page.port === port && isLoopback(bareName(page.hostname));
    },
  };
}

function ownNames(host: string, allowed: readonly string[]): (name: string) => boolean {
  const told = bareName(host);
  const everywhere = wildcards.has(told);
  const own = hostname().toLowerCase();
  const names = new Set([told, ...(isLoopback(told) ? [] : [own, `${own}.local`]), ...allowed.map(bareName)]);
  return (name) => name !== '' && (isLoopback(name) || names.has(name) || (everywhere && isIP(name) !== 0));
}

/**
 * Sets the headers of every answer. No other origin may embed it, and answers of the API are not cached, as they hold keys and
 * personal data. `response.locals.nonce` is the nonce of a page's styles.
 */
export function securityHeaders(): RequestHandler {
  return (request, response, next) => {
    const nonce = randomBytes(16).toString('base64');
    response.locals.nonce = nonce;
    response.set({
      'Content-Security-Policy': contentSecurityPolicy(nonce),
      'X-Content-Type-Options': 'nosniff',
      'X-Frame-Options': 'DENY',
      'Referrer-Policy': 'no-referrer',
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    });
    if (request.path.startsWith('/api/')) response.set('Cache-Control', 'no-store');
    next();
  };
}

/** Also of an IPv4 address as IPv6: `::ffff:127.0.0.1`, which URLs have as `::ffff:7f00:1`. */
export function isLoopback(name: string): boolean {
  if (name === 'localhost' || name.endsWith('.localhost')) return true;
  return isIP(name) !== 0 && ipaddr.process(name).range() === 'loopback';
}

/** Node keeps the first of several Host headers; a proxy may have read another. */
const isRepeated = ({ headersDistinct }: IncomingMessage) => (headersDistinct.host?.length ?? 0) > 1;

/** `host[:port]` only: a URL would also accept a user, path or fragment. */
const hostGrammar = /^(?:\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?$/i;

/** Returns the name in a Host header, or '' if it is invalid. */
function nameOf(host: string): string {
  const url = hostGrammar.test(host) ? URL.parse(`http://${host}`) : null;
  return url === null ? '' : bareName(url.hostname);
}

/** Lower-cases a host and strips IPv6 brackets and the trailing dot. */
export function bareName(host: string): string {
  return host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '');
}
