import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import { isDatabaseError } from '../../core/errors/database-error.ts';
import { bodyTextBytes } from '../../core/limits-contract.ts';
import { maskKeys } from '../../core/mask-keys.ts';
import type { Turns } from '../../core/turns.ts';
import type { Writer } from '../../database/writer.ts';
import { maxStoredBytes } from '../../events/contract.ts';
import type { RequestBodies } from '../../events/requests/request-bodies.ts';
import type { PublicRequest } from './request-row.ts';

/** Bytes of a part; masking one takes a few milliseconds. */
const partBytes = 512 * 1024;
/** Maximum bytes waiting to be compressed. Beyond that, only the part in the request log is kept. */
const maxWaitingBytes = 32 * 1024 * 1024;
const deflateAsync = promisify(deflate);

type Parts = { writer: Writer; bodies: RequestBodies; turns: Turns; report(error: unknown): void };

/** Stores bodies that are too long for the request log, after their requests are answered. */
export class WholeBodies {
  readonly #parts: Parts;
  /** Settles when earlier bodies are stored; they are compressed one at a time. */
  #last: Promise<void> = Promise.resolve();
  #waitingBytes = 0;
  #isClosing = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Stops; discards unwritten bodies. */
  async close(): Promise<void> {
    this.#isClosing = true;
    await this.#last;
  }

  /**
   * Stores the whole body in the background, only if it is JSON: other text may hide a key from masking. Calls `done` when it no
   * longer reads the body.
   */
  keep({ decoded, logId, projectId }: PublicRequest, done: () => void): void {
    const text = decoded?.text;
    const isLong = text !== undefined && text.length > maxStoredBytes;
    const isLogged = logId !== undefined && projectId !== undefined;
    if (!isLong || !isLogged || this.#isClosing || this.#waitingBytes + text.length > maxWaitingBytes) {
      done();
      return;
    }
    this.#waitingBytes += text.length;
    this.#last = this.#last
      .then(() => this.#write(text, projectId, logId))
      .catch((error) => {
        if (!isDatabaseError(error)) this.#parts.report(error);
      })
      .finally(() => {
        this.#waitingBytes -= text.length;
        done();
      });
  }

  /** Writes the parts, the first one last: its presence means the body is complete. */
  async #write(text: Buffer, projectId: number, requestId: number): Promise<void> {
    const { writer, bodies, turns } = this.#parts;
    for (const [part, bytes] of [...partsOf(text, partBytes).entries()].toReversed()) {
      await turns.next();
      if (this.#isClosing) return;
      const body = await deflateAsync(withoutKeys(bytes), { level: 1 });
      if (this.#isClosing) return;
      await writer.runInBulk(() => bodies.add({ projectId, requestId, part, body }));
    }
  }
}

/** Masks keys; without one it returns the same bytes, as a copy of each part took a twentieth of a batch. */
function withoutKeys(bytes: Buffer): Buffer {
  const pieces = partsOf(bytes, bodyTextBytes);
  const masked = pieces.map((piece) => {
    const text = piece.toString();
    const own = maskKeys(text);
    return own === text ? piece : Buffer.from(own);
  });
  return masked.every((piece, index) => piece === pieces[index]) ? bytes : Buffer.concat(masked);
}

function partsOf(text: Buffer, bytes: number): Buffer[] {
  const parts: Buffer[] = [];
  for (let start = 0; start < text.length; ) {
    const end = cutAfter(text, start + bytes);
    parts.push(text.subarray(start, end));
    start = end;
  }
  return parts;
}

/** Bytes that no encoded key and no multi-byte character contains. */
const separators = new Set(Buffer.from(' ",:{}[]'));

/** Returns the first position from `at` on that cuts neither a key nor a character. */
function cutAfter(text: Buffer, at: number): number {
  for (let end = at; end < text.length; end += 1) if (separators.has(text[end - 1] ?? 0)) return end;
  return text.length;
}
