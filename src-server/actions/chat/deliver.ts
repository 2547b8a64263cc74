import type { StoredEvent } from '../../capture/ingest.ts';
import { maskKeys } from '../../core/mask-keys.ts';
import { isoTime } from '../../core/text/time-contract.ts';
import type { EventSubject } from '../matching/match.ts';
import type { LiveAction } from '../store.ts';
import { escapeFor, messageOf } from './message.ts';
import { type Attempt, postJson } from './post.ts';
import { maxDelayMs, ProjectQueue, type QueueParts } from './project-queue.ts';

/**
 * Posts messages of matches to the chat, apart from capture. Messages are queued in the transaction of their event and sent
 * afterwards; unsent ones are sent after a restart.
 */
export class ChatDelivery {
  readonly #parts: QueueParts;
  readonly #closing = new AbortController();
  /** By project. */
  readonly #queues = new Map<number, ProjectQueue>();
  /** Projects with new messages. */
  readonly #new = new Set<number>();
  #starting: NodeJS.Timeout | undefined;

  constructor(parts: QueueParts) {
    this.#parts = parts;
  }

  /** Queues the message of a match if the project has a webhook, in the writer's transaction. */
  matched(action: LiveAction, { projectId, testRunId, event, receivedAt }: StoredEvent, subject: EventSubject): void {
    const { chat } = this.#parts;
    const { webhook_url: webhook } = chat.settings(projectId);
    if (webhook === null) return;
    const { event: name, distinctId, timestamp, properties } = event;
    const facts = {
      actionName: action.name,
      event: { name, distinctId, timestamp: isoTime(timestamp), testRun: chat.nameOfRun(testRunId), properties },
      person: subject.person(),
    };
    const message = messageOf(action.chatFormat ?? '', facts, escapeFor(webhook));
    const of = { projectId, testRunId, actionId: action.id, eventUuid: event.uuid };
    const nextAttemptAt = Math.max(receivedAt, this.#queues.get(projectId)?.opensAt ?? 0);
    const added = { ...of, message: maskKeys(message), at: receivedAt, nextAttemptAt };
    if (chat.add(added)) this.#new.add(projectId);
  }

  /** Schedules the delivery; call it after each commit. */
  committed(): void {
    for (const projectId of this.#new) this.wake(projectId);
    this.#new.clear();
  }

  /** Sends what was left by the last run; tries again while that cannot be read. */
  start(): void {
    try {
      for (const projectId of this.#parts.chat.waitingProjects()) this.#queueOf(projectId).resume();
    } catch (error) {
      this.#parts.report(error);
      this.#starting = setTimeout(() => this.start(), maxDelayMs).unref();
    }
  }

  /** Sends what waits for the former webhook to the new one. */
  webhookChanged(projectId: number): void {
    const { chat, now } = this.#parts;
    const queue = this.#queues.get(projectId);
    if (queue !== undefined) queue.opensAt = 0;
    chat.clampNextAttempts(projectId, { until: now() });
    this.wake(projectId);
  }

  wake(projectId: number): void {
    this.#queueOf(projectId).wake();
  }

  #queueOf(projectId: number): ProjectQueue {
    let queue = this.#queues.get(projectId);
    if (queue === undefined) {
      queue = new ProjectQueue(this.#parts, projectId, this.#closing.signal);
      this.#queues.set(projectId, queue);
    }
    return queue;
  }

  /** Aborts messages being sent; they are sent again after a restart. */
  async close(): Promise<void> {
    this.#closing.abort();
    clearTimeout(this.#starting);
    await Promise.all([...this.#queues.values()].map((queue) => queue.close()));
  }

  test(url: string, text: string, allowLocal: boolean): Promise<Attempt> {
    return postJson(url, { text }, allowLocal, this.#closing.signal);
  }
}
