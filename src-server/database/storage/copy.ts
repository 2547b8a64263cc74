import { chmodSync, mkdirSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { openReader } from '../open.ts';
import { type CopyReason, copyReason, type StorageCopy } from './contract.ts';
import { copiesFolder, databaseFile, removeDatabase, stampOf, walFile } from './files.ts';
import { countEvents, readFacts } from './marker.ts';
import { createPrivately } from './permissions.ts';
import { StartError, spareMb } from './start-error.ts';

/** Number of copies kept of each kind. */
const kept = { daily: 2, manual: 3, before_upgrade: 2, rescued: 3 } as const satisfies Record<CopyReason, number>;

/** SQLite's value for all pages. */
export const allPages = 0x7fffffff;

const partial = '.partial';

/** Matches the name of a copy: time (UTC), reason and number of events. */
const pattern = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z-([a-z_]+)-(\d+)\.sqlite$/;

/** Lists the copies, newest first. */
export function listCopies(dataDir: string): StorageCopy[] {
  const folder = copiesFolder(dataDir);
  const found = statSync(folder, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(folder) : [];
  return found
    .toSorted()
    .toReversed()
    .flatMap((name) => describe(folder, name));
}

function describe(folder: string, name: string): StorageCopy[] {
  const [, year, month, day, hour, minute, second, ms, why, events] = pattern.exec(name) ?? [];
  const reason = copyReason.safeParse(why);
  const bytes = statSync(join(folder, name), { throwIfNoEntry: false })?.size;
  if (!reason.success || bytes === undefined) return [];
  const time = `${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`;
  return [{ name, made_at: time, reason: reason.data, events: Number(events), bytes }];
}

/** Throws StartError unless the disk has room for another copy of the database and `spareMb`. `why`: the reason of the copy. */
export function requireRoomForCopy(dataDir: string, why?: string): void {
  const { bavail, bsize } = statfsSync(dataDir);
  if (bavail * bsize > databaseBytes(dataDir) + spareMb * 1024 * 1024) return;
  throw new StartError('no_room_for_copy', databaseFile(dataDir), undefined, why);
}

/** Returns the bytes of the database and its write-ahead log. */
function databaseBytes(dataDir: string): number {
  const file = databaseFile(dataDir);
  const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  return sizeOf(file) + sizeOf(walFile(file));
}

/**
 * Copies the database, page by page, into the folder of copies, checks the copy and removes surplus ones. Throws errors of SQLite
 * and the file system; removes a damaged copy and throws.
 */
export async function makeCopy(
  source: Database.Database,
  dataDir: string,
  { reason, now, pageBatchSize }: { reason: CopyReason; now: number; pageBatchSize: number },
): Promise<StorageCopy> {
  const folder = copiesFolder(dataDir);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const unfinished = join(folder, partial);
  rmSync(unfinished, { force: true });
  createPrivately(unfinished);
  try {
    await source.backup(unfinished, { progress: () => pageBatchSize });
    const events = checkCopy(unfinished);
    const name = `${stampOf(now)}-${reason}-${events}.sqlite`;
    await rename(unfinished, join(folder, name));
    const [copy] = describe(folder, name);
    if (copy === undefined) throw new Error(`the copy ${name} is gone`);
    prune(dataDir, copy);
    return copy;
  } finally {
    removeDatabase(unfinished);
  }
}

/** Copies the database before an upgrade, which cannot be undone. Throws StartError when the disk has no room. */
export async function copyBeforeUpgrade(dataDir: string, now: number): Promise<void> {
  requireRoomForCopy(dataDir, 'The database will be upgraded, and is copied first.');
  const database = openReader(dataDir);
  try {
    await makeCopy(database, dataDir, { reason: 'before_upgrade', now, pageBatchSize: allPages });
  } finally {
    database.close();
  }
}

/** Returns the events of a copy; throws if it is damaged. Makes the copy a single file without a log. */
function checkCopy(file: string): number {
  const copy = new Database(file);
  try {
    copy.pragma('journal_mode = DELETE');
    const problem = copy.pragma('quick_check(1)', { simple: true });
    if (problem !== 'ok') throw Object.assign(new Error(String(problem)), { code: 'SQLITE_CORRUPT' });
    return countEvents(readFacts(copy));
  } finally {
    copy.close();
    chmodSync(file, 0o600);
  }
}

/** Removes the oldest surplus copies of a kind; never the one just made, whose time may be behind that of others. */
function prune(dataDir: string, latest: StorageCopy): void {
  const others = listCopies(dataDir).filter(({ name, reason }) => reason === latest.reason && name !== latest.name);
  for (const { name } of others.slice(kept[latest.reason] - 1)) rmSync(join(copiesFolder(dataDir), name));
}
