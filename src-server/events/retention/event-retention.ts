import type { Clock } from '../../core/clock.ts';
import { isoTime } from '../../core/text/time-contract.ts';
import type { Writer } from '../../database/writer.ts';
import type { EventQueries } from '../queries.ts';
import { type NeededSince, type Old, oldBefore } from './old-events.ts';
import type { Retention, RetentionPreview } from './retention-contract.ts';
import type { RetentionStore } from './retention-store.ts';

type Parts = {
  store: RetentionStore;
  queries: Pick<EventQueries, 'oldEvents'>;
  writer: Writer;
  clock: Pick<Clock, 'now'>;
  report(error: unknown): void;
};

/** Ms between searches for old events. */
const pauseMs = 3_600_000;

/**
 * Deletes old events of projects that ask for it, in slices between other writes; goes on after a restart. What a search finds is
 * deleted by the next one, an hour or a start later, so that a clock that is ahead for a moment deletes nothing.
 */
export class EventRetention {
  readonly #parts: Parts;
  #neededSince: NeededSince = () => undefined;
  #timer: NodeJS.Timeout | undefined;
  #running = Promise.resolve();
  #isClosed = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Keeps events for a later feature. */
  keepFor(neededSince: NeededSince): void {
    this.#neededSince = neededSince;
  }

  start(): void {
    this.#timer = setInterval(() => this.#search(), pauseMs).unref();
    this.#search();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    await this.#running;
  }

  /** Returns before which arrival events are deleted, ms UTC; 0: none are. */
  deletedBefore = (projectId: number): number => this.#parts.store.read(projectId).deletedBefore;

  /** Returns the last id of a deletion that is under way; 0 without one. */
  deletingUntil = (projectId: number): number => {
    const { doneId, untilId } = this.#parts.store.read(projectId);
    return doneId < untilId ? untilId : 0;
  };

  async read(projectId: number): Promise<Retention> {
    const { keepDays, deletedBefore } = this.#parts.store.read(projectId);
    return {
      keep_days: keepDays,
      deleted_before: deletedBefore === 0 ? null : isoTime(deletedBefore),
      is_deleting: this.deletingUntil(projectId) > 0,
      held_by: keepDays === null ? null : (await this.preview(projectId, keepDays)).held_by,
    };
  }

  async preview(projectId: number, keepDays: number | null): Promise<RetentionPreview> {
    if (keepDays === null) return { before: null, events: 0, held_by: null };
    const { before, hold } = this.#oldIn(projectId, keepDays);
    const { events, isUnsent } = await this.#find(projectId, before);
    if (isUnsent) return { before: null, events: 0, held_by: { reason: 'sending' } };
    return { before: events === 0 ? null : isoTime(before), events, held_by: hold };
  }

  /** Keeps events for some days, or null: forever. Old ones are deleted soon after. */
  set(projectId: number, keepDays: number | null): void {
    const { store } = this.#parts;
    store.setKeepDays(projectId, keepDays);
    if (keepDays !== null) store.setDue(projectId, this.#oldIn(projectId, keepDays).before);
    this.#search();
  }

  #oldIn = (projectId: number, keepDays: number): Old =>
    oldBefore(this.#parts.clock.now(), keepDays, this.#neededSince(projectId));

  async #find(projectId: number, arrivedBefore: number) {
    const { store, queries } = this.#parts;
    const found = await queries.oldEvents({ projectId, after: store.read(projectId).fromId, arrivedBefore });
    const sentId = store.sentByAll(projectId);
    return { ...found, isUnsent: sentId !== null && sentId < found.untilId };
  }

  #search(): void {
    this.#running = this.#running.then(() => this.#deleteOld()).catch(this.#parts.report);
  }

  async #deleteOld(): Promise<void> {
    const { store, writer } = this.#parts;
    for (const projectId of store.projects()) {
      if (this.#isClosed) return;
      const { keepDays, dueBefore } = store.read(projectId);
      if (keepDays !== null && this.deletingUntil(projectId) === 0) await this.#begin(projectId, keepDays, dueBefore);
      while ((await writer.runInBackground(() => store.removeSome(projectId))) && !this.#isClosed);
    }
  }

  /** Begins a deletion of what the last search has found, if that is old now too. */
  async #begin(projectId: number, keepDays: number, dueBefore: number): Promise<void> {
    const { store, writer } = this.#parts;
    const before = Math.min(dueBefore, this.#oldIn(projectId, keepDays).before);
    const { events, untilId, isUnsent } = await this.#find(projectId, before);
    await writer.runInBackground(() => {
      // An experiment or the days may have changed since.
      const { keepDays: days } = store.read(projectId);
      const now = this.#oldIn(projectId, keepDays).before;
      if (days !== keepDays) return;
      store.setDue(projectId, now);
      if (events > 0 && !isUnsent && before <= now) store.begin(projectId, { before, untilId });
    });
  }
}
