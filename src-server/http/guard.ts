import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import type { RequestHandler } from 'express';
import { permissionDenied } from './error.ts';

/** Styles come from files, or from a `<style>` that carries the nonce of its page; scripts from files alone. */
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

/** What `--host` says to listen on every address. */
export const wildcards: ReadonlySet<string> = new Set(['0.0.0.0', '::', '']);

/**
 * Answers 403 to requests whose Host header names another machine: a web page whose name was rebound to 127.0.0.1 must not
 * reach the management API. Only names can be rebound, so a server told to listen on all addresses takes any IP address.
 * The port is not compared: containers and tunnels map it.
 *
 * The public endpoints are answered before this: they take data from any origin anyway, and containers call them as
 * `host.docker.internal`.
 */
export function knownHost(host: string): RequestHandler {
  const isOwnName = ownNames(host);
  return (request, _response, next) => {
    if (!isRepeated(request) && isOwnName(nameOf(request.headers.host ?? ''))) return next();
    throw permissionDenied(
      `The Host header "${(request.headers.host ?? '').slice(0, 100)}" is not an address of this server.`,
    );
  };
}

/** The one address that the server announces, `http://name:port`, where alone it signs in the browsers of its machine. */
export type OwnAddress = ReturnType<typeof ownAddress>;

export function ownAddress(url: string) {
  const { origin, hostname, port } = new URL(url);
  const isHere = isLoopback(bareName(hostname));
  return {
    origin,
    /**
     * Whether an origin is the port of this server under another loopback name. Another user's program may listen there: to a browser
     * `localhost` is ::1 first, and each address of 127.0.0.0/8 has ports of its own. To a server that listens elsewhere, a loopback
     * name leads through a tunnel.
     */
    isAlias(other: string): boolean {
      const page = URL.parse(other);
      if (!isHere || page === null || other === origin) return false;
      return page.protocol === 'http:' && page.port === port && isLoopback(bareName(page.hostname));
    },
  };
}

function ownNames(host: string): (name: string) => boolean {
  const told = bareName(host);
  const everywhere = wildcards.has(told);
  const own = hostname().toLowerCase();
  const names = new Set([told, ...(isLoopback(told) ? [] : [own, `${own}.local`])]);
  return (name) => name !== '' && (isLoopback(name) || names.has(name) || (everywhere && isIP(name) !== 0));
}

/**
 * Headers of every answer, none of which another origin may embed; answers of the API hold keys and personal data, so nothing may
 * keep them. A page finds the nonce of its styles in `response.locals.nonce`.
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

export function isLoopback(name: string): boolean {
  if (name === 'localhost' || name.endsWith('.localhost') || name === '::1') return true;
  return isIP(name) === 4 && name.startsWith('127.');
}

/** Node keeps the first of several Host headers; whoever stands in front may have read another. */
const isRepeated = ({ headersDistinct }: IncomingMessage) => (headersDistinct.host?.length ?? 0) > 1;

/** `host[:port]` and nothing else: a URL would also take a user, a path or a fragment. */
const hostGrammar = /^(?:\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?$/i;

/** The name in a Host header; empty when it is none, so that links can be built from every host that passes. */
function nameOf(host: string): string {
  const url = hostGrammar.test(host) ? URL.parse(`http://${host}`) : null;
  return url === null ? '' : bareName(url.hostname);
}

/** Lower case, without the brackets of an IPv6 address and the dot of a full name. */
function bareName(host: string): string {
  return host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '');
}
