import { expect, test } from 'vitest';
import { exposure } from '#server/experiments/results/words/result-testing.ts';
import { exposuresPerDay, exposuresUpToDay } from './exposure-days.ts';

const variants = ['control', 'test'];
const days = [
  { date: '2026-11-29', by_variant: { control: 3, test: 2 } },
  { date: '2026-12-01', by_variant: { test: 4 } },
];

test('a day on which nobody came is there too', () => {
  expect(exposuresPerDay(exposure({ days }), variants, null)).toEqual([
    { date: '2026-11-29', byVariant: { control: 3, test: 2 }, total: 5 },
    { date: '2026-11-30', byVariant: { control: 0, test: 0 }, total: 0 },
    { date: '2026-12-01', byVariant: { control: 0, test: 4 }, total: 4 },
  ]);
  expect(exposuresPerDay(exposure({ days: [] }), variants, null)).toEqual([]);
});

test('the days of the run before the first exposure and after the last are there too', () => {
  const run = { start: '2026-11-28T09:00:00.000Z', end: '2026-12-03T00:00:00.000Z' };
  const dates = exposuresPerDay(exposure({ days }), variants, run).map(({ date, total }) => `${date} ${total}`);
  expect(dates).toEqual(['2026-11-28 0', '2026-11-29 5', '2026-11-30 0', '2026-12-01 4', '2026-12-02 0']);
});

test('the total up to a day never falls, and ends with all', () => {
  const upToDay = exposuresUpToDay(exposuresPerDay(exposure({ days }), variants, null), variants);
  expect(upToDay.map(({ total }) => total)).toEqual([5, 5, 9]);
  expect(upToDay.at(-1)?.byVariant).toEqual({ control: 3, test: 6 });
});
