import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { holdsKeyInBase64, maskKeys } from '../core/mask-keys.ts';
import { requestTooLarge, validationError } from '../http/error.ts';

/** How long, in ms, and how many bytes of a body that is too large are still read, so that its sender sees the answer. */
const drain = { milliseconds: 5000, bytes: 200 * 1024 * 1024 };

/** Bytes of a body that the inspector keeps. */
const keptBytes = 64 * 1024;
/** Characters read beyond them: the longest writing of a key that is masked whole, 64 characters in escapes. */
const overlap = 1024;

/** Reads a whole body that must stay under `limit` bytes; throws 413, or 400 when the client goes away before its end. */
export function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  const declared = Number(request.headers['content-length'] ?? 0);
  return new Promise((resolve, reject) => {
    let chunks: Buffer[] = [];
    let size = 0;
    let timer: NodeJS.Timeout | undefined;
    const refuse = () => {
      clearTimeout(timer);
      reject(requestTooLarge(limit));
    };
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size < limit && declared < limit) {
        chunks.push(chunk);
        return;
      }
      chunks = [];
      timer ??= setTimeout(refuse, drain.milliseconds);
      if (size > drain.bytes) refuse();
    });
    request.on('end', () => {
      if (size >= limit) return refuse();
      resolve(chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks));
    });
    request.on('close', () => {
      clearTimeout(timer);
      if (!request.complete)
        reject(validationError('invalid_payload', 'Malformed request data: the body ended early.'));
    });
  });
}

/**
 * What the inspector keeps of a body: the text that was read from it, or that it is, with secret keys masked. Of one that could
 * not be unpacked only its hash: a key in it cannot be masked. `isPacked`: the request says that the body is compressed.
 */
export function keepBody(body: Buffer, text: string | undefined, isPacked: boolean) {
  const plain = text ?? (isPacked ? undefined : readableStart(body));
  if (plain === undefined) {
    return { body: hash('sha256', body), bodyEncoding: 'sha256' as const, bodyTruncated: false };
  }
  const isLong = plain.length > keptBytes || (text === undefined && body.length > keptBytes);
  // Masked before it is cut, so that no part of a key is left at the end.
  const kept = maskKeys(plain.slice(0, keptBytes + overlap)).slice(0, keptBytes);
  return { body: kept, bodyEncoding: 'utf8' as const, bodyTruncated: isLong };
}

/** The start of a body that is text, with no key hidden in it as base64. */
function readableStart(body: Buffer): string | undefined {
  if (!isUtf8(body) || body.includes(0)) return undefined;
  const text = body.toString('utf8', 0, keptBytes + overlap);
  const isPackedForm = /(?:^|&)compression=/.test(text);
  return isPackedForm || holdsKeyInBase64(text) ? undefined : text;
}
