import { type DatabaseError, isDatabaseError, isLocked } from '../core/errors/database-error.ts';
import { BackgroundPace } from './background-pace.ts';
import { LogSync } from './log-sync.ts';
import type { Database } from './open.ts';

/**
 * Takes part in each transaction: `flush` writes the collected data at its end, `committed` follows the commit, and `forget`
 * drops what a rollback undid.
 */
export type Participant = { flush?(): void; committed?(): void; forget?(): void };

type Job = {
  run(): unknown;
  resolve(value: unknown): void;
  reject(error: unknown): void;
  isRetried: boolean;
  queue: Job[];
};

/** A flush that takes longer, in ms, yields the thread before it continues; bulk work yields sooner. */
const sliceMs = 20;
const bulkSliceMs = 4;
/** While another program holds the lock: milliseconds between tries, and how many tries before all waiting jobs fail. */
const lockRetryMs = 10;
const maxLockRetries = 20;
/** Interval of probes while the database fails, also without jobs. */
const probeEveryMs = 1000;
/** Maximum jobs queued while the database fails; then the oldest reject. */
const maxRetried = 1000;

/** With fewer jobs, waiting for the disk takes less time than handing it to another thread. */
const minJobsOfLogSync = 4;

/**
 * Group commit: all waiting jobs share one transaction, begun on the next turn of the event loop and on the disk before any of them
 * resolves. Under load, jobs share the sync, during which this thread prepares the next; a lone job waits for no other. Bulk and
 * background work has transactions of its own after theirs, so that no job waits for it to be on the disk.
 *
 * Jobs are synchronous and may run again: when one fails, the transaction is rolled back and each runs on its own, so that only
 * the failing one rejects. When the database itself fails, all waiting jobs reject at once.
 *
 * The connection has no busy timeout, which would block the thread: while another program holds the lock, a timer tries again.
 */
export class Writer {
  readonly #participants: Participant[] = [];
  readonly #begin: () => unknown;
  readonly #commit: () => unknown;
  readonly #probe: () => void;
  readonly #database: Database;
  readonly #log: LogSync;
  readonly #queue: Job[] = [];
  readonly #bulk: Job[] = [];
  readonly #background: Job[] = [];
  readonly #queues = [this.#queue, this.#bulk, this.#background] as const;
  #isScheduled = false;
  #isPaused = false;
  #isClosing = false;
  readonly #pace = new BackgroundPace();
  #rest: NodeJS.Timeout | undefined;
  #lockRetries = 0;
  #probing: NodeJS.Timeout | undefined;
  #failure: DatabaseError | null = null;

  constructor(database: Database, log = new LogSync(database)) {
    const begin = database.prepare('BEGIN IMMEDIATE');
    const commit = database.prepare('COMMIT');
    const version = database.pragma('user_version', { simple: true });
    this.#database = database;
    this.#log = log;
    this.#begin = () => begin.run();
    this.#commit = () => commit.run();
    // Writes a page without changing its content.
    this.#probe = () => database.pragma(`user_version = ${version}`);
  }

  /** Adds a participant; participants are called in the order in which they join. */
  join(participant: Participant): void {
    this.#participants.push(participant);
  }

  /** Returns why the database failed the last transaction; null while it works. */
  get failure(): DatabaseError | null {
    return this.#failure;
  }

  /** Runs the job in the next transaction; resolves once that is on disk, and rejects with the error of the job or database. */
  run<T>(run: () => T): Promise<T> {
    return this.#add(this.#queue, run, false);
  }

  /** Runs a job that must not be lost although nobody awaits it: it is retried while the database fails. */
  runWithRetry<T>(run: () => T): Promise<T> {
    return this.#add(this.#queue, run, true);
  }

  /** Runs a job of bulk work, behind which other jobs do not wait. */
  runInBulk<T>(run: () => T): Promise<T> {
    return this.#add(this.#bulk, run, false);
  }

  /** Runs background work: at full speed while nothing else runs, else with long pauses. */
  runInBackground<T>(run: () => T): Promise<T> {
    return this.#add(this.#background, run, true);
  }

  /** Begins no transaction until `resume`; jobs wait. */
  pause(): void {
    this.#isPaused = !this.#isClosing;
  }

  resume(): void {
    this.#isPaused = false;
    this.#schedule();
  }

