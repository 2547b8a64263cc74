import { expect, test } from 'vitest';
import { dayMs } from '../../core/text/time-contract.ts';
import { scheduleOf } from './schedule.ts';

const start = Date.UTC(2026, 10, 1);

type Case = { after: number; planned: number | null; left: number | null; people?: number; size?: number };

test.each<[Case, object]>([
  [
    { after: 1.5, planned: 28, left: 120 },
    { day: 2, planned_days: 28, pace: 'slower' },
  ],
  [
    { after: 7, planned: 14, left: 7 },
    { day: 8, planned_days: 14, pace: 'as_planned' },
  ],
  [
    { after: 7, planned: 14, left: 9.8 },
    { day: 8, planned_days: 14, pace: 'as_planned' },
  ],
  [
    { after: 7, planned: 14, left: 9.9 },
    { day: 8, planned_days: 14, pace: 'slower' },
  ],
  [
    { after: 2, planned: 13.2, left: 3 },
    { day: 3, planned_days: 14, pace: 'faster' },
  ],
  [
    { after: 9, planned: 14, left: 0, people: 1000 },
    { day: 10, planned_days: 14, pace: 'reached' },
  ],
  [
    { after: 9, planned: 14, left: null },
    { day: 10, planned_days: 14, pace: null },
  ],
  [
    { after: 0.9, planned: 14, left: 1 },
    { day: 1, planned_days: 14, pace: null },
  ],
  [
    { after: 0.9, planned: 14, left: 0, people: 1000 },
    { day: 1, planned_days: 14, pace: 'reached' },
  ],
  [
    { after: 0, planned: null, left: 4 },
    { day: 1, planned_days: null, pace: null },
  ],
  [
    { after: 2, planned: 14, left: 4, size: 400 },
    { day: 3, planned_days: 14, pace: null },
  ],
])('%o is %o', ({ after, planned, left, people = 10, size = 1000 }, expected) => {
  const parameters = { recommended_running_time: planned, recommended_sample_size: size };
  const run = { start, end: start + after * dayMs };
  const perDay = left === null ? 0 : (1000 - people) / left;
  expect(scheduleOf({ experiment: { status: 'running', parameters }, run, people, needed: 1000, perDay })).toEqual(
    expected,
  );
});

test('an ended experiment has no pace, and three whole days end on day 3', () => {
  const parameters = { recommended_running_time: 14, recommended_sample_size: 1000 };
  const experiment = { status: 'complete', parameters } as const;
  const facts = { experiment, run: { start, end: start + 3 * dayMs }, people: 400, needed: 1000, perDay: 100 };
  expect(scheduleOf(facts)).toEqual({ day: 3, planned_days: 14, pace: null });
});
