import type { Clock } from '../../../core/clock.ts';
import { dayMs } from '../../../core/text/time-contract.ts';
import type { Database } from '../../../database/open.ts';
import type { Writer } from '../../../database/writer.ts';
import { firstIdSince } from '../../first-id.ts';
import type { EventQueries } from '../../queries.ts';
import type { ArchiveStore } from '../archive-store.ts';
import type { ClickHouseEngine } from '../clickhouse/engine.ts';

type Parts = {
  /** Days that events keep their properties in SQLite; 0: until the archive has them; null: forever. */
  keepDays: number | null;
  database: Database;
  store: ArchiveStore;
  queries: Pick<EventQueries, 'movable' | 'moved'>;
  archive: Pick<ClickHouseEngine, 'movedId' | 'storeMovedId' | 'forgetMovedAfter' | 'firstDifferent'>;
  writer: Writer;
  clock: Pick<Clock, 'now'>;
  /** Returns the id of the event up to which the archive has all. */
  sentId(): number;
  /** Throws if a server is away, or was restarted and may have lost events. */
  requireUnchanged(): Promise<void>;
  report(error: unknown): void;
};

/** Events that are read back at once. */
const maxRead = 2000;
/** Events per write: captures wait a few milliseconds for it. */
const maxRows = 200;
/** Ms between searches for events to move, and after a failure. */
const maxPauseMs = 60_000;
const minPauseMs = 50;
const retryMs = 10_000;

/**
 * Moves the properties of old events to the archive: removes them from SQLite after comparing them with those on each replica.
 * Without a limit of days it moves them back.
 */
export class Mover {
  readonly #parts: Parts;
  #timer: NodeJS.Timeout | undefined;
  #dueAt = Number.POSITIVE_INFINITY;
  #running = Promise.resolve();
  #isClosed = false;
  /** The last position stored in the archive in this run. */
  #storedId: number | undefined;
  /** The newest event that could not be moved back in this run. */
  #lacking: number | null = null;
  /** The error of the last attempt, for people; null if it succeeded. */
  error: string | null = null;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  start(): void {
    this.#schedule(minPauseMs);
  }

  /** Schedules the next move; call it after each block that the archive has taken. */
  wake(): void {
    const { keepDays } = this.#parts;
    // A delay of a thousandth of that time does not matter.
    this.#schedule(Math.min(Math.max((keepDays ?? 0) * dayMs * 0.001, minPauseMs), maxPauseMs));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  #schedule(delayMs: number): void {
    const dueAt = performance.now() + delayMs;
    if (this.#isClosed || dueAt > this.#dueAt) return;
    clearTimeout(this.#timer);
    this.#dueAt = dueAt;
    this.#timer = setTimeout(() => {
      this.#dueAt = Number.POSITIVE_INFINITY;
      this.#running = this.#running.then(() => this.#run()).then((nextMs) => this.#schedule(nextMs));
    }, delayMs).unref();
  }

  /** Returns the ms until the next run. */
  async #run(): Promise<number> {
    try {
      await this.#parts.requireUnchanged();
      await (this.#parts.keepDays === null ? this.#moveBack() : this.#moveBefore(this.#parts.keepDays));
      this.error = null;
      return maxPauseMs;
    } catch (error) {
      const { message } = error as Error;
      if (!this.#isClosed && message !== this.error) this.#parts.report(error);
      this.error = message;
      return retryMs;
    }
  }

  async #moveBefore(keepDays: number): Promise<void> {
    const { store, queries, writer, archive, database, clock, sentId, requireUnchanged } = this.#parts;
    const newestOld = keepDays === 0 ? sentId() : firstIdSince(database, clock.now() - keepDays * dayMs + 1) - 1;
    const upTo = Math.min(sentId(), newestOld);
    if (upTo > store.movedId()) await this.#storeMovedId(upTo);
    for (let after = store.movedId(); after < upTo && !this.#isClosed; ) {
      await requireUnchanged();
      const block = await queries.movable({ after, upTo, maxRows: maxRead });
      const different = block.events.length === 0 ? null : await archive.firstDifferent(block.events);
      const end = different === null ? block.upTo : different - 1;
      const ids = block.events.flatMap(({ id }) => (id > end ? [] : [id]));
      for (let from = 0; from === 0 || from < ids.length; from += maxRows) {
        const some = ids.slice(from, from + maxRows);
        const isLast = from + maxRows >= ids.length;
        await writer.runInBackground(() => store.move(some, isLast ? end : Math.max(...some)));
      }
      if (different !== null) {
        throw new Error(
          `ClickHouse lacks event ${different} on a server that should have it, or has other properties of it than SQLite: it and later ones stay.`,
        );
      }
      after = end;
    }
  }

  /** Stores the position in the archive first, so that an older copy deletes no properties moved from this one. */
  async #storeMovedId(upTo: number): Promise<void> {
    const { writer, archive } = this.#parts;
    if (upTo === this.#storedId) return;
    // Flushes `sent_id` to disk: after a power cut this database must not look older than the archive.
    await writer.runInBackground(() => undefined);
    await archive.storeMovedId(upTo);
    this.#storedId = upTo;
  }

  /** Throws if this event lacks its properties. Checks only one: checking all would block the reading thread. */
  async #requireProperties(id: number): Promise<void> {
    const { lacking } = await this.#parts.queries.moved({ upTo: id, maxRows: 1 });
    if (lacking !== null) throw new Error(lacks(id));
  }

  async #moveBack(): Promise<void> {
    const { store, queries, writer, archive, requireUnchanged } = this.#parts;
    if (this.#lacking !== null) await this.#requireProperties(this.#lacking);
    let lacking: number | null = null;
    for (let upTo = store.movedId(); upTo > 0 && !this.#isClosed; ) {
      await requireUnchanged();
      const { events, left, ...block } = await queries.moved({ upTo, maxRows });
      lacking ??= block.lacking;
      const stays = lacking ?? left;
      await writer.runInBackground(() => store.restoreProperties(events, stays));
      upTo = left;
    }
    this.#lacking = lacking;
    if (lacking !== null) throw new Error(lacks(lacking));
    if (this.#isClosed || this.#storedId === 0) return;
    if ((await archive.movedId()) > 0) await archive.forgetMovedAfter(0);
    this.#storedId = 0;
  }
}

const lacks = (id: number) => `ClickHouse lacks event ${id}, and maybe older ones: restore them there.`;
