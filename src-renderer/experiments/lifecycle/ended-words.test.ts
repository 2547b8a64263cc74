import { expect, test } from 'vitest';
import { endedWords } from './ended-words.ts';

test.each([
  [{}, 'day 3'],
  [{ planned_days: 14 }, 'day 3 of 14'],
  [{ planned_days: 2 }, 'day 3, 2 planned'],
  [{ planned_days: 14, people: 620 }, 'day 3 of 14'],
  [{ planned_days: 14, people: 620, planned_people: 1000 }, 'day 3 of 14, with 620 of 1,000 planned people counted'],
])('of a run of 3 days with %j: %s', (more, words) => {
  const ended = { outcome: { kind: 'keep' as const }, day: 3, flag_version: 1, flag_version_before: 1, looks: 3 };
  expect(endedWords({ ...ended, planned_days: null, people: null, planned_people: null, ...more })).toBe(words);
});
