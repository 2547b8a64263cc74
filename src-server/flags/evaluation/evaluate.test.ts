import { expect, test } from 'vitest';
import type { FlagValue } from '../contract.ts';
import { bucket } from './bucketing.ts';
import { evaluate, InvalidConditionError, payloadOf } from './evaluate.ts';
import { ab, compile, type Draft, type Known, over, pro, subject, under } from './evaluate-testing.ts';

test.each<[string, Draft, Known, FlagValue, string, number | null]>([
  ['no condition', { filters: { groups: [] } }, {}, false, 'no_condition_match', null],
  ['everybody', { filters: { groups: [{}] } }, {}, true, 'condition_match', 0],
  ['inactive', { active: false, filters: { groups: [{}] } }, {}, false, 'flag_disabled', null],
  [
    'a property that matches',
    { filters: { groups: [{ properties: [pro] }] } },
    { person: { plan: 'PRO' } },
    true,
    'condition_match',
    0,
  ],
  [
    'a property that is missing',
    { filters: { groups: [{ properties: [pro] }] } },
    {},
    false,
    'no_condition_match',
    null,
  ],
  [
    'one of two properties fails',
    { filters: { groups: [{ properties: [pro, { key: 'age', operator: 'gt', value: 5 }] }] } },
    { person: { plan: 'pro', age: 5 } },
    false,
    'no_condition_match',
    null,
  ],
  ['in the rollout', { filters: { groups: [{ rollout_percentage: over }] } }, {}, true, 'condition_match', 0],
  [
    'out of the rollout',
    { filters: { groups: [{ rollout_percentage: under }] } },
    {},
    false,
    'out_of_rollout_bound',
    0,
  ],
  ['a rollout of nothing', { filters: { groups: [{ rollout_percentage: 0 }] } }, {}, false, 'out_of_rollout_bound', 0],
  [
    'the second of two condition sets',
    { filters: { groups: [{ properties: [pro] }, { rollout_percentage: over }] } },
    {},
    true,
    'condition_match',
    1,
  ],
  [
    'the first set that came as far as the rollout is the reason',
    { filters: { groups: [{ properties: [pro] }, { rollout_percentage: under }, { rollout_percentage: 0 }] } },
    {},
    false,
    'out_of_rollout_bound',
    1,
  ],
  [
    'a set with a variant is tried first',
    { filters: { groups: [{}, { variant: 'b' }], multivariate: ab } },
    {},
    'b',
    'condition_match',
    1,
  ],
  [
    'a set with a variant that does not match',
    { filters: { groups: [{}, { properties: [pro], variant: 'b' }], multivariate: ab } },
    { id: 'x' },
    bucket('flag', 'x', 'variant') < 0.5 ? 'a' : 'b',
    'condition_match',
    0,
  ],
  [
    'a group flag without its group',
    { filters: { groups: [{}], aggregation_group_type_index: 0 } },
    {},
    false,
    'no_group_type',
    null,
  ],
  [
    'a group flag with its group',
    { filters: { groups: [{ properties: [{ ...pro, type: 'group' }] }], aggregation_group_type_index: 1 } },
    { groups: { 1: { key: 'acme', properties: { plan: 'pro' } } } },
    true,
    'condition_match',
    0,
  ],
  [
    'a group flag looks at the group only',
    { filters: { groups: [{ properties: [pro] }], aggregation_group_type_index: 1 } },
    { person: { plan: 'pro' }, groups: { 1: { key: 'acme' } } },
    false,
    'no_condition_match',
    null,
  ],
  ['an override wins over conditions', { filters: { groups: [{}] } }, { override: false }, false, 'override', null],
  ['an override wins over an inactive flag', { active: false }, { override: true }, true, 'override', null],
])('%s', (_name, draft, known, value, code, conditionIndex) => {
  expect(evaluate(compile(draft), subject(known))).toEqual({ value, code, conditionIndex });
});

test('a group flag buckets by the key of the group', () => {
  const flag = compile({ filters: { groups: [{ rollout_percentage: 50 }], aggregation_group_type_index: 0 } });
  for (let index = 0; index < 200; index++) {
    const key = `company-${index}`;
    expect(evaluate(flag, subject({ groups: { 0: { key } } })).value).toBe(bucket('flag', key, '') <= 0.5);
  }
});

test('a kept first id replaces the distinct_id in the hash, only for flags that keep their value', () => {
  const filters = { groups: [{}], multivariate: ab };
  const own = bucket('flag', 'ann', 'variant') < 0.5 ? 'a' : 'b';
  const first = Array.from({ length: 100 }, (_, index) => `anon-${index}`).find(
    (id) => (bucket('flag', id, 'variant') < 0.5 ? 'a' : 'b') !== own,
  ) as string;
  expect(evaluate(compile({ filters, ensure_experience_continuity: true }), subject({ first })).value).not.toBe(own);
  expect(evaluate(compile({ filters }), subject({ first })).value).toBe(own);
});

test('a position beyond the last variant gets true', () => {
  const thirds = ['a', 'b', 'c'].map((key) => ({ key, rollout_percentage: 100 / 3 }));
  const flag = compile({ filters: { groups: [{}], multivariate: { variants: thirds } } });
  flag.variants.splice(0, 3, { key: 'a', low: 0, high: 0 });
  expect(evaluate(flag, subject({})).value).toBe(true);
});

test('each value has its own payload', () => {
  const flag = compile({ filters: { groups: [{}], multivariate: ab, payloads: { a: { size: 1 }, b: '"text"' } } });
  const values = ['a', 'b', 'constructor', true, false];
  expect(values.map((value) => payloadOf(flag, value))).toEqual(['{"size":1}', '"text"', null, null, null]);
});

test('an invalid condition is reported with its path', () => {
  const filters = { groups: [{}, { properties: [pro, { key: 'name', operator: 'regex', value: '(' }] }] };
  expect(() => compile({ filters })).toThrow(InvalidConditionError);
  try {
    compile({ filters });
  } catch (error) {
    expect((error as InvalidConditionError).path).toEqual(['groups', 1, 'properties', 1, 'value']);
  }
});
