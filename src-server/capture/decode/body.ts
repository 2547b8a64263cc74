import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import { holdsKeyInBase64, maskKeys } from '../../core/mask-keys.ts';
import { cutText } from '../../core/text/cut-text.ts';
import { maxStoredBytes } from '../../events/contract.ts';

/** Characters read past the limit: the longest encoding of a key, 64 escaped characters. */
const overlap = 1024;

/** `text`: the decompressed body; undefined on failure. `isRead`: it is JSON. `isPacked`: the request declares compression. */
type Decompressed = { text: Buffer | undefined; isRead: boolean; isPacked: boolean };

/**
 * Returns the body to keep for the inspector, with secret keys masked. Returns only a hash for a body that could not be
 * decompressed, or that is no JSON and may be packed once more, since a key in it cannot be masked.
 */
export function keepBody(body: Buffer, { text, isRead, isPacked }: Decompressed) {
  const plain = plainStart(body, { text, isRead, isPacked });
  if (plain === undefined) {
    return { body: hash('sha256', body), bodyEncoding: 'sha256' as const, bodyTruncated: false };
  }
  // Masked before it is cut, so that no partial key remains.
  const kept = cutText(maskKeys(plain), maxStoredBytes);
  return { body: kept, bodyEncoding: 'utf8' as const, bodyTruncated: (text ?? body).length > maxStoredBytes };
}

function plainStart(body: Buffer, { text, isRead, isPacked }: Decompressed): string | undefined {
  if (text === undefined) return isPacked ? undefined : readableStart(body);
  return isRead ? startOf(text) : readableStart(text);
}

/** Returns the start of a text body without keys in base64. */
function readableStart(body: Buffer): string | undefined {
  if (!isUtf8(body) || body.includes(0)) return undefined;
  const text = startOf(body);
  const isPackedForm = /(?:^|&)compression=/.test(text);
  return isPackedForm || holdsKeyInBase64(text) ? undefined : text;
}

const startOf = (text: Buffer) => text.toString('utf8', 0, maxStoredBytes + overlap);
