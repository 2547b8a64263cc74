import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Definition } from './endpoint.ts';

/** An endpoint that SDKs post to from any origin. It works on plain `node:http` objects: in front of Express as well as inside it. */
export type PublicEndpoint = Definition & { take(message: IncomingMessage, response: ServerResponse): void };

/** Finds what takes the requests of a path, with or without the slash at its end. */
export function publicRouter(endpoints: readonly PublicEndpoint[]) {
  const bare = (path: string) => path.replace(/\/$/, '');
  const takers = new Map(endpoints.map(({ path, take }) => [bare(path), take]));
  return (path: string): PublicEndpoint['take'] | undefined => takers.get(bare(path));
}

/** A path and what follows its `?`, '' when nothing does. */
export function splitUrl(url: string): [string, string] {
  const mark = url.indexOf('?');
  return mark < 0 ? [url, ''] : [url.slice(0, mark), url.slice(mark + 1)];
}

/** The address of the client, an IPv4 one without its IPv6 wrapping. */
export const clientIp = (request: IncomingMessage) => (request.socket.remoteAddress ?? '').replace(/^::ffff:/, '');

/** The headers as they were sent, by lower-case name, what came more than once joined: `set-cookie` and `__proto__` are text too. */
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

/** Any origin may read the answers of the public endpoints (decisions 2). */
export function setCors(request: IncomingMessage, response: ServerResponse): void {
  const { origin } = request.headers;
  if (origin === undefined) return;
  response.setHeader('Access-Control-Allow-Origin', origin);
  response.setHeader('Access-Control-Allow-Credentials', 'true');
  // posthog-js looks for it in each answer; the browser logs an error for one that it may not see.
  response.setHeader('Access-Control-Expose-Headers', 'Retry-After');
  response.setHeader('Vary', 'Origin');
}

/** Headers that answer a preflight, also one for a private network. */
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

export function answer(
  response: ServerResponse,
  status: number,
  body: Buffer | string,
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
