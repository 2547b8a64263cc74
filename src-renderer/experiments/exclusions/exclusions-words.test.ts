import { expect, test } from 'vitest';
import { previewWords, ruleWords } from './exclusions-words.ts';

const counted = { days: 30, people: 1200, excluded: 41, bots: 1, conditions: [40, 0] };

test.each([
  [counted, '41 of 1,200 people active in the last 30 days would be excluded.'],
  [{ ...counted, excluded: 0 }, 'None of the 1,200 people active in the last 30 days would be excluded.'],
  [{ ...counted, people: 0, excluded: 0 }, 'Nobody was active in the last 30 days, so there is nobody to count.'],
])('the preview says how many people are excluded', (given, text) => {
  expect(previewWords(given)).toBe(text);
});

test('each rule has its own count, bots also while they are included', () => {
  expect(ruleWords(counted)).toEqual(['Bots: 1 person', 'Condition 1: 40 people', 'Condition 2: 0 people']);
  expect(ruleWords({ ...counted, people: 0 })).toEqual([]);
});
