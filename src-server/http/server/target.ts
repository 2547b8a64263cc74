import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { ApiError, methodNotAllowed } from '../error.ts';
import { answer } from '../public-endpoint.ts';

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
  const code = isTooLong ? 'headers_too_large' : 'malformed_request';
  const detail = isTooLong ? 'The request headers must be under 16 KiB in all.' : 'The request is not valid HTTP/1.1.';
  writeError(socket, new ApiError(isTooLong ? 431 : 400, { type: 'invalid_request', code, detail }));
}

/** Node hands on a CONNECT as a bare socket, which is then watched by nobody else. */
export function refuseConnect(_request: IncomingMessage, socket: Duplex): void {
  socket.on('error', () => {}).once('finish', () => socket.destroy());
  writeError(socket, methodNotAllowed('CONNECT', 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'));
}

/** An `Expect` other than `100-continue`, which Node would answer without a body. */
export function refuseExpectation({ headers }: IncomingMessage, response: ServerResponse): void {
  const detail = `The Expect header must be "100-continue" or left out; got "${headers.expect?.slice(0, 100)}".`;
  const { status, body } = new ApiError(417, { type: 'invalid_request', code: 'expectation_failed', detail });
  answer(response, status, JSON.stringify(body), { Connection: 'close' });
}

/** Answers where Node has no response to write to, and ends the connection. */
function writeError(socket: Duplex, { status, body, headers }: ApiError): void {
  const text = JSON.stringify(body);
  const lines = Object.entries({
    Connection: 'close',
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${text}`);
}
