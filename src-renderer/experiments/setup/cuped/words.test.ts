import { expect, test } from 'vitest';
import { gainText } from './words.ts';

test.each([
  [0.404, 'reduces the variance by 40%. About 40% fewer people are needed than without it.'],
  [0.01, 'reduces the variance by 1%. About 1% fewer people are needed than without it.'],
  [0.004, 'reduces the variance by less than 1%.'],
])('what CUPED would gain of a share of %s', (share, end) => {
  const text = gainText({ days: 7, variance_reduction: share, people_with_history: 40 });
  expect(text).toBe(`For the people active in the last 14 days, CUPED over 7 days ${end}`);
});
