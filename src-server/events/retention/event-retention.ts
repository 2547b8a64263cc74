import type { Clock } from '../../core/clock.ts';
import { isoTime } from '../../core/text/time-contract.ts';
import type { Writer } from '../../database/writer.ts';
import type { EventQueries } from '../queries.ts';
import type { FoundOld } from './find-old.ts';
import { type Deletable, type NeededSince, oldBefore } from './old-events.ts';
import type { Retention, RetentionHold, RetentionPreview } from './retention-contract.ts';
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
  #isSearching = false;
  /** Returns the last event that the archive has; null without an archive. */
  #archivedId = (): number | null => null;
  /** Returns the last event that a project's relay has sent or skipped; null without a relay. */
  #relayedId: (projectId: number) => number | null = () => null;
  /** The last old event of each project, if the last search found some unsent. */
  readonly #unsent = new Map<number, number>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  setNeededSince(neededSince: NeededSince): void {
    this.#neededSince = neededSince;
  }

  /** Keeps events until an archive has them. */
  waitForArchive(archivedId: () => number): void {
    this.#archivedId = archivedId;
  }

  /** Keeps events of a project until its relay has sent or skipped them. */
  waitForRelay(relayedId: (projectId: number) => number | null): void {
    this.#relayedId = relayedId;
  }

  start(): void {
    this.#timer = setInterval(() => this.#isSearching || this.#searchAll(), pauseMs).unref();
    this.#searchAll();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    await this.#running;
  }

  /** Returns before which arrival events are deleted, ms UTC; 0: none are. */
  deletedBefore = (projectId: number): number => this.#parts.store.read(projectId).deletedBefore;

  read(projectId: number): Retention {
    const { keepDays, deletedBefore, doneId, untilId } = this.#parts.store.read(projectId);
    return {
      keep_days: keepDays,
      deleted_before: deletedBefore === 0 ? null : isoTime(deletedBefore),
      is_deleting: doneId < untilId,
      held_by: keepDays === null ? null : this.#holdOf(projectId, keepDays),
    };
  }

  async preview(projectId: number, keepDays: number | null): Promise<RetentionPreview> {
    if (keepDays === null) return { before: null, events: 0, held_by: null };
    const { before, hold } = this.#deletable(projectId, keepDays);
    const { events, lastId } = await this.#find(projectId, before);
    if (this.#isUnsent(projectId, lastId)) return { before: null, events: 0, held_by: { reason: 'sending' } };
    const isNone = events === 0 || before < this.deletedBefore(projectId);
    return { before: isNone ? null : isoTime(before), events: isNone ? 0 : events, held_by: hold };
  }

  /** Keeps events for some days, or null: forever. Old ones are deleted soon after. */
  set(projectId: number, keepDays: number | null): void {
    const { store } = this.#parts;
    store.setKeepDays(projectId, keepDays);
    this.#unsent.delete(projectId);
    if (keepDays === null) return;
    store.setDue(projectId, this.#deletable(projectId, keepDays).before);
    this.#search([projectId]);
  }

  #holdOf = (projectId: number, keepDays: number): RetentionHold | null =>
    this.#isUnsent(projectId, this.#unsent.get(projectId) ?? 0)
      ? { reason: 'sending' }
      : this.#deletable(projectId, keepDays).hold;

  #deletable = (projectId: number, keepDays: number): Deletable =>
    oldBefore(this.#parts.clock.now(), keepDays, this.#neededSince(projectId));

  #find(projectId: number, arrivedBefore: number): Promise<FoundOld> {
    const { store, queries } = this.#parts;
    return queries.oldEvents({ projectId, after: store.read(projectId).fromId, arrivedBefore });
  }

  #isUnsent(projectId: number, lastId: number): boolean {
    return [this.#relayedId(projectId), this.#archivedId()].some((id) => id !== null && id < lastId);
  }

  #searchAll(): void {
    this.#search(this.#parts.store.projects());
  }

  #search(projects: readonly number[]): void {
    this.#isSearching = true;
    this.#running = this.#running
      .then(() => this.#deleteOld(projects))
      .catch(this.#parts.report)
      .finally(() => {
        this.#isSearching = false;
      });
  }

  async #deleteOld(projects: readonly number[]): Promise<void> {
    const { store, writer } = this.#parts;
    for (const projectId of projects) {
      if (this.#isClosed) return;
      const { keepDays, doneId, untilId } = store.read(projectId);
      if (keepDays !== null && doneId >= untilId) await this.#begin(projectId, keepDays);
      while ((await writer.runInBackground(() => store.removeSome(projectId))) && !this.#isClosed);
    }
  }

  /** Begins a deletion of what the last search has found, if that is old now too. */
  async #begin(projectId: number, keepDays: number): Promise<void> {
    const { store, writer } = this.#parts;
    const cutoff = () => this.#deletable(projectId, keepDays).before;
    const before = Math.min(store.read(projectId).dueBefore, cutoff());
    const { events, lastId, untilId } = await this.#find(projectId, before);
    await writer.runInBackground(() => {
      const { keepDays: days, deletedBefore } = store.read(projectId);
      // An experiment or the days may have changed since.
      if (days !== keepDays || before > cutoff()) return;
      store.setDue(projectId, cutoff());
      const isUnsent = this.#isUnsent(projectId, lastId);
      this.#unsent.set(projectId, isUnsent ? lastId : 0);
      // After the days were raised, nothing goes until what is left is older than them.
      if (events > 0 && !isUnsent && before >= deletedBefore) store.begin(projectId, { before, untilId });
    });
  }
}
