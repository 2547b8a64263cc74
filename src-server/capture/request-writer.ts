import { isDatabaseError } from '../core/errors/database-error.ts';
import { maxDropRows } from '../core/limits-contract.ts';
import { countWords } from '../core/text/numbers-contract.ts';
import { withoutAbsent } from '../core/without-absent.ts';
import type { Writer } from '../database/writer.ts';
import type { DropReason } from '../events/reason-contract.ts';
import { storageUnavailable } from '../http/error.ts';
import {
  type Counts,
  effortOf,
  type Ingest,
  type RequestSlice,
  type SliceResult,
  sliceEffort,
  type UncountedRequest,
} from './ingest.ts';
import type { Drop, NormalEvent } from './normalize.ts';
import type { Spool } from './spool/spool.ts';

type Parts = { writer: Writer; ingest: Ingest; spool: Spool; uuid(): string; report(error: unknown): void };

/** Identifies drops that share a row once there are too many. */
type Kind = { reason: DropReason; testRun?: string | null | undefined; sdk?: string | null | undefined };

/** `row` makes the row of the request when it is written; `durationUs` returns the microseconds since its first byte. */
type Facts = { projectId: number; receivedAt: number; id: number; row(): UncountedRequest; durationUs(): number };

/**
 * Stores a request while it is parsed: slice by slice, each in the database or else in the spool, then its own row. Acknowledged
 * only at the end; a retry after a partial failure recognizes stored events by their uuid.
 */
export class RequestWriter {
  readonly #parts: Parts;
  readonly #facts: Facts;
  readonly #drops = new Map<DropReason, number>();
  /** Drops beyond the rows of their reason. */
  readonly #folded = new Map<string, Kind & { count: number }>();
  /** Of the newest event: only the number of duplicates is known. */
  #testRun: string | null | undefined;
  #slice: (NormalEvent | Drop)[] = [];
  #effort = 0;
  /** Results of the slices being written, in order; undefined for one that failed. */
  #results: (SliceResult | undefined)[] = [];
  #writing: Promise<void>[] = [];
  #failure: unknown;
  /** Counts of the settled slices. */
  readonly #settled: Counts = { accepted: 0, dropped: 0 };
  #duplicates = 0;
  #isSplit = false;
  #isRowSpooled = false;
  #counts: SliceResult | null = null;

  constructor(parts: Parts, facts: Facts) {
    this.#parts = parts;
    this.#facts = facts;
  }

  /** Returns the counts once all is stored; null if a part is in the spool. */
  get counts(): SliceResult | null {
    return this.#isRowSpooled ? null : this.#counts;
  }

