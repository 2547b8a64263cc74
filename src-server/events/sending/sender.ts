import { attemptDelay } from '../../core/back-off.ts';
import type { Clock } from '../../core/clock.ts';
import { isArchiveUnreadable } from '../../core/errors/archive-unreadable.ts';
import type { Writer } from '../../database/writer.ts';
import { afterAccepted, afterRejected, type NextBlock } from './next-block.ts';
import type { Block, BlockArgs, StoredRow } from './read-block.ts';
import { reactions, type SendError, unreadable } from './send-error.ts';
import type { SenderId, SenderStore } from './sender-store.ts';
import type { SenderState } from './sending-contract.ts';

type Rejected = { event: StoredRow; error: SendError };
type FailedAttempt = SendError & { at: number };

/** The progress of a sender in this run; the rest of its status is in the store. */
export type SenderProgress = {
  state: Exclude<SenderState, 'off'>;
  error: FailedAttempt | null;
  /** Ms UTC. */
  nextAttemptAt: number | null;
  /** Arrival of the oldest event being sent or not yet confirmed, ms UTC; null if none is known in this run. */
  oldestAt: number | null;
};

type Parts = {
  id: SenderId;
  store: SenderStore;
  writer: Writer;
  clock: Pick<Clock, 'now'>;
  /** Returns a number from 0 to below 1. */
  random(): number;
  report(error: unknown): void;
  /** Reads the next block, in the reading thread. */
  read(args: Pick<BlockArgs, 'after' | 'maxRows' | 'maxText'>): Promise<Block>;
  /** Resolves with null once the receiver has confirmed all events. Rejects only if aborted. */
  send(events: readonly StoredRow[], closing: AbortSignal): Promise<SendError | null>;
  maxRows?: number;
  maxText?: number;
};

/** Ms to wait after a commit for further ones, so that one block has many events. */
const gatherMs = 100;
/** Skipped ids after which the cursor is stored although nothing was sent. */
const maxUnstoredIds = 10_000;

/**
 * Sends stored events in the order of their ids, block by block, each at least once: the events table is the log, and `sent_id`
 * advances when the receiver confirms. An event that is deleted before its turn is not sent.
 */
export class Sender {
  readonly #parts: Parts;
  readonly #maxRows: number;
  readonly #maxText: number;
  readonly #closing = new AbortController();
  #running: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isPaused: boolean;
  #hasNew = false;
  /** Whether another attempt was requested during the current one. */
  #isAskedAgain = false;
  #isSending = false;
  /** The id up to which all events are sent or skipped; may be ahead of the stored one. */
  #after: number;
  #storedAfter: number;
  #nextBlock: NextBlock<Rejected>;
  #failures = 0;
  #refused = false;
  #error: FailedAttempt | null = null;
  #nextAttemptAt: number | null = null;
  #oldestAt: number | null = null;

  /** Creates the sender; throws unless `begin` of the store was called. */
  constructor(parts: Parts) {
    const progress = parts.store.progress(parts.id);
    if (progress === undefined) throw new Error('the sender is not begun');
    this.#parts = parts;
    this.#maxRows = parts.maxRows ?? 1000;
    this.#maxText = parts.maxText ?? 2 * 1024 * 1024;
    this.#after = progress.sent_id;
    this.#storedAfter = progress.sent_id;
    this.#isPaused = progress.is_paused === 1;
    this.#nextBlock = { rows: this.#maxRows, suspects: [] };
  }

  /** Returns the id up to which every event is sent or skipped. */
  get after(): number {
    return this.#after;
  }

