import { attemptDelay } from '../../core/back-off.ts';
import type { Clock } from '../../core/clock.ts';
import { isRefused, type SendError } from '../sending/send-error.ts';
import { toSendError } from './clickhouse/send-error.ts';

/** Times in ms UTC. */
export type Failure = SendError & { at: number; nextAttemptAt: number };

export const failureOf = (error: SendError, delayMs: number, at: number): Failure => ({
  ...error,
  at,
  nextAttemptAt: at + Math.round(delayMs),
});

type Parts = {
  clock: Pick<Clock, 'now'>;
  /** Makes the archive ready; `filling` is called with the address of each server that gets events from its replica. */
  ready(filling: (address: string) => void): Promise<void>;
  /** Called once it is. */
  opened(): void;
};

/** Makes an archive ready; tries again later when that fails. */
export class Opening {
  readonly #parts: Parts;
  #running: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #failures = 0;
  #isClosed = false;
  failure: Failure | null = null;
  /** The servers that get events from their replicas in this attempt. */
  filling: string[] = [];

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Begins once a promise is settled. */
  start(before: Promise<unknown> = Promise.resolve()): void {
    this.#running = before.then(() => this.#attempt());
  }

  /** Makes the next attempt at once, if one is due later. */
  retryNow(): void {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.start();
  }

  /** Settles when no attempt runs; none begins afterwards. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  async #attempt(): Promise<void> {
    if (this.#isClosed) return;
    try {
      await this.#parts.ready((address) => {
        // Every server has answered by then.
        this.failure = null;
        this.filling.push(address);
      });
      this.failure = null;
      this.#failures = 0;
      if (!this.#isClosed) this.#parts.opened();
    } catch (error) {
      if (!this.#isClosed) this.#tryLater(toSendError(error));
    } finally {
      this.filling = [];
    }
  }

  #tryLater(error: SendError): void {
    this.#failures += 1;
    const delayMs = attemptDelay({ isRefused: isRefused(error), failures: this.#failures }, Math.random());
    this.failure = failureOf(error, delayMs, this.#parts.clock.now());
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.start();
    }, delayMs).unref();
  }
}
