import type { Database } from './open.ts';

/** What is to happen around each transaction; `beforeCommit` is still inside it. */
export type WriterHooks = { beforeCommit(): void; afterCommit(): void; afterRollback(): void };

type Job = { run(): unknown; resolve(value: unknown): void; reject(error: unknown): void };

/** A flush that takes longer than this, ms, lets others have the thread before it goes on; one of bulk work sooner. */
const sliceMs = 20;
const bulkSliceMs = 4;
/** While others have asked within the last `recentMs`, background work rests so many times as long as its last slice took. */
const recentMs = 300;
const rests = 3;

/**
 * Group commit: every job that waits shares one transaction, begun on the next turn of the event loop and committed, fsynced,
 * before any of them is told. Under load the fsync is shared by all who arrived meanwhile; a lone job waits for nobody.
 *
 * Jobs are synchronous, and may be run again: when one fails, the transaction is rolled back and each is run on its own, so
 * that only the one at fault is told.
 */
export class Writer {
  readonly #hooks: WriterHooks;
  readonly #begin: () => unknown;
  readonly #commit: () => unknown;
  readonly #database: Database;
  readonly #queue: Job[] = [];
  readonly #bulk: Job[] = [];
  readonly #background: Job[] = [];
  #isScheduled = false;
  #lastAskedAt = 0;
  #restsUntil = 0;
  #rest: NodeJS.Timeout | undefined;

  constructor(database: Database, hooks: WriterHooks) {
    const begin = database.prepare('BEGIN IMMEDIATE');
    const commit = database.prepare('COMMIT');
    this.#database = database;
    this.#begin = () => begin.run();
    this.#commit = () => commit.run();
    this.#hooks = hooks;
  }

  /** Runs the job in the next transaction; settles when that has reached the disk, or with what made it fail. */
  run<T>(run: () => T): Promise<T> {
    return this.#add(this.#queue, run);
  }

  /** The same for one of many jobs of a large piece of work: those of others do not wait behind them. */
  runInBulk<T>(run: () => T): Promise<T> {
    return this.#add(this.#bulk, run);
  }

  /** The same for work that nobody waits for: at full speed while it is alone, else with long rests. */
  runInBackground<T>(run: () => T): Promise<T> {
    return this.#add(this.#background, run);
  }

  #add<T>(queue: Job[], run: () => T): Promise<T> {
    if (queue !== this.#background) this.#lastAskedAt = performance.now();
    return new Promise<T>((resolve, reject) => {
      queue.push({ run, resolve: resolve as (value: unknown) => void, reject });
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    clearTimeout(this.#rest);
    const rest = this.#queue.length + this.#bulk.length > 0 ? 0 : this.#restMs();
    if (rest > 0) {
      this.#rest = setTimeout(() => this.#schedule(), rest);
      return;
    }
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#flush();
      if (this.#queue.length + this.#bulk.length + this.#background.length > 0) this.#schedule();
    });
  }

  /** How long background work is to rest yet, ms. */
  #restMs(): number {
    const now = performance.now();
    return now - this.#lastAskedAt > recentMs ? 0 : Math.max(0, this.#restsUntil - now);
  }

  #flush(): void {
    const jobs: Job[] = [];
    const results: unknown[] = [];
    let backgroundSince: number | undefined;
    const take = (queue: Job[]) => {
      const job = queue.shift();
      if (job === undefined) return false;
      jobs.push(job);
      results.push(job.run());
      return true;
    };
    try {
      this.#transaction(() => {
        const start = performance.now();
        while (performance.now() < start + sliceMs && take(this.#queue));
        // At least one, so that a steady stream of others does not hold it up for ever.
        while (take(this.#bulk) && performance.now() < start + bulkSliceMs);
        if (this.#background.length === 0 || this.#restMs() > 0) return;
        backgroundSince = performance.now();
        while (take(this.#background) && performance.now() < backgroundSince + bulkSliceMs);
      });
      const end = performance.now();
      if (backgroundSince !== undefined) this.#restsUntil = end + rests * (end - backgroundSince);
    } catch {
      this.#runEachAlone(jobs);
      return;
    }
    this.#hooks.afterCommit();
    for (const [index, job] of jobs.entries()) job.resolve(results[index]);
  }

  /** After a failure; when even the transaction could not begin, the next job is the one to be told. */
  #runEachAlone(jobs: Job[]): void {
    const next = jobs.length > 0 ? undefined : (this.#queue.shift() ?? this.#bulk.shift() ?? this.#background.shift());
    for (const job of next === undefined ? jobs : [next]) this.#runAlone(job);
  }

  #runAlone(job: Job): void {
    let result: unknown;
    try {
      this.#transaction(() => {
        result = job.run();
      });
    } catch (error) {
      job.reject(error);
      return;
    }
    this.#hooks.afterCommit();
    job.resolve(result);
  }

  #transaction(work: () => void): void {
    this.#begin();
    try {
      work();
      this.#hooks.beforeCommit();
      this.#commit();
    } catch (error) {
      if (this.#database.inTransaction) this.#database.exec('ROLLBACK');
      this.#hooks.afterRollback();
      throw error;
    }
  }
}
