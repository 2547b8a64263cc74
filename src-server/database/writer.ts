import type { Database } from './open.ts';

/** What is to happen around each transaction; `beforeCommit` is still inside it. */
export type WriterHooks = { beforeCommit(): void; afterCommit(): void; afterRollback(): void };

type Job = { run(): unknown; resolve(value: unknown): void; reject(error: unknown): void };

/** A flush that takes longer than this lets others have the thread before it goes on. */
const sliceMs = 20;

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
  #queue: Job[] = [];
  #isScheduled = false;

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
    return new Promise<T>((resolve, reject) => {
      this.#queue.push({ run, resolve: resolve as (value: unknown) => void, reject });
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#flush();
      if (this.#queue.length > 0) this.#schedule();
    });
  }

  #flush(): void {
    const jobs = this.#queue;
    const results: unknown[] = [];
    try {
      this.#transaction(() => {
        const end = performance.now() + sliceMs;
        do results.push(jobs[results.length]?.run());
        while (results.length < jobs.length && performance.now() < end);
      });
    } catch {
      // One more than succeeded was tried.
      const tried = jobs.splice(0, Math.min(results.length + 1, jobs.length));
      for (const job of tried) this.#runAlone(job);
      return;
    }
    const done = jobs.splice(0, results.length);
    this.#hooks.afterCommit();
    for (const [index, job] of done.entries()) job.resolve(results[index]);
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
