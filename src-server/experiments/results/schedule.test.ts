import { expect, test } from 'vitest';
import { dayMs } from '../../core/time.ts';
import { scheduleOf } from './schedule.ts';

const start = Date.UTC(2026, 10, 1);

type Case = { after: number; planned: number | null; left: number | null; people?: number; isPlanned?: boolean };

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
    { after: 0, planned: null, left: 4 },
    { day: 1, planned_days: null, pace: null },
  ],
  [
    { after: 2, planned: 14, left: 4, isPlanned: false },
    { day: 3, planned_days: 14, pace: null },
  ],
])('%o is %o', ({ after, planned, left, people = 10, isPlanned = true }, expected) => {
  const parameters = planned === null ? {} : { recommended_running_time: planned };
  const run = { start, end: start + after * dayMs };
  const health = { needed: 1000, isPlanned, arriving: left };
  expect(scheduleOf({ experiment: { status: 'running', parameters }, run, people, health })).toEqual(expected);
});

test('an experiment that is over has no pace, and three whole days end on day 3', () => {
  const experiment = { status: 'complete', parameters: { recommended_running_time: 14 } } as const;
  const health = { needed: 1000, isPlanned: true, arriving: null };
  const facts = { experiment, run: { start, end: start + 3 * dayMs }, people: 400, health };
  expect(scheduleOf(facts)).toEqual({ day: 3, planned_days: 14, pace: null });
});
