import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { databaseOfTest } from '../testing/database.ts';
import { freeAfterStart, freeWhileIdle } from './free-memory.ts';
import { Writer } from './writer.ts';

const idleMs = 65_000;
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

test('garbage is collected a second after a start', async () => {
  // A reference that this function never sees, and that its own task no longer keeps.
  const garbage = (() => new WeakRef({ of: 'a start' }))();
  await new Promise(setImmediate);
  freeAfterStart();
  vi.advanceTimersByTime(1000);
  expect(garbage.deref()).toBeUndefined();
});

test('memory is freed 65 seconds after the last commit, and never of a closed database', async () => {
  const { database } = databaseOfTest();
  const writer = new Writer(database);
  const freed = vi.spyOn(database, 'pragma');
  freeWhileIdle(database, writer);
  vi.advanceTimersByTime(idleMs - 1);
  await writer.run(() => undefined);
  vi.advanceTimersByTime(idleMs - 1);
  expect(freed).not.toHaveBeenCalledWith('shrink_memory');
  vi.advanceTimersByTime(1);
  expect(freed).toHaveBeenCalledExactlyOnceWith('shrink_memory');
  await writer.run(() => undefined);
  database.close();
  vi.advanceTimersByTime(idleMs);
  expect(freed).toHaveBeenCalledTimes(1);
});

test('memory that was freed between blocks in use goes back to the system', ({ skip }) => {
  // Absent from the report elsewhere, also on musl.
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  skip(header.glibcVersionRuntime === undefined, 'Only glibc keeps freed blocks, and has malloc_trim.');
  const { database } = databaseOfTest();
  const pageBytes = 8192;
  const pages = Array.from({ length: 8000 }, () => Buffer.allocUnsafeSlow(pageBytes).fill(1));
  const filled = process.memoryUsage.rss();
  const inUse = pages.filter((_, index) => index % 16 === 0);
  pages.length = 0;
  freeWhileIdle(database, new Writer(database));
  vi.advanceTimersByTime(idleMs);
  expect(filled - process.memoryUsage.rss()).toBeGreaterThan(4000 * pageBytes);
  expect(inUse.length).toBe(500);
});
