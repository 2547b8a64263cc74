import { maxRetryAfterMs, readRetryAfter } from '../../core/back-off.ts';
import type { Writer } from '../../database/writer.ts';
import type { ChatStore, DeliveryOutcome, Waiting, WaitingAttempt } from './chat-store.ts';
import { type Attempt, postJson } from './post.ts';

export type QueueParts = { chat: ChatStore; writer: Writer; now(): number; report(error: unknown): void };

/** Delays before each retry, ms; after the last one a message has failed. */
const backOff = [1000, 5000, 30_000, 120_000, 600_000];
/** The longest delay, as the clock may be set back; also the delay after a failure. */
export const maxDelayMs = 5000;
/** No message waits longer, unless the clock was set back. */
const maxWaitMs = Math.max(...backOff, maxRetryAfterMs);
const batchSize = 4;

/** Sends the waiting messages of one project, so that a webhook that hangs delays no other project. */
export class ProjectQueue {
  readonly #parts: QueueParts;
  readonly #projectId: number;
  readonly #closing: AbortSignal;
  #running: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** When the webhook accepts messages again, ms UTC. */
  opensAt = 0;

  constructor(parts: QueueParts, projectId: number, closing: AbortSignal) {
    this.#parts = parts;
    this.#projectId = projectId;
    this.#closing = closing;
  }

  /** Sends what the last run left, and waits as long as the webhook asked then. */
  resume(): void {
    const { chat, now } = this.#parts;
    this.opensAt = endOfPause(chat.waiting(this.#projectId), now());
    this.wake();
  }

  wake(): void {
    clearTimeout(this.#timer);
    if (this.#closing.aborted || this.#running !== undefined) return;
    this.#running = this.#run()
      .then(() => this.#nextDelayMs())
      .catch((error) => {
        this.#parts.report(error);
        return maxDelayMs;
      })
      .then((delayMs) => {
        this.#running = undefined;
        this.#schedule(delayMs);
      });
  }

  /** Ends after `closing` is aborted. */
  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#running;
  }

  async #run(): Promise<void> {
    for (let due = this.#due(); due.length > 0 && !this.#closing.aborted; due = this.#due()) {
      await Promise.all(due.map((waiting) => this.#send(waiting)));
    }
  }

  #due(): Waiting[] {
    const { chat, now } = this.#parts;
    return chat.due(this.#projectId, now(), now() + maxWaitMs, batchSize);
  }

  async #send(waiting: Waiting): Promise<void> {
    const { chat, writer, now } = this.#parts;
    const { webhook_url: url, allow_local: allowLocal } = chat.settings(this.#projectId);
    const attempt: Attempt =
      url === null
        ? { statusCode: null, error: 'The project no longer has a webhook URL.', isFinal: true }
        : await postJson(url, { text: waiting.message }, allowLocal, this.#closing);
    if (this.#closing.aborted) return;
    const retryAfterMs = readRetryAfter(attempt.retryAfter, now());
    // No webhook asked for a longer wait: the clock was set back.
    const known = this.opensAt > now() + maxRetryAfterMs ? 0 : this.opensAt;
    const opensAt = retryAfterMs === undefined ? known : Math.max(known, now() + retryAfterMs);
    this.opensAt = opensAt;
    const outcome = outcomeOf(attempt, waiting.attempts, now(), opensAt);
    // The message stays due until this is stored; a failure would send it again.
    await writer.runWithRetry(() => {
      chat.recordAttempt(waiting.id, outcome);
      if (retryAfterMs !== undefined) chat.clampNextAttempts(this.#projectId, { from: opensAt });
    });
  }

  /** Returns the milliseconds until the next message is due; null if none waits. */
  #nextDelayMs(): number | null {
    const { chat, now } = this.#parts;
    const due = Math.min(...chat.waiting(this.#projectId).map(({ next_attempt_at: next }) => next));
    return due === Infinity ? null : Math.max(50, Math.min(due - now(), maxDelayMs));
  }

  #schedule(delayMs: number | null): void {
    if (this.#closing.aborted || delayMs === null) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.wake(), delayMs).unref();
  }
}

/** Returns until when the webhook asked to wait, by the messages that the last run left: no other delay is as long. */
function endOfPause(waiting: readonly WaitingAttempt[], now: number): number {
  const asked = waiting
    .filter(({ attempts, next_attempt_at: next }) => next > now + (backOff[attempts - 1] ?? 0))
    .map(({ next_attempt_at: next }) => next);
  return asked.length === 0 ? 0 : Math.min(...asked);
}

function outcomeOf(
  { statusCode, error, isFinal }: Attempt,
  attempts: number,
  now: number,
  opensAt: number,
): DeliveryOutcome {
  const wait = isFinal ? undefined : backOff[attempts];
  const state = error === null ? 'delivered' : wait === undefined ? 'failed' : 'waiting';
  const isOver = state !== 'waiting';
  return {
    state,
    statusCode,
    error,
    nextAttemptAt: isOver ? null : Math.max(now + (wait ?? 0), opensAt),
    finishedAt: isOver ? now : null,
  };
}
