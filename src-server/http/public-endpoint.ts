import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Definition } from './endpoint.ts';

/** An endpoint that SDKs post to from any origin. Uses plain `node:http` objects, so it works before Express and inside it. */
export type PublicEndpoint = Definition & { take(message: IncomingMessage, response: ServerResponse): void };

/** Finds the endpoint of a path, with or without the slash at its end. */
export function publicRouter<Known extends PublicEndpoint>(endpoints: readonly Known[]) {
  const bare = (path: string) => path.replace(/\/$/, '');
  const known = new Map(endpoints.map((one) => [bare(one.path), one]));
  return (path: string): Known | undefined => known.get(bare(path));
}

/** Splits a URL into its path and its query, without the `?`. */
export function splitUrl(url: string): [string, string] {
  const mark = url.indexOf('?');
  return mark < 0 ? [url, ''] : [url.slice(0, mark), url.slice(mark + 1)];
}

/** Returns the client's address; IPv4 without the IPv6 prefix. */
export const clientIp = (request: IncomingMessage) => (request.socket.remoteAddress ?? '').replace(/^::ffff:/, '');

/**
 * Returns all headers as sent, by lower-case name; repeated ones are joined. Unlike `headers`, keeps `set-cookie` and `__proto__`
 * as text.
 */
export function headersOf({ rawHeaders }: IncomingMessage): Record<string, string> {
  const headers = new Map<string, string>();
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] ?? '').toLowerCase();
    const value = rawHeaders[index + 1] ?? '';
    const before = headers.get(name);
    headers.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  return Object.fromEntries(headers);
}

/** Allows any origin to read the answers of public endpoints. */
export function setCors(request: IncomingMessage, response: ServerResponse): void {
  const { origin } = request.headers;
  if (origin === undefined) return;
  response.setHeader('Access-Control-Allow-Origin', origin);
  response.setHeader('Access-Control-Allow-Credentials', 'true');
  // posthog-js reads this header; browsers log an error if it is not exposed.
  response.setHeader('Access-Control-Expose-Headers', 'Retry-After');
  response.setHeader('Vary', 'Origin');
}

/** Returns the headers of a preflight answer, also for private networks. */
export function preflight(request: IncomingMessage): Record<string, string> {
  const asked = request.headers['access-control-request-headers'];
  const isPrivate = request.headers['access-control-request-private-network'] === 'true';
  return {
    'Access-Control-Allow-Methods': 'GET, POST, OPTIONS',
    'Access-Control-Max-Age': '600',
    ...(asked === undefined ? {} : { 'Access-Control-Allow-Headers': asked }),
    ...(isPrivate ? { 'Access-Control-Allow-Private-Network': 'true' } : {}),
  };
}

/** Sends an answer. The body is text, which Node writes together with the headers; bytes would cost a fifth more time. */
export function answer(
  response: ServerResponse,
  status: number,
  body: string,
  headers: Record<string, string> = {},
): void {
  response
    .writeHead(status, {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
      'X-Content-Type-Options': 'nosniff',
      ...headers,
    })
    .end(body);
}
