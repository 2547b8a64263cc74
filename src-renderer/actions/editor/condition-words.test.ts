import { expect, test } from 'vitest';
import type { ConditionVerdict } from '#server/actions/preview/preview-contract.ts';
import { conditionName, requirementWords } from './condition-words.ts';

test('a condition is called by the label of its field, or by the key of its property', () => {
  const conditions: Parameters<typeof conditionName>[0][] = [
    { field: 'tag_name' },
    { field: 'properties.plan', property: { of: 'event', key: 'plan' } },
    { field: 'person.a.b', property: { of: 'person', key: 'a.b' } },
    { field: 'other' },
  ];
  expect(conditions.map(conditionName)).toEqual(['Tag', 'plan', 'a.b (person)', 'other']);
});

test.each<[ConditionVerdict['comparison'], string]>([
  [{ operator: 'exact', value: ['pro', 'team'] }, 'equals "pro" or "team"'],
  [{ operator: 'exact', value: 'pro' }, 'equals "pro"'],
  [{ operator: 'gt', value: 5 }, 'greater than "5"'],
  [{ operator: 'is_set' }, 'is set'],
  [{ operator: 'icontains', value: 'a"b' }, 'contains "a"b"'],
  // Its value came cut, or it is not of a property.
  [{ operator: 'exact' }, 'as the server says it'],
  [undefined, 'as the server says it'],
])('what %j requires is shown as "%s"', (comparison, shown) => {
  expect(requirementWords({ wanted: 'as the server says it', comparison })).toBe(shown);
});