  /** Adds an outcome; its slice is written when full. */
  add(outcome: NormalEvent | Drop): void {
    if (outcome.kind === 'drop') {
      const rows = (this.#drops.get(outcome.reason) ?? 0) + 1;
      this.#drops.set(outcome.reason, rows);
      if (rows > maxDropRows) {
        this.#fold(outcome, 1);
        return;
      }
    }
    this.#testRun = outcome.testRun;
    const effort = effortOf(outcome);
    if (this.#slice.length > 0 && this.#effort + effort > sliceEffort) this.#writeSlice();
    this.#slice.push(outcome);
    this.#effort += effort;
  }

  /** Settles when everything added is stored. Throws 503 if neither database nor spool can store it. */
  async settle(): Promise<void> {
    if (this.#slice.length > 0) this.#writeSlice();
    await Promise.all(this.#writing);
    if (this.#failure !== undefined) throw this.#failure;
    for (const result of this.#results) {
      if (result === undefined) continue;
      this.#settled.accepted += result.accepted;
      this.#settled.dropped += result.dropped;
    }
    this.#duplicates = this.#duplicatesBefore(this.#results.length);
    this.#results = [];
    this.#writing = [];
  }

  /** Stores the rest and the row of the request. Throws as `settle` does. */
  async end(): Promise<void> {
    if (this.#isSplit) await this.settle();
    const duplicates = this.#duplicates - maxDropRows;
    if (duplicates > 0) this.#fold({ reason: 'duplicate', testRun: this.#testRun }, duplicates);
    const folded = [...this.#folded.values()].map((drops) => this.#foldedDrop(drops));
    const slice = this.#sliceOf([...this.#slice, ...folded]);
    const store = () => {
      const { accepted, dropped, duplicates: last } = this.#parts.ingest.storeSlice(slice);
      const counts = { accepted: accepted + this.#settled.accepted, dropped: dropped + this.#settled.dropped };
      if (this.#isRowSpooled) this.#parts.ingest.recount(slice.request.id);
      else this.#parts.ingest.storeRequest(this.#facts.row(), counts, this.#facts.durationUs());
      this.#counts = { ...counts, duplicates: this.#duplicates + last };
    };
    await this.#store(slice, store, this.#isSplit);
    if (this.#failure !== undefined) throw this.#failure;
  }

  #writeSlice(): void {
    const slice = this.#sliceOf(this.#slice);
    const index = this.#results.push(undefined) - 1;
    this.#slice = [];
    this.#effort = 0;
    this.#isSplit = true;
    const store = () => {
      this.#results[index] = this.#parts.ingest.storeSlice(slice, this.#duplicatesBefore(index));
    };
    const writing = this.#store(slice, store, true, () => {
      this.#results[index] = undefined;
    });
    this.#writing.push(writing);
  }

  #sliceOf(outcomes: (NormalEvent | Drop)[]): RequestSlice {
    const { projectId, receivedAt, id } = this.#facts;
    return { projectId, receivedAt, outcomes, request: { id }, wasTried: false };
  }

  /** Returns the duplicates of this request before a slice; failed slices have none. */
  #duplicatesBefore(index: number): number {
    return this.#results.slice(0, index).findLast((result) => result !== undefined)?.duplicates ?? this.#duplicates;
  }

  /** Keeps the first failure, which prevents an acknowledgment. */
  async #store(slice: RequestSlice, job: () => void, isBulk: boolean, failed = () => {}): Promise<void> {
    const { writer, spool, report } = this.#parts;
    try {
      let cause: string | null = null;
      if (!spool.isActive) {
        const failure = await (isBulk ? writer.runInBulk(job) : writer.run(job)).then(
          () => undefined,
          (error) => error,
        );
        if (failure === undefined) return;
        failed();
        if (!isDatabaseError(failure)) throw failure;
        report(failure);
        cause = failure.message;
      }
      await this.#spool(slice, cause);
    } catch (error) {
      this.#failure ??= error;
    }
  }

  /** Appends to the spool. The first line of a request has its row. */
  async #spool(slice: RequestSlice, cause: string | null): Promise<void> {
    const { spool, report } = this.#parts;
    const request = this.#isRowSpooled ? slice.request : this.#facts.row();
    this.#isRowSpooled = true;
    try {
      await spool.append({ ...slice, request }, cause);
    } catch (error) {
      // A read-only folder was reported at the start.
      if (!spool.isRefusing) report(error);
      throw storageUnavailable('Neither the database nor the dead-letter spool can be written; nothing was stored.');
    }
  }

  /** Counts drops beyond the rows of their reason. */
  #fold({ reason, testRun, sdk }: Kind, count: number): void {
    const key = `${reason} ${testRun} ${sdk}`;
    const before = this.#folded.get(key)?.count ?? 0;
    this.#folded.set(key, { reason, testRun, sdk, count: before + count });
  }

  /** Makes one row of all folded drops of a reason and test run. */
  #foldedDrop({ reason, testRun, sdk, count }: Kind & { count: number }): Drop {
    const detail = `${countWords(count, 'more event like this was', 'more events like this were')} dropped.`;
    const facts = { event: null, distinctId: null, timestamp: this.#facts.receivedAt, json: '{}', warnings: [] };
    return {
      kind: 'drop',
      uuid: this.#parts.uuid(),
      reason,
      detail,
      ...facts,
      count,
      ...withoutAbsent({ testRun, sdk }),
    };
  }
}
