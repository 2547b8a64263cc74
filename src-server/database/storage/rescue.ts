import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import type { StorageCopy, StorageFinding } from './contract.ts';
import { makeCopy } from './copy.ts';
import { copiesFolder, databaseFile, incomingFile, removeResultsCache, shmFile, walFile } from './files.ts';
import { createFinding } from './finding.ts';
import type { DataFolder } from './folder.ts';
import { checkAtStart } from './health-check.ts';
import { countEvents, type Marker, readFacts } from './marker.ts';
import { putInPlace, setAside } from './restore.ts';
import { StartError, type StartProblem, toStartError } from './start-error.ts';
import type { FileWatch, Loss } from './watch.ts';

/** 8 MiB: blocks the answering thread only briefly. Nothing else writes meanwhile, so the copy does not start over. */
const pageBatchSize = 1000;

const isBeyondRepair = new Set<StartProblem>(['damaged', 'not_a_database', 'disk_error']);

type Parts = {
  /** Sealed against further writes. */
  database: Database.Database;
  watch: FileWatch;
  loss: Loss;
  known: Marker | null;
  folder: DataFolder;
  now(): number;
  report(error: unknown): void;
};

/** Puts an intact database in place and returns the finding. No connection may be open. */
type Repair = () => StorageFinding;

/**
 * Saves the open database after its files were deleted: the connection still sees every commit, also those made before the loss
 * was noticed. Returns the rest of the repair.
 */
export async function prepareRescue(parts: Parts): Promise<Repair> {
  const { database, loss, folder, watch } = parts;
  const expected = countAcknowledged(parts);
  // Looks again: the deletion of a whole folder may have begun with the log.
  if (loss === 'log_deleted' && movedLogIntoDatabase(database) && (await watch.look()) === 'log_deleted') {
    return endWatch(watch, () => createFinding('rescued', parts.now(), { expected, found: expected }));
  }
  const saved = await save(parts);
  if (loss === 'database_deleted' || loss === 'log_deleted') {
    return endWatch(watch, () => putBack(parts, saved, expected));
  }
  const isOurLog = await watch.isOurLog();
  // On close, a connection leaves a moved file alone; otherwise it would checkpoint its log into the foreign file.
  if (loss === 'overwritten') renameSync(databaseFile(folder.dataDir), incomingFile(folder.dataDir));
  return endWatch(watch, () => adopt(parts, { saved, isOurLog, expected }));
}

const endWatch =
  (watch: FileWatch, repair: () => StorageFinding): Repair =>
  () => {
    watch.end();
    return repair();
  };

/** Returns the number of the marker, which may be a second behind, where the open database cannot be read. */
function countAcknowledged({ database, known }: Parts): number | undefined {
  try {
    return countEvents(readFacts(database));
  } catch {
    return known === null ? undefined : countEvents(known);
  }
}

function movedLogIntoDatabase(database: Database.Database): boolean {
  try {
    const [answer] = database.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[];
    return answer?.busy === 0;
  } catch {
    return false;
  }
}

/** Returns null when the open database is damaged; throws when the disk prevents the copy, because that may pass. */
async function save({ database, folder, now, report }: Parts): Promise<StorageCopy | null> {
  try {
    return await makeCopy(database, folder.dataDir, { reason: 'rescued', now: now(), pageBatchSize });
  } catch (error) {
    const problem = toStartError(error, databaseFile(folder.dataDir));
    if (!(problem instanceof StartError && isBeyondRepair.has(problem.problem))) throw error;
    report(error);
    return null;
  }
}

function putBack({ folder, now }: Parts, saved: StorageCopy | null, expected: number | undefined): StorageFinding {
  const { dataDir } = folder;
  // A deleted folder took the lock with it.
  folder.takeAgain();
  if (saved === null) return createFinding('deleted', now(), { expected, found: 0, kept: setAside(dataDir, now()) });
  const kept = setAside(dataDir, now());
  putInPlace(dataDir, join(copiesFolder(dataDir), saved.name));
  return createFinding('rescued', now(), { expected, found: saved.events, kept });
}

type Adoption = { saved: StorageCopy | null; isOurLog: boolean; expected: number | undefined };

/** Uses the file that replaced the database, without the former log, else the saved database. */
function adopt(parts: Parts, { saved, isOurLog, expected }: Adoption): StorageFinding {
  const { folder, loss, now } = parts;
  const { dataDir } = folder;
  const file = databaseFile(dataDir);
  if (loss === 'overwritten' && !existsSync(file)) renameSync(incomingFile(dataDir), file);
  const kept = isOurLog ? setAside(dataDir, now(), [walFile(file), shmFile(file)]) : null;
  const found = eventsIn(dataDir, now());
  if (found === null && saved !== null) return putBack(parts, saved, expected);
  removeResultsCache(dataDir);
  const kind = loss === 'replaced' ? 'replaced' : 'overwritten';
  if (found === null) return createFinding(kind, now(), { expected, found: 0, kept: setAside(dataDir, now()) ?? kept });
  return createFinding(kind, now(), { expected, found, kept, copy: saved?.name });
}

/** Counts the events of the database in place; null if it is not usable. */
function eventsIn(dataDir: string, now: number): number | null {
  try {
    const { finding, events } = checkAtStart(dataDir, null, now);
    return finding === null ? events : null;
  } catch (error) {
    if (error instanceof StartError) return null;
    throw error;
  }
}
