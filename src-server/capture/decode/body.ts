import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import { cutText } from '../../core/cut-text.ts';
import { holdsKeyInBase64, maskKeys } from '../../core/mask-keys.ts';

/** Bytes of a body that the inspector keeps. */
const keptBytes = 64 * 1024;
/** Characters read beyond them: the longest writing of a key that is masked whole, 64 characters in escapes. */
const overlap = 1024;

/**
 * What the inspector keeps of a body: the text that was read from it, or that it is, with secret keys masked. Of one that could
 * not be unpacked only its hash: a key in it cannot be masked. `isPacked`: the request says that the body is compressed.
 */
export function keepBody(body: Buffer, text: Buffer | undefined, isPacked: boolean) {
  const plain = text === undefined ? (isPacked ? undefined : readableStart(body)) : startOf(text);
  if (plain === undefined) {
    return { body: hash('sha256', body), bodyEncoding: 'sha256' as const, bodyTruncated: false };
  }
  // Masked before it is cut, so that no part of a key is left at the end.
  const kept = cutText(maskKeys(plain), keptBytes);
  return { body: kept, bodyEncoding: 'utf8' as const, bodyTruncated: (text ?? body).length > keptBytes };
}

/** The start of a body that is text, with no key hidden in it as base64. */
function readableStart(body: Buffer): string | undefined {
  if (!isUtf8(body) || body.includes(0)) return undefined;
  const text = startOf(body);
  const isPackedForm = /(?:^|&)compression=/.test(text);
  return isPackedForm || holdsKeyInBase64(text) ? undefined : text;
}

const startOf = (text: Buffer) => text.toString('utf8', 0, keptBytes + overlap);
