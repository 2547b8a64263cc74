import { expect, test } from 'vitest';
import { populationWords } from './reach-line.tsx';

test.each([
  [1, null, '1 known person'],
  [1, 'company', '1 known company group'],
  [2, 'series', '2 known series groups'],
  [1200, null, '1,200 known people'],
])('%i of %s', (known, groupType, text) => {
  expect(populationWords({ known, isComplete: true, isStale: false }, groupType)).toBe(text);
});
