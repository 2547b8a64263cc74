import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { ApiError } from './error.ts';
import { answer } from './public.ts';

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

/** `http://host` of the absolute form, and the path that follows it. */
const absoluteForm = /^https?:\/\/([^/?#]*)/i;

/**
 * Hands every request on with its target in origin form, so that all routers agree on its path: the absolute form (RFC 9112, 3.2.2)
 * loses its host, which becomes the Host header, and leading slashes become one (an SDK told "http://host/" asks for "//capture/").
 * Anything else that is no path, such as `OPTIONS *`, is a 400.
 */
export function withOriginForm(handle: Handle): Handle {
  return (request, response) => {
    const { url = '' } = request;
    const isPlain = url.startsWith('/') && url[1] !== '/';
    if (isPlain || toOriginForm(request, url)) return handle(request, response);
    const { status, body } = invalidTarget(url);
    answer(response, status, JSON.stringify(body));
  };
}

function toOriginForm(request: IncomingMessage, url: string): boolean {
  const [prefix = '', authority] = absoluteForm.exec(url) ?? [];
  if (authority !== undefined) request.headers.host = authority;
  const path = url.slice(prefix.length);
  request.url = `/${path.replace(/^\/+/, '')}`;
  return authority === undefined ? path.startsWith('/') : path === '' || /^[/?]/.test(path);
}

const invalidTarget = (url: string) =>
  new ApiError(400, {
    type: 'invalid_request',
    code: 'invalid_target',
    detail: `The request target must be a path that starts with "/", such as /capture/; got "${url.slice(0, 100)}".`,
  });

/** Answers what is no HTTP, which no handler ever sees, in the error shape too. */
export function refuseMalformed(error: Error & { code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return;
  const isTooLong = error.code === 'HPE_HEADER_OVERFLOW';
  const body = JSON.stringify({
    type: 'invalid_request',
    code: isTooLong ? 'headers_too_large' : 'malformed_request',
    detail: isTooLong ? 'The request headers must be under 16 KiB in all.' : 'The request is not valid HTTP/1.1.',
  });
  const status = isTooLong ? '431 Request Header Fields Too Large' : '400 Bad Request';
  const head = `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}`;
  socket.end(`${head}\r\n\r\n${body}`);
}
