import { expect, test } from 'vitest';
import { windowLength, windowWords } from './days-contract.ts';

test.each([
  [14, '14 days', '14-day window'],
  [1, '1 day', '1-day window'],
  [1.5, '36 hours', '36-hour window'],
  [0.0417, '1 hour', '1-hour window'],
  [1 / 24, '1 hour', '1-hour window'],
  [0.0104, '15 minutes', '15-minute window'],
  [7.25, '7.25 days', '7.25-day window'],
  [0.0001, '0.0001 days', '0.0001-day window'],
])('a window of %d days is worded in its largest whole unit', (days, length, window) => {
  expect([windowLength(days), windowWords(days)]).toEqual([length, window]);
});
