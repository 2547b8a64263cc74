import { expect, test } from 'vitest';
import { conditionName, wantedWords } from './condition-words.ts';

test('a condition is called by the label of its field, or by the key of its property', () => {
  const fields = ['tag_name', 'properties.plan', 'person.a.b', 'other'];
  expect(fields.map(conditionName)).toEqual(['Tag', 'plan', 'a.b (person)', 'other']);
});

test.each(['properties.plan', 'person.amount'])(
  'the expected value of %s is shown in the words of the editor',
  (field) => {
    const wanted = ['exact ["pro","team"]', 'exact "pro"', 'gt 5', 'is_set', 'icontains "a"b"'];
    const shown = ['equals "pro" or "team"', 'equals "pro"', 'greater than "5"', 'is set', 'contains "a"b"'];
    expect(wanted.map((each) => wantedWords(field, each))).toEqual(shown);
  },
);

test('the expected value of a text is shown as it is', () => {
  expect(wantedWords('text', 'is "exact"')).toBe('is "exact"');
});
