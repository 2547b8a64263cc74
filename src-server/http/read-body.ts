import type { IncomingMessage } from 'node:http';
import type { Hold } from '../core/byte-budget.ts';
import { bodyPace, requestMemory } from '../core/limits-contract.ts';
import { bodyTimeout, malformed, requestTooLarge } from './error.ts';
import type { RequestMemory } from './request-memory.ts';

/** How much of a refused body is still read, so that its sender receives the answer. */
const drain = { milliseconds: 5000, bytes: 200 * 1024 * 1024 };

/** Release `hold` when the bytes are no longer needed. */
export type ReceivedBody = { bytes: Buffer; hold: Hold };

/** Bytes held for a small body before it arrives. */
const firstHold = 512;

/**
 * Reads a whole body under `limit` bytes. Takes room for a large one before its first byte, so that half-received bodies never
 * wait for each other. A small one holds only what has arrived, so that an announced length blocks no one. Throws 413; 503
 * without room; 408 when the body stops arriving; 400 when the client disconnects.
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
    // Most small bodies arrive with their head: no listeners, no timer, and no events of a stream that ends, a fifth of a decide.
    if (request.readableLength > 0 && request.readableLength === declared && !request.destroyed) {
      const bytes: Buffer = request.read();
      hold.resize(bytes.length);
      return { bytes, hold };
    }
    const body = new IncomingBody(request, isLarge ? declared : undefined, hold);
    // A body without a length may grow to the limit.
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

/** Discards the rest; settles at its end or at a limit. */
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

/** A body that is arriving; paused while nobody receives it. */
class IncomingBody {
  readonly #request: IncomingMessage;
  /** A large body of known length: filled as it arrives, so that it is not in memory twice. */
  readonly #whole: Buffer | undefined;
  readonly #parts: Buffer[] = [];
  readonly #hold: Hold;
  #size = 0;

  /** Creates the reader of a body. `length` is set for a large one; else `hold` grows with the arriving bytes. */
  constructor(request: IncomingMessage, length: number | undefined, hold: Hold) {
    this.#request = request;
    this.#hold = hold;
    if (length !== undefined) this.#whole = Buffer.allocUnsafeSlow(length);
  }

  /** Settles with `end`, or with `more` once the body exceeds `maxBytes` bytes. */
  receive(maxBytes: number): Promise<'end' | 'more'> {
    const request = this.#request;
    return new Promise((resolve, reject) => {
      let before = this.#size;
      const pace = setInterval(() => {
        // A small body must therefore arrive within one interval.
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
        if (this.#size <= maxBytes) return;
        request.pause();
        settle(() => resolve('more'));
      };
      const end = () => settle(() => resolve('end'));
      const close = () => settle(() => reject(endedEarly()));
      // A stream whose bytes had all arrived ends even though it is paused.
      if (request.readableEnded) end();
      else if (request.destroyed) close();
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

const endedEarly = () => malformed('the body ended early');
