import { expect, test } from 'vitest';
import type { Rule } from '#server/expectations/contract.ts';
import { expectationCheckWords } from './words.ts';

test.each<[Rule['count'], Rule['unique'], string]>([
  [{ exactly: 1 }, null, 'Requires exactly 1; found 2.'],
  [{ at_most: 1 }, null, 'Requires at most 1; found 2.'],
  [{ never: true }, null, 'Allows none; found 2.'],
  [{ at_least: 1 }, { property: 'order' }, 'Requires at least 1, each with a different order; found 2.'],
  [{ exactly: 2 }, { whole: true }, 'Requires exactly 2, none repeated; found 2.'],
])('%j, %j is said beside what was found', (count, unique, said) => {
  expect(expectationCheckWords.required({ count, unique }, 2)).toBe(said);
});
