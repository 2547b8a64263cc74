import fs, { copyFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import type { DatabaseError } from '../core/errors/database-error.ts';
import { databaseOfTest } from '../testing/database.ts';
import { LogSync, type SyncedWork } from './log-sync.ts';
import { type Database, openAndUpgrade } from './open.ts';
import { databaseFile, walFile } from './storage/files.ts';
import { Writer } from './writer.ts';

const group = 8;

let folder: string;
let database: Database;
beforeEach(() => {
  ({ folder, database } = databaseOfTest());
  database.exec('CREATE TABLE notes (text TEXT NOT NULL) STRICT');
});

const note = (text: string) => () => database.prepare('INSERT INTO notes (text) VALUES (?)').run(text).changes;
const together = (writer: Writer, texts: string[]) => Promise.all(texts.map((text) => writer.run(note(text))));
const textsOf = (of: Database) => of.prepare<[], string>('SELECT text FROM notes ORDER BY rowid').pluck().all();

/** Records the log's length at each sync, which survives a power failure after the sync. */
class MeasuredLog extends LogSync {
  durableBytes = 0;
  override run(done: (failure: DatabaseError | null) => void, work: SyncedWork): void {
    const bytes = this.bytes;
    super.run((failure) => {
      this.durableBytes = Math.max(bytes, this.durableBytes);
      done(failure);
    }, work);
  }
  /** Follows each commit; SQLite has synced it itself unless the connection leaves that to this log. */
  committed(): void {
    if (database.pragma('synchronous', { simple: true }) === 2) this.durableBytes = this.bytes;
  }
  get bytes(): number {
    return statSync(walFile(databaseFile(folder))).size;
  }
}

/** Uses up the writer's time for one transaction, so that the jobs behind it are in the next. */
const slowNote = (text: string) => () => {
  for (const end = performance.now() + 25; performance.now() < end; );
  return note(text)();
};

/** Opens the database that a disk would have that kept `bytes` of the log, then something else. */
function afterPowerFailure(bytes: number, rest: Buffer): string[] {
  const file = join(folder, 'after.sqlite');
  copyFileSync(databaseFile(folder), file);
  const kept = readFileSync(walFile(databaseFile(folder))).subarray(0, bytes);
  writeFileSync(walFile(file), Buffer.concat([kept, rest]));
  const survivor = openAndUpgrade(file);
  const texts = textsOf(survivor);
  survivor.close();
  return texts;
}

test('resolved jobs are in the synced log, whatever follows it', async () => {
  const log = new MeasuredLog(database);
  const writer = new Writer(database, log);
  writer.join({ committed: () => log.committed() });
  const told: string[] = [];
  for (const slow of [0, 2, 4, 6]) {
    const texts = Array.from({ length: group }, (_, index) => `${slow}.${index}`);
    // Those after the slow one are a transaction of their own, which few jobs sync in this thread and more in another.
    await Promise.all(texts.map((text, index) => writer.run((index === slow ? slowNote : note)(text))));
    told.push(...texts);
    const { durableBytes } = log;
    // Committed meanwhile, but not yet on disk.
    const later = together(
      writer,
      Array.from({ length: group }, () => 'later'),
    );
    await new Promise((resolve) => setImmediate(resolve));
    const torn = readFileSync(walFile(databaseFile(folder))).subarray(durableBytes);
    for (const rest of [torn.subarray(0, torn.length - 100), Buffer.alloc(20_000, 7), Buffer.alloc(0)]) {
      expect(afterPowerFailure(durableBytes, rest).filter((text) => text !== 'later')).toEqual(told);
    }
    await later;
  }
  writer.close();
});

test('jobs are in the synced log when they resolve, also beside bulk work that is synced', async () => {
  const log = new MeasuredLog(database);
  const writer = new Writer(database, log);
  writer.join({ committed: () => log.committed() });
  const writeAll = async (text: string, run: (job: () => unknown) => Promise<unknown>) => {
    await Promise.all(Array.from({ length: group }, () => run(note(text))));
    const kept = afterPowerFailure(log.durableBytes, Buffer.alloc(0));
    expect(kept.filter((each) => each === text)).toHaveLength(group);
  };
  for (let round = 0; round < 5; round++) {
    const bulk = writeAll(`bulk ${round}`, (job) => writer.runInBulk(job));
    const before = writeAll(`before ${round}`, (job) => writer.run(job));
    await new Promise((resolve) => setImmediate(resolve));
    await Promise.all([bulk, before, writeAll(`during ${round}`, (job) => writer.run(job))]);
  }
  writer.close();
});

test('jobs of a commit that does not reach the disk reject, and the writer continues once the disk works', async () => {
  class FailingLog extends LogSync {
    failure: DatabaseError | null = Object.assign(new Error('the disk is gone'), { code: 'SQLITE_IOERR_FSYNC' });
    override run(done: (failure: DatabaseError | null) => void, work: SyncedWork): void {
      super.run((failure) => done(this.failure ?? failure), work);
    }
  }
  const log = new FailingLog(database);
  const writer = new Writer(database, log);
  const texts = Array.from({ length: group }, (_, index) => `${index}`);
  const settled = await Promise.allSettled(texts.map((text) => writer.run(note(text))));
  expect(settled.map(({ status }) => status)).toEqual(texts.map(() => 'rejected'));
  expect(writer.failure?.code).toBe('SQLITE_IOERR_FSYNC');
  log.failure = null;
  await together(writer, texts);
  expect(writer.failure).toBeNull();
  writer.close();
});

test('a failed sync rejects what was committed during it, and a gap that it left loses nothing that resolves later', async () => {
  const writer = new Writer(database);
  const texts = Array.from({ length: group }, (_, index) => `${index}`);
  await together(writer, texts);
  const log = () => readFileSync(walFile(databaseFile(folder)));
  const gapStart = log().length;
  const { fdatasync } = fs;
  vi.spyOn(fs, 'fdatasync').mockImplementationOnce((file, done) => fdatasync(file, () => done(new Error('EIO'))));
  const before = Promise.allSettled(texts.map((text) => writer.run(note(text))));
  await new Promise((resolve) => setImmediate(resolve));
  const during = Promise.allSettled(texts.map((text) => writer.runInBulk(note(text))));
  expect([...(await before), ...(await during)].filter(({ status }) => status === 'fulfilled')).toEqual([]);
  const lost = log().subarray(gapStart);

  const later = ['later', ...texts.map((text) => `later ${text}`)];
  await together(writer, later);
  const kept = log();
  // Unless it was written again since, the disk does not have it.
  if (kept.subarray(gapStart, gapStart + lost.length).equals(lost)) kept.fill(0, gapStart, gapStart + lost.length);
  const survivors = afterPowerFailure(0, kept);
  expect(survivors.filter((text) => text.startsWith('later'))).toEqual(later);
  writer.close();
});

test('jobs sync beside bulk work, and reject when the sync of what was committed before them fails', async () => {
  const writer = new Writer(database);
  const { fdatasync } = fs;
  const sync = vi.spyOn(fs, 'fdatasync');
  let failBulk = () => {};
  sync.mockImplementationOnce((file, done) => {
    failBulk = () => fdatasync(file, () => done(new Error('EIO')));
  });
  const texts = Array.from({ length: group }, (_, index) => `${index}`);
  const bulk = Promise.allSettled(texts.map((text) => writer.runInBulk(note(text))));
  await new Promise((resolve) => setImmediate(resolve));
  const jobs = Promise.allSettled(texts.map((text) => writer.run(note(text))));
  await vi.waitFor(() => expect(sync).toHaveBeenCalledTimes(2));
  failBulk();
  expect([...(await bulk), ...(await jobs)].filter(({ status }) => status === 'fulfilled')).toEqual([]);
  writer.close();
});

test('a log that cannot be opened fails the commit like a failing disk', async () => {
  const log = new LogSync(database);
  // The last connection deletes its log.
  database.close();
  const failure = await new Promise<DatabaseError | null>((resolve) => log.run(resolve, 'jobs'));
  expect(failure?.code).toBe('SQLITE_IOERR_FSYNC');
  log.close();
});

test('other commits during a log sync wait for the disk themselves', async () => {
  const writer = new Writer(database);
  const jobs = together(
    writer,
    Array.from({ length: group }, (_, index) => `${index}`),
  );
  await new Promise((resolve) => setImmediate(resolve));
  expect(database.pragma('synchronous', { simple: true })).toBe(2);
  await jobs;
  expect(database.pragma('synchronous', { simple: true })).toBe(2);
  writer.close();
});
