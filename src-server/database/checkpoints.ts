import { statSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { databaseFile, walFile } from './storage/files.ts';
import { type Header, HeaderWatch } from './storage/watch.ts';

/** Sent by the checkpoint thread. Writes pause from the first message to the second; the flag confirms the pause. */
export type CheckpointMessage = { pauseWrites: SharedArrayBuffer } | { resumeWrites: true };

const everyMs = 250;
/** Minimum bytes of write-ahead log that are worth a checkpoint. */
export const minLogBytes = 8 * 1024 * 1024;
/** Frames (pages) after which the log restarts: a quarter of the writer's own checkpoint limit. */
const minFramesOfNewLog = 5000;
/** Frames that a checkpoint copies and syncs in about two milliseconds, and maximum rounds to get there; then writes wait longer. */
const maxFramesInPause = 150;
const maxRounds = 8;
const maxPauseWaitMs = 50;

/** The frames of the log, and how many of them are in the database. */
type Progress = { log: number; checkpointed: number };

/** Reports whether the log of a data folder is worth a checkpoint; one that is missing or cannot be read is not. */
export function isLogLong(dataDir: string): boolean {
  try {
    return statSync(walFile(databaseFile(dataDir))).size >= minLogBytes;
  } catch {
    return false;
  }
}

/**
 * Checkpoints the log of a data folder now and then, in the thread that calls it. A log that is written without a pause is never
 * wholly in the database, so it would grow until the writer checkpoints it, which stops all requests for a tenth of a second. So
 * when little is left, writes pause for the rest, and the log begins anew. `known`: a header that the database had, because the
 * file may be overwritten already.
 */
export function checkpointNowAndThen(dataDir: string, known: Header): void {
  const file = databaseFile(dataDir);
  const database = new Database(file, { timeout: 0 });
  const header = new HeaderWatch(file, known);
  let done = 0;
  const checkpoint = (): Progress | undefined => {
    try {
      const [progress] = database.pragma('wal_checkpoint(PASSIVE)') as Progress[];
      return progress;
    } catch {
      // Locked or disk full: the log grows until a later try or the writer's own checkpoint.
      return undefined;
    }
  };
  const check = () => {
    // Checkpointing into a foreign file would mix two databases and hide the file from Storage's check.
    if (!isLogLong(dataDir) || header.isOverwritten()) return;
    for (let round = 1; round <= maxRounds; round++) {
      const progress = checkpoint();
      // SQLite syncs it only once the whole log is in it: then writes would pause for all of this.
      header.syncFile();
      if (progress === undefined || progress.log < minFramesOfNewLog) return;
      const isNewLog = progress.checkpointed < done;
      const moved = progress.checkpointed - (isNewLog ? 0 : done);
      done = progress.checkpointed;
      if (moved === 0) return;
      if (moved <= maxFramesInPause) break;
    }
    if (pauseWrites()) checkpoint();
    resumeWrites();
  };
  setInterval(check, everyMs).unref();
}

const post = (message: CheckpointMessage): void => parentPort?.postMessage(message);

/** Returns whether writes pause; the other thread answers at its next turn. */
function pauseWrites(): boolean {
  const flag = new SharedArrayBuffer(4);
  post({ pauseWrites: flag });
  return Atomics.wait(new Int32Array(flag), 0, 0, maxPauseWaitMs) !== 'timed-out';
}

const resumeWrites = () => post({ resumeWrites: true });
