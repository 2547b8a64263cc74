import { expect, test } from 'vitest';
import { TailBuffer } from '../tail-buffer.ts';
import type { TailRow } from '../tail-row.ts';
import { byEventTime, deltaWords } from './row-order.ts';

const row = (uuid: string, timestamp: string) => ({ uuid, timestamp, count: 1 }) as TailRow;

test('rows are sorted by event time, those of the same time by arrival', () => {
  const buffer = new TailBuffer();
  buffer.arrive([row('a', '10:02'), row('b', '10:01'), row('c', '10:02'), row('d', '10:00')], '4');
  const rows = byEventTime(buffer);
  expect([0, 1, 2, 3].map((index) => rows.at(index)?.uuid)).toEqual(['c', 'a', 'b', 'd']);
  expect([rows.length, rows.indexOf('b'), rows.indexOf('x'), rows.indexOf(undefined)]).toEqual([4, 2, -1, -1]);
});

test('the time between two rows is written in units from milliseconds to days', () => {
  const times = [0, 999, -1204, 185_400, 7_260_000, 172_800_000];
  expect(times.map(deltaWords)).toEqual(['+0 ms', '+999 ms', '−1.20 s', '+3 min 5 s', '+2 h 1 min', '+2 d']);
});
