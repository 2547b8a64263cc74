import { expect, test } from 'vitest';
import { health } from '#server/experiments/results/words/result-testing.ts';
import { scheduleWords } from './schedule-words.ts';

test.each([
  ['slower', 'Day 2 of 28. The plan needs 50 new people per day, and 11 arrive.'],
  ['as_planned', 'Day 2 of 28. People arrive about as planned.'],
  ['reached', 'Day 2 of 28. The planned number of people is exposed.'],
  [null, null],
] as const)('of a pace that is %s', (pace, expected) => {
  const schedule = { day: 2, planned_days: 28, pace };
  expect(scheduleWords(health({ needed: 1400, per_day: 11, schedule }))).toBe(expected);
});

test('a run past its planned days is not counted within them', () => {
  const schedule = { day: 30, planned_days: 28, pace: 'reached' } as const;
  expect(scheduleWords(health({ needed: 1400, schedule }))).toBe(
    'Day 30, 28 planned. The planned number of people is exposed.',
  );
});
