import { expect, test } from 'vitest';
import { offsetWords } from './offset-words.ts';

test.each([
  [7_200_000, '+2 h'],
  [7_200_020, '+2 h'],
  [-185_000, '-3 min 5 s'],
  [1424, '+1.424 s'],
  [239_700, '+4 min'],
  [-3_599_900, '-1 h'],
  [90_061_000, '+1 d 1 h'],
  [0, '+0 s'],
])('%d ms are %s', (ms, words) => {
  expect(offsetWords(ms)).toBe(words);
});
