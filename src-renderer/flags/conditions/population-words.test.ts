import { expect, test } from 'vitest';
import { populationWords } from './reach-line.tsx';

test.each([
  [1, 'people', '1 known person'],
  [1, 'company groups', '1 known company group'],
  [1200, 'people', '1,200 known people'],
])('%i %s', (known, audience, text) => {
  expect(populationWords({ known, isComplete: true, isStale: false }, audience)).toBe(text);
});
