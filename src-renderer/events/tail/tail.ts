import { maxPage } from '#server/core/contract.ts';
import type { EventPage } from '#server/events/contract.ts';
import { pause } from '../../api/pause.ts';
import type { RowOrder } from '../filters/live-search.ts';
import { byEventTime, type Rows } from './rows/row-order.ts';
import { TailBuffer } from './tail-buffer.ts';
import { type TailRow, toTailRow } from './tail-row.ts';

export type PageRequest = {
  before?: string;
  after?: string;
  wait?: number;
  limit: number;
  /** Asks for these only, whatever the filter says. */
  status?: 'rejected';
};
export type TailOptions = {
  /** Asks for a page; `older` is the `next` of an earlier page. Rejects when the server refuses or does not answer. */
  fetchPage: (request: PageRequest | { older: string }, signal: AbortSignal) => Promise<EventPage>;
  /** Whether asking again can help: the server is away, rather than refusing the question. */
  isTemporary: (error: unknown) => boolean;
  /** Sleeps for `ms`, or until the signal aborts. */
  sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
  /** False while nobody can see the list: a hidden tab must not hold one of the browser's six connections. */
  isVisible?: () => boolean;
  buffer?: TailBuffer;
  /** What `rows` are sorted by; default arrival. */
  order?: RowOrder;
};

/** `lost`: the server does not answer and is retried; `refused`: it answered with an error. */
export type TailState = { kind: 'loading' | 'live' } | { kind: 'lost' | 'refused'; error: unknown; hasLoaded: boolean };

const FIRST_PAGE = 200;
/** Parsing more arrivals at once would take longer than a frame. */
const ARRIVAL_BATCH_SIZE = 250;
const WAIT_SECONDS = 25;
const HIDDEN_POLL_MS = 3_000;
const RETRY_MS = [500, 1_000, 2_000, 4_000];

/** Follows the events as they arrive by one long poll at a time, and pages back on demand. Nothing is lost or doubled. */
export class Tail {
  readonly buffer: TailBuffer;
  #options: TailOptions;
  #listeners = new Set<() => void>();
  #arrivalListeners = new Set<(rows: TailRow[]) => void>();
  #abort = new AbortController();
  #nap = new AbortController();
  #cursor: string | null = null;
  #next: { older: string } | PageRequest | null = null;
  #loadingOlder = false;
  #olderError: unknown = null;
  #version = 0;
  #lowestVisible = 0;
  #sorted: { version: number; rows: Rows } | undefined;
  state: TailState = { kind: 'loading' };
  /** Whether arrivals come into sight. */
  isFollowing = true;

  constructor(options: TailOptions) {
    this.#options = options;
    this.buffer = options.buffer ?? new TailBuffer();
  }

