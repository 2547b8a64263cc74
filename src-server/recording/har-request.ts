import { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { headersOf } from '../http/public-endpoint.ts';
import type { HarEntry } from './har-contract.ts';
import type { HarSkipReason } from './har-import-contract.ts';

type HarRequest = HarEntry['request'];

/**
 * Makes the message of a recorded request that a server handles. `socket`: of the import, whose client becomes the message's
 * client.
 */
export function incomingMessageOf({ method, url, headers, postData }: HarRequest, socket: Socket): IncomingMessage {
  const message = new IncomingMessage(socket);
  const { pathname, search } = new URL(url);
  message.method = method.toUpperCase();
  message.url = pathname + search;
  // HTTP/2 headers such as ":path".
  const ofHttp1 = headers.filter(({ name }) => !name.startsWith(':'));
  message.rawHeaders = ofHttp1.flatMap(({ name, value }) => [name, value]);
  const hasType = ofHttp1.some(({ name }) => name.toLowerCase() === 'content-type');
  if (!hasType && postData?.mimeType) message.rawHeaders.push('Content-Type', postData.mimeType);
  // Node only reads them from the wire.
  Object.assign(message.headers, headersOf(message));
  return message;
}

/** Returns the bytes of the body as they were sent, or why they are not in the recording. */
export function bodyOf(request: HarRequest): Buffer | Extract<HarSkipReason, `body_${string}`> {
  const { text, encoding, params } = request.postData ?? {};
  if (!text) {
    if (params !== undefined && params.length > 0) return formOf(params);
    return isBodyMissing(request) ? 'body_missing' : Buffer.alloc(0);
  }
  if (encoding === 'base64') return Buffer.from(text, 'base64');
  if (!text.startsWith('\u001f')) return Buffer.from(text);
  // Gzip. Some tools write a character per byte; others, such as Playwright, decode UTF-8, which loses bytes.
  return isLatin1(text) ? Buffer.from(text, 'latin1') : 'body_damaged';
}

function isBodyMissing({ method, bodySize, headers, postData }: HarRequest): boolean {
  const length = headers.find(({ name }) => name.toLowerCase() === 'content-length')?.value;
  if (length !== undefined) return Number(length) > 0;
  // Chrome writes 0 for a body that it lacks.
  return bodySize > 0 || (postData?.text === undefined && method.toUpperCase() === 'POST');
}

const isLatin1 = (text: string) => Buffer.from(text, 'latin1').toString('latin1') === text;

const formOf = (params: { name: string; value?: string | undefined }[]) =>
  Buffer.from(new URLSearchParams(params.map(({ name, value = '' }): [string, string] => [name, value])).toString());