  /** Makes queued jobs reject instead of waiting for a failing database; jobs that can be written still are. */
  close(): void {
    this.#isClosing = true;
    this.resume();
    this.#log.close();
    clearTimeout(this.#probing);
    if (this.#failure !== null) this.#fail(this.#failure, []);
  }

  #add<T>(queue: Job[], run: () => T, isRetried: boolean): Promise<T> {
    if (queue !== this.#background) this.#pace.asked();
    return new Promise<T>((resolve, reject) => {
      queue.push({ run, resolve: resolve as (value: unknown) => void, reject, isRetried, queue });
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#isScheduled || this.#isPaused) return;
    clearTimeout(this.#rest);
    // What gathers during a sync shares the next transaction, unless bulk work needs this thread anyway.
    if (this.#isBulkDue || (this.#queue.length > 0 && !this.#log.isRunningFor('jobs'))) {
      this.#isScheduled = true;
      setImmediate(() => this.#turn());
    } else if (this.#background.length > 0) this.#rest = setTimeout(() => this.#schedule(), this.#pace.idleMs());
  }

  get #isBulkDue(): boolean {
    return this.#bulk.length > 0 || this.#isBackgroundDue;
  }

  get #isBackgroundDue(): boolean {
    return this.#background.length > 0 && this.#pace.idleMs() === 0;
  }

  #turn(): void {
    if (this.#queue.length > 0 && !this.#transact(this.#queue)) return;
    if (this.#isBulkDue && !this.#transact(this.#bulk)) return;
    this.#isScheduled = false;
    this.#ready();
  }

  /** Runs waiting jobs of a queue in a transaction; returns false if this turn is tried again later. */
  #transact(queue: Job[]): boolean {
    if (this.#isPaused) return true;
    const begun = this.#tryToBegin();
    if (begun === 'locked') setTimeout(() => this.#turn(), lockRetryMs);
    if (begun === 'begun') this.#flush(queue);
    return begun !== 'locked';
  }

  #ready(): void {
    // While the database fails, the probe resumes the queued jobs.
    if (this.#failure === null) this.#schedule();
  }

  /** Begins a transaction, or rejects the waiting jobs; returns `locked` when a timer should try again. */
  #tryToBegin(): 'begun' | 'locked' | 'failed' {
    try {
      this.#log.beginAnewAfterFailure();
      const isShared = this.#log.isRunning || this.#queue.length + this.#bulk.length >= minJobsOfLogSync;
      if (isShared && !this.#isClosing) this.#log.takeCommits();
      this.#begin();
      this.#lockRetries = 0;
      return 'begun';
    } catch (error) {
      this.#log.leaveCommits();
      if (!isDatabaseError(error)) {
        // The connection is closed.
        for (const job of this.#queues.flatMap((queue) => queue.splice(0))) job.reject(error);
        return 'failed';
      }
      this.#lockRetries += 1;
      const mayBeBrief = this.#failure === null && !this.#isClosing && this.#lockRetries <= maxLockRetries;
      if (isLocked(error) && mayBeBrief) return 'locked';
      this.#lockRetries = 0;
      this.#fail(error, []);
      return 'failed';
    }
  }

  /** Runs the waiting jobs of a queue in the open transaction; background work follows bulk work. */
  #flush(queue: Job[]): void {
    const jobs: Job[] = [];
    const results: unknown[] = [];
    let backgroundSince: number | undefined;
    const take = (from: Job[]) => {
      const job = from.shift();
      if (job === undefined) return false;
      jobs.push(job);
      results.push(job.run());
      return true;
    };
    try {
      this.#complete(() => {
        takeFor(queue === this.#bulk ? bulkSliceMs : sliceMs, () => take(queue));
        if (queue !== this.#bulk || !this.#isBackgroundDue) return;
        backgroundSince = performance.now();
        takeFor(bulkSliceMs, () => take(this.#background));
      });
      if (backgroundSince !== undefined) this.#pace.worked(backgroundSince);
    } catch (error) {
      this.#log.leaveCommits();
      if (isDatabaseError(error)) this.#fail(error, jobs);
      else for (const job of jobs) this.#runAlone(job);
      return;
    }
    this.#committed();
    const settle = (failure: DatabaseError | null) => {
      if (failure !== null) this.#fail(failure, []);
      for (const [index, job] of jobs.entries()) {
        if (failure === null) job.resolve(results[index]);
        else job.reject(failure);
      }
      this.#ready();
    };
    if (this.#log.leaveCommits()) this.#log.run(settle, queue === this.#bulk ? 'bulk' : 'jobs');
    else settle(null);
  }

  #runAlone(job: Job): void {
    let result: unknown;
    try {
      this.#begin();
      this.#complete(() => {
        result = job.run();
      });
    } catch (error) {
      if (isDatabaseError(error)) this.#fail(error, [job]);
      else job.reject(error);
      return;
    }
    this.#committed();
    job.resolve(result);
  }

  #committed(): void {
    for (const participant of this.#participants) participant.committed?.();
  }

  /** Runs the work and commits; rolls back when either fails. */
  #complete(work: () => void): void {
    try {
      work();
      for (const participant of this.#participants) participant.flush?.();
      this.#commit();
    } catch (error) {
      if (this.#database.inTransaction) this.#database.exec('ROLLBACK');
      for (const participant of this.#participants) participant.forget?.();
      throw error;
    }
    this.#failure = null;
  }

  /** Rejects all waiting and taken jobs because the database fails; those that must not be lost stay queued. */
  #fail(error: DatabaseError, taken: readonly Job[]): void {
    this.#failure = error;
    for (const job of taken.toReversed()) job.queue.unshift(job);
    for (const queue of this.#queues) {
      const waiting = queue.splice(0);
      const retried = this.#isClosing ? [] : waiting.filter((job) => job.isRetried).slice(-maxRetried);
      queue.push(...retried);
      const kept = new Set(retried);
      for (const job of waiting) if (!kept.has(job)) job.reject(error);
    }
    if (this.#isClosing) return;
    this.#probing ??= setTimeout(() => {
      this.#probing = undefined;
      this.run(this.#probe).catch(() => undefined);
    }, probeEveryMs).unref();
  }
}

/** Calls `take` at least once, and again until it returns false or the time is over. */
function takeFor(ms: number, take: () => boolean): void {
  const end = performance.now() + ms;
  while (take() && performance.now() < end);
}
