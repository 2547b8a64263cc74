import { expect, test } from 'vitest';
import type { EventSummary } from '#server/events/contract.ts';
import { arrivalTime } from './arrival-slice.ts';

/** Returns a summary of `count` slices. */
const summary = (interval: number, count: number) =>
  ({ interval_seconds: interval, series: Array.from({ length: count }) }) as EventSummary;

test('a slice has its date where others of the same time of day can be shown', () => {
  const day = summary(1440, 61);
  expect([arrivalTime(day, '2020-01-01T10:00:00'), arrivalTime(day, '2020-01-02T10:00:00')]).toEqual([
    '10:00:00',
    '10:00:00',
  ]);
  const days = summary(7200, 40);
  expect([arrivalTime(days, '2020-01-01T10:00:00'), arrivalTime(days, '2020-01-02T10:00:00')]).toEqual([
    '1 Jan 2020 10:00',
    '2 Jan 2020 10:00',
  ]);
});
