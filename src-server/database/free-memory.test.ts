import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { databaseOfTest } from '../testing/database.ts';
import { freeWhileIdle } from './free-memory.ts';
import { Writer } from './writer.ts';

const secondMs = 1000;
const minuteMs = 60_000;
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

test('memory is freed a second after the commits of a start, a minute after later ones, and never of a closed database', async () => {
  const { database } = databaseOfTest();
  const writer = new Writer(database);
  const freed = vi.spyOn(database, 'pragma');
  freeWhileIdle(database, writer);
  const advance = (ms: number, calls: number) => {
    vi.advanceTimersByTime(ms);
    expect(freed.mock.calls).toEqual(Array(calls).fill(['shrink_memory']));
  };
  advance(secondMs - 1, 0);
  await writer.run(() => undefined);
  advance(secondMs - 1, 0);
  advance(1, 1);
  advance(minuteMs - secondMs - 1, 1);
  await writer.run(() => undefined);
  advance(minuteMs - 1, 1);
  advance(1, 2);
  await writer.run(() => undefined);
  database.close();
  advance(minuteMs, 2);
});
