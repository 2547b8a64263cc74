import { expect, test } from 'vitest';
import { health } from '#server/experiments/results/words/result-testing.ts';
import { paceText, scheduleWords } from './schedule-words.ts';

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

test.each([
  ['running', 2, 0.4, '0.4'],
  ['running', 9, 1234.6, '1,235'],
  ['running', 1, 5, null],
  ['complete', 9, 12, null],
] as const)('the pace of a %s experiment on day %i at %d a day', (status, day, perDay, expected) => {
  const schedule = { day, planned_days: null, pace: null };
  expect(paceText(status, health({ per_day: perDay, schedule }))).toBe(expected);
});
