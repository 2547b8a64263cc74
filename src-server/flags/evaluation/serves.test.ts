import { expect, test } from 'vitest';
import { type FlagValue, flagFilters } from '../contract.ts';
import { servesOf } from './serves.ts';

const split = {
  variants: [
    { key: 'control', rollout_percentage: 50 },
    { key: 'test', rollout_percentage: 50 },
  ],
};
const whole = {
  variants: [
    { key: 'control', rollout_percentage: 0 },
    { key: 'test', rollout_percentage: 100 },
  ],
};
const pro = [{ key: 'plan', value: 'pro' }];

test.each<[string, object, FlagValue | null]>([
  ['no condition gives nobody the flag', { groups: [] }, false],
  ['a rollout of 0% gives nobody the flag', { groups: [{ rollout_percentage: 0 }] }, false],
  ['a flag without variants is on for everyone', { groups: [{}] }, true],
  ['a share of people differ from the others', { groups: [{ rollout_percentage: 50 }] }, null],
  ['a split gives people different variants', { groups: [{}], multivariate: split }, null],
  ['a weight of 100% gives everyone one variant', { groups: [{}], multivariate: whole }, 'test'],
  [
    'a shipped variant comes before the split',
    { groups: [{ variant: 'control' }, {}], multivariate: split },
    'control',
  ],
  ['and wherever its condition stands', { groups: [{}, { variant: 'control' }], multivariate: split }, 'control'],
  [
    'some people get another variant before it',
    { groups: [{ variant: 'test', properties: pro }, { variant: 'control' }], multivariate: split },
    null,
  ],
  [
    'some people get the same variant before it',
    { groups: [{ variant: 'control', properties: pro }, { variant: 'control' }], multivariate: split },
    'control',
  ],
  ['people in no group get nothing', { groups: [{}], aggregation_group_type_index: 0 }, null],
])('%s', (_name, filters, value) => {
  const state = { active: true, deleted: false, filters: flagFilters.parse(filters) };
  expect(servesOf(state)).toBe(value);
  expect(servesOf({ ...state, active: false })).toBe(false);
  expect(servesOf({ ...state, deleted: true })).toBe(false);
});
