import { expect, test } from 'vitest';
import { byEventTime, deltaWords } from './row-order.ts';
import { TailBuffer } from './tail-buffer.ts';
import type { TailRow } from './tail-row.ts';

const row = (uuid: string, timestamp: string) => ({ uuid, timestamp, count: 1 }) as TailRow;

test('rows are sorted by event time, those of the same time by arrival', () => {
  const buffer = new TailBuffer();
  buffer.arrive([row('a', '10:02'), row('b', '10:01'), row('c', '10:02'), row('d', '10:00')], '4');
  const rows = byEventTime(buffer);
  expect([0, 1, 2, 3].map((index) => rows.at(index)?.uuid)).toEqual(['c', 'a', 'b', 'd']);
  expect([rows.length, rows.indexOf('b'), rows.indexOf('x'), rows.indexOf(undefined)]).toEqual([4, 2, -1, -1]);
});

test.each([
  [0, '+0 ms'],
  [999, '+999 ms'],
  [-1204, '−1.20 s'],
  [185_400, '+3 min 5 s'],
  [7_260_000, '+2 h 1 min'],
  [172_800_000, '+2 d'],
])('%d ms later is %s', (ms, words) => {
  expect(deltaWords(ms)).toBe(words);
});
