import { expect, test } from 'vitest';
import { health } from '#server/experiments/results/words/result-testing.ts';
import { scheduleWords } from './schedule-words.ts';

test.each([
  [
    'slower',
    119.2,
    'Day 2 of 28. The plan needs 50 new people per day, and 11 arrive. Time left at this pace: about 120 days.',
  ],
  [
    'slower',
    900,
    'Day 2 of 28. The plan needs 50 new people per day, and 11 arrive. Time left at this pace: over a year.',
  ],
  ['as_planned', 26, 'Day 2 of 28. People arrive about as planned.'],
  ['reached', 0, 'Day 2 of 28. The planned number of people is exposed.'],
  [null, 3, null],
] as const)('of a pace that is %s with %d days left', (pace, left, expected) => {
  const schedule = { day: 2, planned_days: 28, pace };
  expect(scheduleWords(health({ needed: 1400, per_day: 11, days_left: left, schedule }))).toBe(expected);
});

test('a run past its planned days is not counted within them', () => {
  const schedule = { day: 30, planned_days: 28, pace: 'reached' } as const;
  expect(scheduleWords(health({ needed: 1400, schedule }))).toBe(
    'Day 30, 28 planned. The planned number of people is exposed.',
  );
});
