import { expect, test } from 'vitest';
import { conditionName, wantedWords } from './condition-words.ts';

test.each([
  ['tag_name', 'Tag'],
  ['properties.plan', 'plan'],
  ['person.a.b', 'a.b (person)'],
  ['other', 'other'],
])('%s is called %s', (field, name) => {
  expect(conditionName(field)).toBe(name);
});

test.each([
  ['text', 'is "exact"', 'is "exact"'],
  ['properties.plan', 'exact ["pro","team"]', 'equals "pro" or "team"'],
  ['properties.plan', 'exact "pro"', 'equals "pro"'],
  ['person.amount', 'gt 5', 'greater than "5"'],
  ['person.amount', 'is_set', 'is set'],
  ['properties.plan', 'icontains "a"b"', 'contains "a"b"'],
])('the expected value of %s, %s, is shown as %s', (field, wanted, words) => {
  expect(wantedWords(field, wanted)).toBe(words);
});
