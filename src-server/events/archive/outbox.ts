import type { Clock } from '../../core/clock.ts';
import type { EventQueries } from '../queries.ts';
import type { StoredRow } from '../sending/read-block.ts';
import type { SenderId, SenderStore } from '../sending/sender-store.ts';
import type { ArchiveStore } from './archive-store.ts';

type Parts = {
  store: Pick<ArchiveStore, 'state'>;
  senders: Pick<SenderStore, 'progress'>;
  queries: Pick<EventQueries, 'backlog' | 'countBetween'>;
  clock: Pick<Clock, 'now'>;
  newestId(): number;
};

/** The stored events that wait for an archive, without those older than it. */
export class Outbox {
  readonly #parts: Parts;
  readonly #sender: SenderId;
  count = 0;
  /** Arrival of the oldest one while the archive is not ready, ms UTC. */
  oldestAt: number | null = null;

  constructor(parts: Parts, sender: SenderId) {
    this.#parts = parts;
    this.#sender = sender;
  }

  /** The id up to which all events are sent. */
  get sentId(): number {
    return this.#parts.senders.progress(this.#sender)?.sent_id ?? 0;
  }

  /** Counts waiting events, also those older than the archive, up to a limit, and finds the oldest. */
  backlog(enough: number): ReturnType<Parts['queries']['backlog']> {
    return this.#parts.queries.backlog({ only: null, after: this.sentId, enough });
  }

  /** Adds the events that earlier runs left. */
  async countUnsent(): Promise<void> {
    const { store, queries, newestId } = this.#parts;
    const state = store.state();
    if (state !== undefined) {
      const after = Math.max(this.sentId, state.caughtUpId);
      this.count += await queries.countBetween({ after, upTo: newestId() });
    }
    this.oldestAt = (await this.backlog(1)).oldestAt ?? this.oldestAt;
  }

  stored(count: number): void {
    this.count += count;
    this.oldestAt ??= this.#parts.clock.now();
  }

  sent(events: readonly StoredRow[]): void {
    const caughtUpId = this.#parts.store.state()?.caughtUpId ?? 0;
    this.count -= events.filter(({ id }) => id > caughtUpId).length;
  }
}
