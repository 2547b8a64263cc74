import fs from 'node:fs';
import type { DatabaseError } from '../core/errors/database-error.ts';
import { type Database, isSealed } from './open.ts';
import { walFile } from './storage/files.ts';

type Done = (failure: DatabaseError | null) => void;

/** Whose commits a sync is for. */
export type SyncedWork = 'jobs' | 'bulk';

/** Syncs that follow one another. `running`: the result of the one under way; `waiting`: called after the next. */
type Syncs = { file: number | undefined; running: Promise<DatabaseError | null> | null; waiting: Done[] };

/**
 * Syncs the write-ahead log to the disk, in a thread of libuv's pool instead of this one. A commit with `synchronous=NORMAL` and
 * this sync are as durable as a commit with `synchronous=FULL`, which makes the same call for the same file before it returns:
 * the log up to then is on the disk, and a restart ignores its torn rest (https://sqlite.org/walformat.html).
 *
 * One sync for jobs and one for bulk work may run at a time, so that a job waits for one sync and not for two in turn. Each has a
 * file of its own, as the system reports a failed write once to each open file.
 */
export class LogSync {
  readonly #database: Database;
  readonly #path: string;
  readonly #syncs: Record<SyncedWork, Syncs> = { jobs: newSyncs(), bulk: newSyncs() };
  /** Whether commits are left to this log. */
  #takesCommits = false;
  #mayHaveGap = false;
  #isClosed = false;

  constructor(database: Database) {
    this.#database = database;
    this.#path = walFile(database.name);
  }

  get isRunning(): boolean {
    return Object.values(this.#syncs).some(({ running }) => running !== null);
  }

  isRunningFor(work: SyncedWork): boolean {
    return this.#syncs[work].running !== null;
  }

  /** Makes the next commit return before it is on the disk; `run` syncs it then. */
  takeCommits(): void {
    this.#database.exec('PRAGMA synchronous = NORMAL');
    this.#takesCommits = true;
  }

  /** Makes later commits of others through this connection wait for the disk. Returns whether the last one is still to be synced. */
  leaveCommits(): boolean {
    const tookThem = this.#takesCommits;
    if (tookThem) this.#database.exec('PRAGMA synchronous = FULL');
    this.#takesCommits = false;
    return tookThem;
  }

  /** Calls back once all earlier commits are on the disk, or with the reason why they may not be. */
  run(done: Done, work: SyncedWork): void {
    const syncs = this.#syncs[work];
    syncs.waiting.push(done);
    if (syncs.running === null) this.#sync(syncs, this.#syncs[work === 'jobs' ? 'bulk' : 'jobs']);
  }

  #sync(syncs: Syncs, other: Syncs): void {
    const waiting = syncs.waiting.splice(0);
    const tell = (failure: DatabaseError | null) => {
      for (const done of waiting) done(failure);
    };
    let file: number;
    try {
      // Closing this file drops no lock: SQLite holds none on the log. Windows flushes only files opened for writing.
      file = syncs.file ??= fs.openSync(this.#path, 'r+');
    } catch (error) {
      tell(toDatabaseError(error));
      return;
    }
    const earlier = other.running;
    const running = new Promise<DatabaseError | null>((resolve) => {
      fs.fdatasync(file, (error) => {
        syncs.running = null;
        // A start ignores all that follows a lost part, so the next sync would not save what waits for it.
        if (error !== null) {
          waiting.push(...syncs.waiting.splice(0), ...other.waiting.splice(0));
          this.#mayHaveGap = true;
        } else if (syncs.waiting.length > 0) this.#sync(syncs, other);
        if (this.#isClosed) release(syncs);
        resolve(error === null ? null : toDatabaseError(error));
      });
    });
    syncs.running = running;
    // Nor does this sync save what follows a part that the other one loses.
    void Promise.all([running, earlier]).then(([failure, failedEarlier]) => tell(failure ?? failedEarlier));
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

  /** Closes the files, after the syncs under way. */
  close(): void {
    this.#isClosed = true;
    for (const syncs of Object.values(this.#syncs)) release(syncs);
  }
}

const newSyncs = (): Syncs => ({ file: undefined, running: null, waiting: [] });

function release(syncs: Syncs): void {
  if (syncs.running !== null || syncs.file === undefined) return;
  fs.closeSync(syncs.file);
  syncs.file = undefined;
}

/** Returns the error that SQLite has for the same failure. */
function toDatabaseError(error: unknown): DatabaseError {
  const cause = error instanceof Error ? error.message : String(error);
  return Object.assign(new Error(`The write-ahead log could not be written to the disk: ${cause}`), {
    code: 'SQLITE_IOERR_FSYNC',
  });
}
