import type { IncomingMessage } from 'node:http';
import type { Hold } from '../core/byte-budget.ts';
import { bodyPace, requestMemory } from '../core/limits.ts';
import { bodyTimeout, requestTooLarge, validationError } from './error.ts';
import type { RequestMemory } from './request-memory.ts';

/** How long, in ms, and how many bytes of a body that is refused are still read, so that its sender sees the answer. */
const drain = { milliseconds: 5000, bytes: 200 * 1024 * 1024 };

/** The caller releases `hold` when nothing needs the bytes anymore. */
export type ReceivedBody = { bytes: Buffer; hold: Hold };

/** What a small body holds before its first byte. */
const firstHold = 512;

/**
 * Reads a whole body that must stay under `limit` bytes. Room for all of a large one is taken before its first byte is read, so
 * that bodies that are half received never wait for each other; a small one holds what has arrived, as a length that is only
 * announced must not keep others out. Throws 413; 503 when there is no room; 408 when the body stops
 * arriving; 400 when the client goes away before its end.
 */
export async function readBody(request: IncomingMessage, limit: number, memory: RequestMemory): Promise<ReceivedBody> {
  const length = request.headers['content-length'];
  const declared = length === undefined ? undefined : Number(length);
  if (declared !== undefined && declared >= limit) {
    await discard(request);
    throw requestTooLarge(limit);
  }
  let hold: Hold | undefined;
  try {
    const isLarge = declared !== undefined && declared > requestMemory.smallBody;
    hold = await memory.body(isLarge ? declared : firstHold);
    const body = new IncomingBody(request, isLarge ? declared : undefined, hold);
    // Without a length, a body that is no longer small may become as large as any.
    if ((await body.receive(declared ?? requestMemory.smallBody)) === 'more') {
      hold.release();
      hold = undefined;
      hold = await memory.body(limit);
      if ((await body.receive(limit - 1)) === 'more') {
        await discard(request);
        throw requestTooLarge(limit);
      }
    }
    const bytes = body.bytes();
    hold.resize(bytes.length);
    return { bytes, hold };
  } catch (error) {
    hold?.release();
    void discard(request).then(() => request.complete || request.destroy());
    throw error;
  }
}

/** Reads on without keeping anything; settles at the end, or when it has been enough. */
function discard(request: IncomingMessage): Promise<void> {
  if (request.complete || request.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    let size = 0;
    const timer = setTimeout(resolve, drain.milliseconds);
    const done = () => {
      clearTimeout(timer);
      resolve();
    };
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > drain.bytes) done();
    });
    request.on('end', done).on('close', done).resume();
  });
}

/** A body on its way in; it rests whenever nobody receives it. */
class IncomingBody {
  readonly #request: IncomingMessage;
  /** Of a large body whose length is known: filled as it comes, so that it never exists twice. */
  readonly #whole: Buffer | undefined;
  readonly #parts: Buffer[] = [];
  readonly #hold: Hold;
  #size = 0;

  /** `length` of a large body where it is known; else `hold` grows with what arrives, as long as the body is small. */
  constructor(request: IncomingMessage, length: number | undefined, hold: Hold) {
    this.#request = request;
    this.#hold = hold;
    if (length !== undefined) this.#whole = Buffer.allocUnsafeSlow(length);
  }

  /** Settles at the end of the body, or with `more` once it is longer than `most` bytes. */
  receive(most: number): Promise<'end' | 'more'> {
    const request = this.#request;
    return new Promise((resolve, reject) => {
      let before = this.#size;
      const pace = setInterval(() => {
        // So a small body has this long for all of it.
        if (this.#size - before < bodyPace.bytes) settle(() => reject(bodyTimeout()));
        before = this.#size;
      }, bodyPace.withinMs);
      const settle = (tell: () => void) => {
        clearInterval(pace);
        request.off('data', data).off('end', end).off('close', close);
        tell();
      };
      const data = (chunk: Buffer) => {
        this.#keep(chunk);
        if (this.#size <= most) return;
        request.pause();
        settle(() => resolve('more'));
      };
      const end = () => settle(() => resolve('end'));
      const close = () => settle(() => reject(endedEarly()));
      if (request.destroyed) close();
      else request.on('data', data).on('end', end).on('close', close).resume();
    });
  }

  #keep(chunk: Buffer): void {
    if (this.#whole === undefined) this.#parts.push(chunk);
    else chunk.copy(this.#whole, this.#size);
    this.#size += chunk.length;
    if (this.#whole === undefined && this.#size <= requestMemory.smallBody) this.#hold.resize(this.#size + firstHold);
  }

  bytes(): Buffer {
    if (this.#whole !== undefined) return this.#whole;
    const [only] = this.#parts;
    return this.#parts.length === 1 && only !== undefined ? only : Buffer.concat(this.#parts);
  }
}

const endedEarly = () => validationError('invalid_payload', 'Malformed request data: the body ended early.');
