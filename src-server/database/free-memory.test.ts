import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { databaseOfTest } from '../testing/database.ts';
import { freeAfterStart, freeWhileIdle } from './free-memory.ts';
import { Writer } from './writer.ts';

const minuteMs = 60_000;
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

test('memory is freed a minute after the last commit, and never of a closed database', async () => {
  const { database } = databaseOfTest();
  const writer = new Writer(database);
  const freed = vi.spyOn(database, 'pragma');
  freeWhileIdle(database, writer);
  vi.advanceTimersByTime(minuteMs - 1);
  await writer.run(() => undefined);
  vi.advanceTimersByTime(minuteMs - 1);
  expect(freed).not.toHaveBeenCalledWith('shrink_memory');
  vi.advanceTimersByTime(1);
  expect(freed).toHaveBeenCalledExactlyOnceWith('shrink_memory');
  await writer.run(() => undefined);
  database.close();
  vi.advanceTimersByTime(minuteMs);
  expect(freed).toHaveBeenCalledTimes(1);
});
