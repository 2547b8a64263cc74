import { expect, test } from 'vitest';
import type { PropertyOperator } from '#server/properties/contract.ts';
import { propertyWords } from './operators.ts';

test.each<[string, PropertyOperator, unknown]>([
  ['plan is pro or team', 'exact', ['pro', 'team']],
  ['plan is 5', 'exact', 5],
  ['plan is neither pro nor team', 'is_not', ['pro', 'team']],
  ['plan is not pro', 'is_not', 'pro'],
  ['plan is …', 'exact', []],
  ['plan is set', 'is_set', undefined],
  ['plan is greater than 5', 'gt', 5],
  ['plan is before 2026-01-01', 'is_date_before', '2026-01-01'],
  ['plan is more than 7 days ago', 'is_date_before', '-7d'],
  ['plan is before -10000d', 'is_date_before', '-10000d'],
  ['plan is in the last 1 month', 'is_date_after', '1m'],
  ['plan is on 2026-01-01', 'is_date_exact', '2026-01-01'],
  ['plan matches the regex ^p', 'regex', '^p'],
])('a property reads: %s', (words, operator, value) => {
  expect(propertyWords({ key: 'plan', operator, value })).toBe(words);
});
