import type { Database } from '../../database/open.ts';
import type { Participant, Writer } from '../../database/writer.ts';
import { createProgress, type Progress } from './progress.ts';
import {
  addCounts,
  type CountedMatches,
  type CountsByDistinctRef,
  countedOnce,
  type Match,
  type Tally,
} from './tally.ts';

type Item = [distinctRef: number, CountedMatches[]];
/**
 * `cycle`: matches up to event `cycleId` in order of distinct_ref, counted up to index `next`. `waiting`: later ones, up to event
 * `waitingId`. All up to event `countedId` are counted, and those of the cycle up to `next`.
 */
type State = {
  cycle: Item[];
  next: number;
  cycleId: number;
  waiting: CountsByDistinctRef;
  waitingId: number;
  countedId: number;
};

/** Milliseconds in which matches gather, so that one page write covers many counts. */
const gatherMs = 1000;
/** Distinct ids per job of the writer, about 1 ms. */
const itemBatchSize = 100;
/** Events without a match after which progress is written; a start reads matches from there. */
const maxUnmatched = 5000;

type Parts = { database: Database; writer: Writer; tally: Tally; report(error: unknown): void };

/**
 * Counts the matches of arriving events: they are stored with their events, gather in memory, and are counted by day and person
 * in the background. Progress is written with the counts, so that a start finds what a crash left uncounted, and counts nothing
 * twice.
 */
export class Uncounted implements Participant {
  readonly #parts: Parts;
  readonly #progress: Progress;
  readonly #live: () => number[];
  #state: State;
  /** The state before the open transaction, if changed. */
  #before: State | undefined;
  /** Matches of the open transaction, and its newest event. */
  #fresh: CountsByDistinctRef = new Map();
  #freshId = 0;
  #timer: NodeJS.Timeout | undefined;
  #isCounting = false;
  #isClosed = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#progress = createProgress(parts.database);
    const live = parts.database.prepare<[], number>('SELECT calculation_id FROM actions').pluck();
    this.#live = () => live.all();
    this.#state = { ...this.#progress.read(), next: 0 };
  }

  /** Call it for each event that matches may follow. */
  setNewestEvent(eventId: number): void {
    this.#freshId = eventId;
  }

  add(calculationId: number, match: Match): void {
    this.#parts.tally.store(calculationId, match);
    addCounts(this.#fresh, match.distinctRef, countedOnce(calculationId, match.at));
  }

  committed(): void {
    this.#before = undefined;
    const state = this.#state;
    for (const [distinctRef, counted] of this.#fresh) {
      for (const one of counted) addCounts(state.waiting, distinctRef, one);
    }
    state.waitingId = Math.max(state.waitingId, this.#freshId);
    this.#fresh = new Map();
    this.#freshId = 0;
    const isDue = hasItems(state) || state.waitingId - state.countedId > maxUnmatched;
    if (isDue && !this.#isCounting && !this.#isClosed)
      this.#timer ??= setTimeout(() => this.#countInBackground(), gatherMs).unref();
  }

  forget(): void {
    if (this.#before !== undefined) this.#state = this.#before;
    this.#before = undefined;
    this.#fresh = new Map();
    this.#freshId = 0;
  }

  /** Counts all matches, also those of the open transaction, in it. */
  countAll(): void {
    while (hasItems(this.#state)) this.#countSome();
    if (this.#freshId <= this.#state.countedId) return;
    this.#parts.tally.count(this.#fresh);
    this.#fresh = new Map();
    this.#change({ ...this.#state, waitingId: this.#freshId, countedId: this.#freshId });
  }

  /**
   * Resolves once everything that is committed now is counted. While the database cannot be written, uncounted matches stay so.
   */
  async settled(): Promise<void> {
    const { waitingId } = this.#state;
    try {
      while (this.#state.countedId < waitingId && hasItems(this.#state)) {
        await this.#inJobs((count) => this.#parts.writer.runInBulk(count));
      }
    } catch (error) {
      if (this.#parts.writer.failure === null) throw error;
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.settled();
  }

  #countInBackground(): void {
    this.#timer = undefined;
    this.#isCounting = true;
    const { waitingId } = this.#state;
    const count = async () => {
      while (this.#state.countedId < waitingId) await this.#inJobs((some) => this.#parts.writer.runInBackground(some));
    };
    count()
      .catch((error) => this.#isClosed || this.#parts.report(error))
      .finally(() => {
        this.#isCounting = false;
      });
  }

  /** Queues all jobs at once, so that the writer can combine them in a transaction. */
  #inJobs(queue: (count: () => void) => Promise<void>): Promise<unknown> {
    const { cycle, next, waiting } = this.#state;
    const jobs = Math.ceil((cycle.length - next) / itemBatchSize) + Math.ceil(waiting.size / itemBatchSize);
    return Promise.all(Array.from({ length: Math.max(1, jobs) }, () => queue(() => this.#countSome())));
  }

  #countSome(): void {
    const { waiting, waitingId, ...state } = this.#state;
    const isNew = state.next >= state.cycle.length;
    const cycle = isNew ? [...waiting].sort(([one], [other]) => one - other) : state.cycle;
    const cycleId = isNew ? waitingId : state.cycleId;
    const start = isNew ? 0 : state.next;
    const items = cycle.slice(start, start + itemBatchSize);
    // The rows of another calculation are being deleted.
    const live = new Set(this.#live());
    const isLive = ({ calculationId }: CountedMatches) => live.has(calculationId);
    this.#parts.tally.count(items.map(([ref, counted]) => [ref, counted.filter(isLive)]));
    const next = start + items.length;
    const countedId = next === cycle.length ? cycleId : state.countedId;
    this.#change({ cycle, next, cycleId, waiting: isNew ? new Map() : waiting, waitingId, countedId });
  }

  #change(state: State): void {
    this.#before ??= this.#state;
    this.#state = state;
    const { cycle, next, cycleId, countedId } = state;
    this.#progress.write({ countedId, cycleId, doneRef: cycle[next - 1]?.[0] ?? 0 });
  }
}

const hasItems = ({ cycle, next, waiting }: State) => next < cycle.length || waiting.size > 0;
