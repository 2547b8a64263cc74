import type { TailRow } from './tail-row.ts';

export type BufferLimits = { rows: number; backlog: number };

/** At some 500 bytes a row, 60 MB at most; beyond, the oldest rows leave and are paged in again when scrolled to. */
const defaultLimits: BufferLimits = { rows: 120_000, backlog: 20_000 };

/**
 * The rows of the list, oldest first inside and newest first to the reader (`at(0)` is the newest). No row is held twice.
 * While paused, arrivals wait in a backlog; a backlog that overflows is dropped and `overflowed` says that the list has to
 * be loaded again.
 */
export class TailBuffer {
  #limits: BufferLimits;
  #rows: TailRow[] = [];
  #sequenceOf = new Map<string, number>();
  #first = 0;
  #backlog: TailRow[] = [];
  #backlogIds = new Set<string>();
  /** The row (its sequence) after which each cursor is: paging resumes there once older rows have left. */
  #marks: { sequence: number; cursor: string }[] = [];
  #added = 0;
  #total = 0;
  paused = false;
  overflowed = false;
  backlogCount = 0;

  constructor(limits: BufferLimits = defaultLimits) {
    this.#limits = limits;
  }

  get length(): number {
    return this.#rows.length;
  }

  /** Number of events that the rows represent: a counted row represents many. */
  get total(): number {
    return this.#total;
  }

  /** How many rows ever came in on top: what keeps the scroll position in place. */
  get added(): number {
    return this.#added;
  }

  /** Whether no older rows are added; at twice the limit, because rows that someone scrolled to stay. */
  get isFull(): boolean {
    return this.#rows.length >= this.#limits.rows * 2;
  }

  at(index: number): TailRow | undefined {
    return this.#rows[this.#rows.length - 1 - index];
  }

  /** Returns whether any row is of the project itself. */
  hasOwn(): boolean {
    return this.#rows.some(({ unassigned }) => !unassigned);
  }

  /** Returns the place from the top, or -1. */
  indexOf(uuid: string | undefined): number {
    const sequence = uuid === undefined ? undefined : this.#sequenceOf.get(uuid);
    return sequence === undefined ? -1 : this.#rows.length - 1 - (sequence - this.#first);
  }

  /** Takes arrivals, oldest first; `cursor` is where the answer that brought them ends. Returns those not known before. */
  arrive(rows: TailRow[], cursor: string): TailRow[] {
    const fresh = rows.filter((row) => !this.#sequenceOf.has(row.uuid) && !this.#backlogIds.has(row.uuid));
    if (this.paused) this.#wait(fresh);
    else this.#push(fresh, cursor);
    return fresh;
  }

  /** Takes a page of older rows, newest first. */
  appendOlder(rows: TailRow[]): void {
    const fresh = rows.filter((row) => !this.#sequenceOf.has(row.uuid)).reverse();
    this.#first -= fresh.length;
    fresh.forEach((row, index) => {
      this.#sequenceOf.set(row.uuid, this.#first + index);
      this.#total += row.count;
    });
    this.#rows = fresh.concat(this.#rows);
  }

  /** Replaces the rows held whose count has grown since; the others stay as they are. Returns whether any has. */
  recount(rows: TailRow[]): boolean {
    let hasGrown = false;
    for (const row of rows) {
      const place = (this.#sequenceOf.get(row.uuid) ?? Number.NaN) - this.#first;
      const held = this.#rows[place];
      if (held === undefined || held.count === row.count) continue;
      this.#total += row.count - held.count;
      this.#rows[place] = row;
      hasGrown = true;
    }
    return hasGrown;
  }

  /** Ends the pause and adds the backlog. Returns false when that overflowed, and the list has to be loaded again. */
  resume(): boolean {
    this.paused = false;
    const waited = this.#backlog;
    const whole = !this.overflowed;
    this.#dropBacklog();
    if (whole) this.#push(waited, null);
    return whole;
  }

  /**
   * Drops the oldest rows over the limit, but none down to `visible` (an index from the top).
   * Returns the cursor that leads to them again, or null when none was dropped.
   */
  trim(visible: number): string | null {
    const keep = Math.max(this.#limits.rows, visible + 1);
    if (this.#rows.length <= keep * 1.1) return null;
    const oldestKept = this.#first + this.#rows.length - keep;
    const mark = this.#marks.find(({ sequence }) => sequence >= oldestKept);
    if (mark === undefined || mark.sequence - this.#first < 1) return null;
    this.#leave(mark.sequence - this.#first);
    return mark.cursor;
  }

  /** Drops the rows that arrived before `from` (ISO 8601). Returns whether there were any. */
  forgetBefore(from: string): boolean {
    const kept = this.#rows.findIndex(({ receivedAt }) => receivedAt >= from);
    const count = kept < 0 ? this.#rows.length : kept;
    this.#leave(count);
    return count > 0;
  }

  empty(): void {
    this.#dropBacklog();
    this.#leave(this.#rows.length);
  }

  #dropBacklog(): void {
    this.#backlog = [];
    this.#backlogIds.clear();
    this.backlogCount = 0;
    this.overflowed = false;
  }

  #leave(count: number): void {
    for (const row of this.#rows.splice(0, count)) {
      this.#sequenceOf.delete(row.uuid);
      this.#total -= row.count;
    }
    this.#first += count;
    this.#marks = this.#marks.filter(({ sequence }) => sequence >= this.#first);
  }

  #push(rows: TailRow[], cursor: string | null): void {
    for (const row of rows) {
      this.#sequenceOf.set(row.uuid, this.#first + this.#rows.length);
      this.#rows.push(row);
      this.#total += row.count;
    }
    this.#added += rows.length;
    const sequence = this.#first + this.#rows.length - 1;
    if (cursor !== null && rows.length > 0) this.#marks.push({ sequence, cursor });
  }

  #wait(rows: TailRow[]): void {
    this.backlogCount += rows.length;
    if (this.overflowed) return;
    for (const row of rows) {
      this.#backlog.push(row);
      this.#backlogIds.add(row.uuid);
    }
    if (this.#backlog.length <= this.#limits.backlog) return;
    this.overflowed = true;
    this.#backlog = [];
    this.#backlogIds.clear();
  }
}
