import { closeSync, fdatasync, openSync } from 'node:fs';
import type { DatabaseError } from '../core/errors/database-error.ts';
import { type Database, isSealed } from './open.ts';
import { walFile } from './storage/files.ts';

type Done = (failure: DatabaseError | null) => void;

/**
 * Syncs the write-ahead log to the disk, in a thread of libuv's pool instead of this one. A commit with `synchronous=NORMAL` and
 * this sync are as durable as a commit with `synchronous=FULL`, which makes the same call for the same file before it returns:
 * the log up to then is on the disk, and a restart ignores its torn rest (https://sqlite.org/walformat.html).
 */
export class LogSync {
  readonly #database: Database;
  readonly #path: string;
  #file: number | undefined;
  #isRunning = false;
  /** Called after the next sync. */
  #waiting: Done[] = [];
  #mayHaveGap = false;
  #isClosed = false;

  constructor(database: Database) {
    this.#database = database;
    this.#path = walFile(database.name);
  }

  get isRunning(): boolean {
    return this.#isRunning;
  }

  /** Calls back once all earlier commits are on the disk, or with the reason why they may not be. */
  run(done: Done): void {
    this.#waiting.push(done);
    if (!this.#isRunning) this.#sync();
  }

  #sync(): void {
    const waiting = this.#waiting.splice(0);
    const tell = (failure: DatabaseError | null) => {
      for (const done of waiting) done(failure);
    };
    try {
      // Closing this file drops no lock: SQLite holds none on the log. Windows flushes only files opened for writing.
      this.#file ??= openSync(this.#path, 'r+');
    } catch (error) {
      tell(toDatabaseError(error));
      return;
    }
    this.#isRunning = true;
    fdatasync(this.#file, (error) => {
      this.#isRunning = false;
      // A start ignores all that follows a lost part, so the next sync would not save what waits for it.
      if (error !== null) {
        waiting.push(...this.#waiting.splice(0));
        this.#mayHaveGap = true;
      } else if (this.#waiting.length > 0) this.#sync();
      if (this.#isClosed && !this.#isRunning) this.#release();
      tell(error === null ? null : toDatabaseError(error));
    });
  }

  /**
   * Begins the log anew if a sync has failed: the next one would succeed although the disk may never get what the failed one left
   * out. Call it before each transaction. Throws DatabaseError.
   */
  beginAnewAfterFailure(): void {
    if (!this.#mayHaveGap || isSealed(this.#database)) return;
    const isBusy = this.#database.pragma('wal_checkpoint(RESTART)', { simple: true }) !== 0;
    if (isBusy) throw Object.assign(new Error('the write-ahead log is in use'), { code: 'SQLITE_BUSY' });
    this.#mayHaveGap = false;
  }

  /** Closes the file, after the sync under way. */
  close(): void {
    this.#isClosed = true;
    if (!this.#isRunning) this.#release();
  }

  #release(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }
}

/** Returns the error that SQLite has for the same failure. */
function toDatabaseError(error: unknown): DatabaseError {
  const cause = error instanceof Error ? error.message : String(error);
  return Object.assign(new Error(`The write-ahead log could not be written to the disk: ${cause}`), {
    code: 'SQLITE_IOERR_FSYNC',
  });
}
