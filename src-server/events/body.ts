import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { requestTooLarge, validationError } from '../http/error.ts';
import { maskPersonalKeys } from './normalize.ts';

/** How long, in ms, and how many bytes of a body that is too large are still read, so that its sender sees the answer. */
const drain = { milliseconds: 5000, bytes: 200 * 1024 * 1024 };

/** Bytes of a body that the inspector keeps. */
const keptBytes = 64 * 1024;

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

/** What the inspector keeps of a body: its text where there is one, personal keys masked, else its bytes as base64. */
export function keepBody(body: Buffer, text: string | undefined) {
  const plain = text ?? (isUtf8(body) ? body.toString('utf8', 0, keptBytes) : undefined);
  if (plain === undefined) {
    const kept = body.subarray(0, keptBytes).toString('base64');
    return { body: kept, bodyEncoding: 'base64' as const, bodyTruncated: body.length > keptBytes };
  }
  const isLong = plain.length > keptBytes || (text === undefined && body.length > keptBytes);
  const kept = maskPersonalKeys(plain.length > keptBytes ? plain.slice(0, keptBytes) : plain);
  return { body: kept, bodyEncoding: 'utf8' as const, bodyTruncated: isLong };
}
