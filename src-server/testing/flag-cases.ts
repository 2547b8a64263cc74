import type { JsonObject } from '../core/contract.ts';
import type { FlagValue } from '../flags/contract.ts';
import { subjects } from './flag-subjects.ts';

const condition = (key: string, operator: string, value?: unknown) => ({ key, operator, value, type: 'person' });
const groupsOf = (...conditions: object[]) => ({ groups: conditions });
const variantsOf = (weights: Record<string, number>) => ({
  variants: Object.entries(weights).map(([key, rollout_percentage]) => ({ key, rollout_percentage })),
});
const thirds = { multivariate: variantsOf({ control: 33.3, test: 33.3, other: 33.4 }) };

export const operators: [name: string, ...Parameters<typeof condition>][] = [
  ['exact', 'plan', 'exact', 'PRO'],
  ['exact-any', 'plan', 'exact', ['grösse l', 'True', 5.5, ['a', 1.5], { a: [true], b: 'x' }, null]],
  ['exact-flag', 'beta', 'exact', true],
  ['exact-whole', 'age', 'exact', 18],
  ['exact-whole-any', 'age', 'exact', [7, 5, '18', -3]],
  ['is-not', 'plan', 'is_not', ['free', 'straße']],
  ['is-not-whole', 'age', 'is_not', 18],
  ['is-set', 'email', 'is_set'],
  ['is-not-set', 'beta', 'is_not_set'],
  ['icontains', 'email', 'icontains', '@EXAMPLE'],
  ['icontains-umlaut', 'plan', 'icontains', 'ÖSSE'],
  ['not-icontains', 'email', 'not_icontains', 'mail'],
  ['regex', 'email', 'regex', '^[a-zA-Z]+@(example|mail)\\.\\w+$'],
  ['not-regex', 'plan', 'not_regex', '^[Pp]ro|free$'],
  ['gt', 'age', 'gt', 18],
  ['gte', 'age', 'gte', '18'],
  ['lt', 'age', 'lt', 18],
  ['lte', 'age', 'lte', 5.5],
  ['date-exact', 'since', 'is_date_exact', '2026-01-31'],
  ['date-before', 'since', 'is_date_before', '2025-12-31T00:00:00Z'],
  ['date-before-ago', 'since', 'is_date_before', '-6m'],
  ['date-after', 'since', 'is_date_after', '-90d'],
  ['date-after-years', 'since', 'is_date_after', '1y'],
];

type Flag = { key: string; filters: JsonObject; active?: boolean; ensure_experience_continuity?: boolean };
export const flags: Flag[] = [
  ...operators.map(([key, ...rest]) => ({ key, filters: groupsOf({ properties: [condition(...rest)] }) })),
  ...[0, 0.5, 30, 99.9, 100].map((rollout_percentage) => ({
    key: `rollout-${rollout_percentage}`,
    filters: groupsOf({ rollout_percentage }),
  })),
  { key: 'no-condition', filters: groupsOf() },
  {
    key: 'payload',
    filters: { ...groupsOf({ rollout_percentage: 50 }), payloads: { true: '{"limit": 5, "ö": [1]}' } },
  },
  {
    key: 'variants',
    filters: { ...groupsOf({}), ...thirds, payloads: { control: '"a text"', test: { a: [null, 1.5] }, other: 7 } },
  },
  {
    key: 'variants/half.rolled-out',
    filters: { ...groupsOf({ rollout_percentage: 50 }), multivariate: variantsOf({ a: 0, b: 12.5, c: 87.5 }) },
  },
  {
    key: 'variant-overrides',
    filters: {
      ...groupsOf(
        { properties: [condition('plan', 'icontains', 'pro')], rollout_percentage: 70 },
        { properties: [condition('beta', 'exact', 'true')], rollout_percentage: 60, variant: 'test' },
        { rollout_percentage: 20, variant: 'other' },
        { properties: [condition('age', 'gte', 0), condition('email', 'icontains', 'A')], rollout_percentage: 80 },
      ),
      ...thirds,
    },
  },
  {
    key: 'first-undecided',
    filters: {
      ...groupsOf(
        { properties: [condition('age', 'exact', 18)], variant: 'test' },
        { properties: [condition('since', 'is_date_exact', '2026-01-31')], variant: 'control' },
        { variant: 'other' },
      ),
      ...thirds,
    },
  },
  {
    key: 'several',
    filters: groupsOf(
      { properties: [condition('plan', 'exact', 'pro'), condition('age', 'lt', 65)], rollout_percentage: 40 },
      { properties: [condition('since', 'is_date_after', '-1y')], rollout_percentage: 60 },
      { rollout_percentage: 10 },
    ),
  },
  { key: 'by-id', filters: groupsOf({ properties: [condition('distinct_id', 'regex', '^user-|7$')] }) },
  { key: 'group-rollout', filters: { ...groupsOf({ rollout_percentage: 50 }), aggregation_group_type_index: 0 } },
  {
    key: 'group-properties',
    filters: {
      ...groupsOf(
        { properties: [condition('industry', 'exact', 'retail'), condition('seats', 'gt', 10)], variant: 'test' },
        { properties: [condition('founded', 'is_date_before', '-6m')], rollout_percentage: 50 },
        { properties: [condition('$group_key', 'icontains', 'firma 1')] },
      ),
      ...thirds,
      payloads: { test: '[1, 2]' },
      aggregation_group_type_index: 0,
    },
  },
  {
    key: 'group-other-type',
    filters: { ...groupsOf({ rollout_percentage: 30 }), ...thirds, aggregation_group_type_index: 1 },
  },
  { key: 'off', active: false, filters: groupsOf({}) },
  { key: 'everyone-on', filters: groupsOf({ rollout_percentage: 0 }) },
  { key: 'everyone-off', filters: { ...groupsOf({}), payloads: { true: '1' } } },
  { key: 'everyone-variant', active: false, filters: { ...groupsOf(), ...thirds, payloads: { test: '{"b": true}' } } },
  { key: 'everyone-group', filters: { ...groupsOf({ rollout_percentage: 0 }), aggregation_group_type_index: 0 } },
  { key: 'person-values', filters: { ...groupsOf({ rollout_percentage: 50 }), ...thirds, payloads: { other: '{}' } } },
  { key: 'person-off-everyone-on', filters: groupsOf({ rollout_percentage: 0 }) },
  { key: 'person-on', active: false, filters: groupsOf({}) },
  { key: 'person-group', filters: { ...groupsOf({ rollout_percentage: 50 }), aggregation_group_type_index: 0 } },
  { key: 'continuity', ensure_experience_continuity: true, filters: groupsOf({ rollout_percentage: 50 }) },
];

export const aliasOf = (id: string) => `alias of ${id}`;
const idsAt = (first: number) => subjects.flatMap(({ id }, index) => (index % 400 === first ? [id] : []));
export const overrides: [key: string, value: FlagValue, ids: (string | null)[]][] = [
  ['everyone-on', true, [null]],
  ['everyone-off', false, [null]],
  ['everyone-variant', 'test', [null]],
  ['everyone-group', true, [null]],
  ['person-values', 'other', idsAt(1)],
  ['person-values', 'control', idsAt(2)],
  ['person-values', false, idsAt(3)],
  ['person-values', 'test', idsAt(7).map(aliasOf)],
  ['person-off-everyone-on', true, [null]],
  ['person-off-everyone-on', false, idsAt(4)],
  ['person-on', true, idsAt(5)],
  ['person-group', true, idsAt(6)],
];
