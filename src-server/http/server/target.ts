import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { quoteSent } from '../../core/text/quote-sent.ts';
import { ApiError, methodNotAllowed } from '../error.ts';
import { answer } from '../public-endpoint.ts';
import { type Handle, openResponse } from './in-turn.ts';

const absoluteForm = /^https?:\/\/([^/?#]*)/i;

/**
 * Rewrites request targets to origin form, so that all routers see the same path. The host of an absolute form (RFC 9112, 3.2.2)
 * becomes the Host header; leading slashes become one (an SDK given "http://host/" requests "//capture/"). Answers 400 for other
 * targets, such as `OPTIONS *`.
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
    detail: `The request target must be a path that starts with "/", such as /capture/; got ${quoteSent(url)}.`,
  });

/** `rawPacket`: the bytes that are no HTTP. */
export type MalformedError = Error & { code?: string; rawPacket?: Buffer };

/** Reports whether a client began a TLS handshake, as with an `https` address of this server. */
export const isTls = ({ rawPacket }: MalformedError): boolean => rawPacket?.[0] === 0x16 && rawPacket[1] === 3;

/**
 * Answers invalid HTTP, which never reaches a handler, in the error shape. After a whole request that is not answered yet, only the
 * connection ends: the client would take the error for the answer to that request.
 */
export function refuseMalformed(error: MalformedError, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return;
  const response = openResponse(socket);
  if (response !== undefined) {
    response.shouldKeepAlive = false;
    return;
  }
  const isTooLong = error.code === 'HPE_HEADER_OVERFLOW';
  const code = isTooLong ? 'headers_too_large' : 'malformed_request';
  const detail = isTooLong ? 'The request headers must be under 16 KiB in all.' : 'The request is not valid HTTP/1.1.';
  writeError(socket, new ApiError(isTooLong ? 431 : 400, { type: 'invalid_request', code, detail }));
}

/** Answers CONNECT with 405; Node passes it on as a bare socket without listeners. */
export function refuseConnect(_request: IncomingMessage, socket: Duplex): void {
  socket.on('error', () => {}).once('finish', () => socket.destroy());
  writeError(socket, methodNotAllowed('CONNECT', 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'));
}

/** Answers an `Expect` other than `100-continue`, for which Node would send no body. */
export function refuseExpectation({ headers }: IncomingMessage, response: ServerResponse): void {
  const detail = `The Expect header must be "100-continue" or omitted; got ${quoteSent(headers.expect)}.`;
  const { status, body } = new ApiError(417, { type: 'invalid_request', code: 'expectation_failed', detail });
  answer(response, status, JSON.stringify(body), { Connection: 'close' });
}

/** Writes an answer to a bare socket and closes it. */
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