  get progress(): SenderProgress {
    const nextAttemptAt = this.#isPaused ? null : this.#nextAttemptAt;
    return { state: this.#state(), error: this.#error, nextAttemptAt, oldestAt: this.#oldestAt };
  }

  /** Schedules the next block; call it at the start, and after each commit with new events. */
  wake(): void {
    this.#hasNew = true;
    if (this.#timer === undefined) this.#schedule(gatherMs);
  }

  /** Retries at once, or after a running attempt, and clears the last error. Consecutive failures still count. */
  retryNow(): void {
    this.#isAskedAgain = this.#running !== undefined;
    this.#hasNew = true;
    this.#refused = false;
    this.#error = null;
    this.#nextAttemptAt = null;
    this.#schedule(0);
  }

  /** Stores the cursor past skipped events. Call it before the filter changes. */
  storeCursor(): void {
    this.#parts.store.skipTo(this.#parts.id, this.#after);
    this.#storedAfter = this.#after;
  }

  /** Pauses the sender: it only reads which event has waited longest. A block that is being sent still counts. */
  pause(): void {
    this.#isPaused = true;
    this.#parts.store.setPaused(this.#parts.id, true);
    this.#oldestAt = null;
    this.#schedule(0);
  }

  resume(): void {
    this.#isPaused = false;
    this.#parts.store.setPaused(this.#parts.id, false);
    this.retryNow();
  }

  /** Aborts the block that is being sent; it is sent again after a restart. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#unschedule();
    await this.#running;
  }

  #state(): SenderProgress['state'] {
    if (this.#isPaused) return 'paused';
    if (this.#refused) return 'refused';
    if (this.#error !== null) return 'waiting';
    return this.#isSending ? 'sending' : 'idle';
  }

  #schedule(delayMs: number): void {
    this.#unschedule();
    if (this.#isClosed() || this.#running !== undefined || (this.#isPaused && this.#oldestAt !== null)) return;
    this.#timer = setTimeout(() => this.#start(), delayMs).unref();
  }

  #unschedule(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #isClosed(): boolean {
    return this.#closing.signal.aborted;
  }

  #start(): void {
    this.#timer = undefined;
    this.#running = this.#run()
      .catch((error) => {
        if (this.#closing.signal.aborted) return null;
        if (!isArchiveUnreadable(error)) this.#parts.report(error);
        return this.#delayed(unreadable(error), false);
      })
      .then((delayMs) => {
        this.#running = undefined;
        this.#isSending = false;
        if (this.#isAskedAgain) this.retryNow();
        else if (delayMs !== null) this.#schedule(delayMs);
        else if (this.#hasNew) this.#schedule(gatherMs);
      });
  }

  /** Returns the ms until the next attempt; null when everything is sent, or it is stopped. */
  async #run(): Promise<number | null> {
    const { read, send } = this.#parts;
    // The end of an empty search: the cursor does not move while there are suspects.
    let searchedUpTo = 0;
    while (!this.#isClosed()) {
      this.#hasNew = false;
      this.#isAskedAgain = false;
      const { rows, suspects } = this.#nextBlock;
      const lastSuspect = suspects.at(-1);
      const after = Math.max(lastSuspect?.event.id ?? this.#after, searchedUpTo);
      const { events, upTo, isEnd } = await read({ after, maxRows: rows, maxText: this.#maxText });
      if (this.#isClosed()) return null;
      if (lastSuspect === undefined) this.#oldestAt = events[0]?.received_at ?? null;
      if (this.#isPaused) return null;
      // No other event is left to send, so it is unknown whether the receiver refuses these or all.
      if (lastSuspect !== undefined && events.length === 0 && isEnd) return this.#delayed(lastSuspect.error, false);
      if (events.length === 0 && lastSuspect === undefined) await this.#skipped(upTo);
      if (events.length === 0 && isEnd) {
        this.#clearFailures();
        return null;
      }
      if (events.length === 0) {
        searchedUpTo = upTo;
        continue;
      }
      this.#isSending = true;
      const error = await send(events, this.#closing.signal);
      if (this.#closing.signal.aborted) return null;
      if (error === null) await this.#accepted(events.length, upTo);
      else {
        const delayMs = this.#failed(events, error);
        if (delayMs !== null) return delayMs;
      }
    }
    return null;
  }

  async #skipped(upTo: number): Promise<void> {
    this.#after = upTo;
    if (upTo - this.#storedAfter < maxUnstoredIds) return;
    const { store, writer, id } = this.#parts;
    await writer.runInBackground(() => store.skipTo(id, upTo));
    this.#storedAfter = upTo;
  }

  async #accepted(count: number, upTo: number): Promise<void> {
    const { store, writer, id, clock } = this.#parts;
    const at = clock.now();
    const setAside = this.#nextBlock.suspects.map(({ event, error: { statusCode, detail } }) => {
      return { uuid: event.uuid, event: event.event, at, statusCode, detail };
    });
    // Retries the write: after a failed one the block would be sent again and again.
    await writer.runWithRetry(() => store.advanceTo(id, { sentId: upTo, count, at, setAside }));
    this.#after = upTo;
    this.#storedAfter = upTo;
    this.#nextBlock = afterAccepted(this.#nextBlock, this.#maxRows);
    this.#clearFailures();
  }

  /** Clears failures: the events were sent, or must no longer be sent. */
  #clearFailures(): void {
    this.#failures = 0;
    this.#refused = false;
    this.#error = null;
    this.#nextAttemptAt = null;
    this.#oldestAt = null;
  }

  /** Returns the ms until the next attempt; null: at once. */
  #failed(events: readonly StoredRow[], error: SendError): number | null {
    const reaction = reactions[error.kind];
    if (reaction === 'split') {
      const block = events.map((event) => ({ event, error }));
      const next = afterRejected(this.#nextBlock, block);
      if (next !== null) {
        this.#nextBlock = next;
        return null;
      }
    }
    return this.#delayed(error, reaction !== 'retry');
  }

  #delayed(error: SendError, isRefused: boolean): number {
    const { clock, random } = this.#parts;
    this.#failures += 1;
    const delayMs = attemptDelay({ isRefused, failures: this.#failures, retryAfterMs: error.retryAfterMs }, random());
    this.#nextBlock = { ...this.#nextBlock, suspects: [] };
    this.#refused = isRefused;
    const now = clock.now();
    this.#error = { ...error, at: now };
    this.#nextAttemptAt = now + Math.round(delayMs);
    return delayMs;
  }
}
