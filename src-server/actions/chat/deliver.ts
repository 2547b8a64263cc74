import type { StoredEvent } from '../../capture/ingest.ts';
import { maskKeys } from '../../core/mask-keys.ts';
import { isoTime } from '../../core/text/time-contract.ts';
import type { Writer } from '../../database/writer.ts';
import type { EventSubject } from '../matching/match.ts';
import type { LiveAction } from '../store.ts';
import type { ChatStore, DeliveryOutcome, Waiting } from './chat-store.ts';
import { messageOf } from './message.ts';
import { type Attempt, postJson } from './post.ts';

type Parts = { chat: ChatStore; writer: Writer; now(): number; report(error: unknown): void };

/** Delays before each retry, ms; after the last one a message has failed. */
const backOff = [1000, 5000, 30_000, 120_000, 600_000];
/** Limits the delay if the clock was set back. */
const maxDelayMs = 5000;
const maxBackOffMs = Math.max(...backOff);
const batchSize = 4;

/**
 * Posts messages of matches to the chat, apart from capture. Messages are queued in the transaction of their event and sent
 * afterwards; unsent ones are sent after a restart.
 */
export class ChatDelivery {
  readonly #parts: Parts;
  readonly #closing = new AbortController();
  #running: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #hasNew = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Queues the message of a match if the project has a webhook, in the writer's transaction. */
  matched(action: LiveAction, { projectId, testRunId, event, receivedAt }: StoredEvent, subject: EventSubject): void {
    const { chat } = this.#parts;
    if (chat.settings(projectId).webhook_url === null) return;
    const { event: name, distinctId, timestamp, properties } = event;
    const message = messageOf(action.chatFormat ?? '', {
      actionName: action.name,
      event: { name, distinctId, timestamp: isoTime(timestamp), testRun: chat.nameOfRun(testRunId), properties },
      person: subject.person(),
    });
    const of = { projectId, testRunId, actionId: action.id, eventUuid: event.uuid };
    const added = { ...of, message: maskKeys(message), at: receivedAt };
    this.#hasNew = chat.add(added) || this.#hasNew;
  }

  /** Schedules the delivery; call it after each commit. */
  committed(): void {
    if (!this.#hasNew) return;
    this.#hasNew = false;
    this.wake();
  }

  wake(): void {
    clearTimeout(this.#timer);
    if (this.#isClosed() || this.#running !== undefined) return;
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

  /** Aborts messages being sent; they are sent again after a restart. */
  async close(): Promise<void> {
    this.#closing.abort();
    clearTimeout(this.#timer);
    await this.#running;
  }

  async #run(): Promise<void> {
    for (let due = this.#due(); due.length > 0 && !this.#isClosed(); due = this.#due()) {
      await Promise.all(due.map((waiting) => this.#send(waiting)));
    }
  }

  #due(): Waiting[] {
    const { chat, now } = this.#parts;
    return chat.due(now(), now() + maxBackOffMs, batchSize);
  }

  test(url: string, text: string, allowLocal: boolean): Promise<Attempt> {
    return postJson(url, { text }, allowLocal, this.#closing.signal);
  }

  async #send(waiting: Waiting): Promise<void> {
    const { chat, writer, now } = this.#parts;
    const { webhook_url: url, allow_local: allowLocal } = chat.settings(waiting.project_id);
    const attempt: Attempt =
      url === null
        ? { statusCode: null, error: 'The project no longer has a webhook URL.', isFinal: true }
        : await postJson(url, { text: waiting.message }, allowLocal, this.#closing.signal);
    if (this.#isClosed()) return;
    const outcome = outcomeOf(attempt, waiting.attempts, now());
    // The message stays due until this is stored; a failure would send it again.
    await writer.runPatiently(() => chat.attempted(waiting.id, outcome));
  }

  #isClosed(): boolean {
    return this.#closing.signal.aborted;
  }

  /** Returns the milliseconds until the next message is due; null if none waits. */
  #nextDelayMs(): number | null {
    const { chat, now } = this.#parts;
    const due = chat.nextDue();
    return due === null ? null : Math.max(50, Math.min(due - now(), maxDelayMs));
  }

  #schedule(delayMs: number | null): void {
    if (this.#isClosed() || delayMs === null) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.wake(), delayMs).unref();
  }
}

function outcomeOf({ statusCode, error, isFinal }: Attempt, attempts: number, now: number): DeliveryOutcome {
  const wait = isFinal ? undefined : backOff[attempts];
  const state = error === null ? 'delivered' : wait === undefined ? 'failed' : 'waiting';
  const isOver = state !== 'waiting';
  return {
    state,
    statusCode,
    error,
    nextAttemptAt: isOver ? null : now + (wait ?? 0),
    finishedAt: isOver ? now : null,
  };
}
