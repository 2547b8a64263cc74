import { expect, test } from 'vitest';
import type { ExpectedCount } from '#server/expectations/contract.ts';
import { expectationCheckWords } from './words.ts';

test.each<[ExpectedCount, string]>([
  [{ exactly: 1 }, 'Requires exactly 1; found 2.'],
  [{ at_most: 1 }, 'Requires at most 1; found 2.'],
  [{ never: true }, 'Allows none; found 2.'],
])('%j is said beside what was found', (count, said) => {
  expect(expectationCheckWords.required(count, 2)).toBe(said);
});
