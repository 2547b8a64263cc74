import { expect, test } from 'vitest';
import { exposure } from '#server/experiments/results/words/result-testing.ts';
import { exposuresPerDay, exposuresUpToDay } from './exposure-days.ts';

const variants = ['control', 'test'];
const days = [
  { date: '2026-11-29', by_variant: { control: 3, test: 2 } },
  { date: '2026-12-01', by_variant: { test: 4 } },
];

test('a day on which nobody came is there too', () => {
  expect(exposuresPerDay(exposure({ days }), variants)).toEqual([
    { date: '2026-11-29', byVariant: { control: 3, test: 2 }, total: 5 },
    { date: '2026-11-30', byVariant: { control: 0, test: 0 }, total: 0 },
    { date: '2026-12-01', byVariant: { control: 0, test: 4 }, total: 4 },
  ]);
  expect(exposuresPerDay(exposure({ days: [] }), variants)).toEqual([]);
});

test('the total up to a day never falls, and ends with all', () => {
  const upToDay = exposuresUpToDay(exposuresPerDay(exposure({ days }), variants), variants);
  expect(upToDay.map(({ total }) => total)).toEqual([5, 5, 9]);
  expect(upToDay.at(-1)?.byVariant).toEqual({ control: 3, test: 6 });
});