  /** Changes whenever there is something new to draw. */
  version = (): number => this.#version;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  onArrival(listener: (rows: TailRow[]) => void): () => void {
    this.#arrivalListeners.add(listener);
    return () => this.#arrivalListeners.delete(listener);
  }

  get hasOlder(): boolean {
    return this.#next !== null;
  }

  /** Whether older events are being searched; a filter that matches few takes several pages to find one. */
  get isSearching(): boolean {
    return this.#loadingOlder;
  }

  get olderError(): unknown {
    return this.#olderError;
  }

  /** The rows in the order of the list. */
  get rows(): Rows {
    if (this.#options.order !== 'event') return this.buffer;
    if (this.#sorted?.version !== this.#version)
      this.#sorted = { version: this.#version, rows: byEventTime(this.buffer) };
    return this.#sorted.rows;
  }

  /** Starts following; returns a function that stops it. */
  start(): () => void {
    this.#abort = new AbortController();
    void this.#follow(this.#abort.signal);
    return () => this.#abort.abort();
  }

  /** Asks again at once instead of at the end of the back-off. */
  retryNow(): void {
    if (this.state.kind === 'refused') this.start();
    else this.#nap.abort();
  }

  pause(): void {
    this.buffer.paused = true;
    this.#changed();
  }

  /** Resumes; returns whether all waiting events are in the list now, else the caller creates a new tail. */
  resume(): boolean {
    const whole = this.buffer.resume();
    this.#changed();
    return whole;
  }

  /** Drops the rows before the time span; `from` is its start (ISO 8601). */
  spanBegins(from: string): void {
    if (!this.buffer.paused && this.buffer.forgetBefore(from)) this.#changed();
  }

  /** Tells whether the newest row is in sight. */
  follows(isFollowing: boolean): void {
    if (this.isFollowing === isFollowing) return;
    this.isFollowing = isFollowing;
    this.#changed();
  }

  /** Tells which row (from the top) is the lowest in sight: no row down to it leaves. */
  seen(lowestIndex: number): void {
    this.#lowestVisible = this.#options.order === 'event' ? 0 : lowestIndex;
  }

  /** Pages back until a row is found; a page may be empty though there are older ones. */
  async loadOlder(): Promise<void> {
    if (this.#next === null || this.#loadingOlder || this.buffer.isFull) return;
    this.#loadingOlder = true;
    this.#olderError = null;
    this.#changed();
    const { signal } = this.#abort;
    const before = this.buffer.length;
    try {
      while (this.#next !== null && this.buffer.length === before && !signal.aborted) {
        const page = await this.#options.fetchPage(this.#next, signal);
        if (!signal.aborted) this.#take(page);
      }
    } catch (error) {
      if (!signal.aborted) this.#olderError = error;
    } finally {
      this.#loadingOlder = false;
      if (!signal.aborted) this.#changed();
    }
  }

  /**
   * Reads the counts of the newest rejected rows again: the row of a kind of rejection goes on counting after it has arrived.
   * A failure is left to the next call; whether the server answers at all is for `#follow` to say.
   */
  async recount(): Promise<void> {
    const { signal } = this.#abort;
    if (this.buffer.paused) return;
    const page = await this.#options.fetchPage({ limit: FIRST_PAGE, status: 'rejected' }, signal).catch(() => null);
    if (page === null || signal.aborted || this.buffer.paused) return;
    if (this.buffer.recount(page.results.map(toTailRow))) this.#changed();
  }

  async #follow(signal: AbortSignal): Promise<void> {
    for (let failures = 0; !signal.aborted; ) {
      try {
        await (this.#cursor === null ? this.#first(signal) : this.#poll(this.#cursor, signal));
        failures = 0;
      } catch (error) {
        if (signal.aborted) return;
        const hasLoaded = this.#cursor !== null;
        if (!this.#options.isTemporary(error)) return this.#become({ kind: 'refused', error, hasLoaded });
        this.#become({ kind: 'lost', error, hasLoaded });
        await this.#sleep(RETRY_MS[Math.min(failures, RETRY_MS.length - 1)] ?? 0, signal);
        failures += 1;
      }
    }
  }

  async #first(signal: AbortSignal): Promise<void> {
    const page = await this.#options.fetchPage({ limit: FIRST_PAGE }, signal);
    if (signal.aborted) return;
    this.#cursor = page.cursor;
    this.#take(page);
    this.#become({ kind: 'live' });
    if (this.buffer.length === 0) void this.loadOlder();
  }

  async #poll(cursor: string, signal: AbortSignal): Promise<void> {
    const hidden = this.#options.isVisible?.() === false;
    if (hidden) await this.#sleep(HIDDEN_POLL_MS, signal);
    // After a failure the first answer has to come at once, so that "live" is said as soon as it is true.
    const wait = hidden || this.state.kind !== 'live' ? 0 : WAIT_SECONDS;
    const page = await this.#options.fetchPage({ after: cursor, wait, limit: ARRIVAL_BATCH_SIZE }, signal);
    if (signal.aborted) return;
    if (Number(page.cursor) < Number(cursor)) return this.#beginAnew();
    this.#cursor = page.cursor;
    const fresh = this.buffer.arrive(page.results.map(toTailRow), page.cursor);
    const left = this.buffer.trim(this.#lowestVisible);
    if (left !== null) this.#next = { before: left, limit: maxPage };
    if (fresh.length > 0) for (const listener of this.#arrivalListeners) listener(fresh);
    if (this.state.kind !== 'live') this.#become({ kind: 'live' });
    else if (fresh.length > 0 || left !== null) this.#changed();
  }

  /** Drops all rows: an older copy of the database was restored, which may lack them. */
  #beginAnew(): void {
    this.buffer.empty();
    this.#cursor = null;
    this.#next = null;
    this.#changed();
  }

  #take(page: EventPage): void {
    this.#next = page.next === null ? null : { older: page.next };
    this.buffer.appendOlder(page.results.map(toTailRow));
  }

  #sleep(ms: number, signal: AbortSignal): Promise<void> {
    this.#nap = new AbortController();
    return (this.#options.sleep ?? pause)(ms, AbortSignal.any([signal, this.#nap.signal]));
  }

  #become(state: TailState): void {
    this.state = state;
    this.#changed();
  }

  #changed(): void {
    this.#version += 1;
    for (const listener of this.#listeners) listener();
  }
}
