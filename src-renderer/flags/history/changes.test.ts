import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FlagCondition, FlagState, FlagVersion } from '#server/flags/contract.ts';
import { flagOf } from '#server/flags/flag-testing.ts';
import { flagChanges } from './changes.ts';

const pro: FlagCondition = {
  properties: [{ key: 'plan', operator: 'exact', value: 'pro' }],
  rollout_percentage: 25,
  variant: null,
};
const staff: FlagCondition = {
  properties: [{ key: 'email', operator: 'icontains', value: '@benchtop.test' }],
  rollout_percentage: 100,
  variant: null,
};
const everyone: FlagCondition = { properties: [], rollout_percentage: 10, variant: null };
const split = (control: number, test: number) => [
  { key: 'control', name: '', rollout_percentage: control },
  { key: 'test', name: '', rollout_percentage: test },
];

function state(rest: Partial<Omit<FlagState, 'filters'>>, filters: Partial<FlagState['filters']> = {}): FlagState {
  const flag = flagOf({});
  return { ...flag, ...rest, filters: { ...flag.filters, ...filters } };
}
const { tags: _tags, owner_id: _owner, ...unlabeled } = state({});
const variants = (control: number, test: number) => ({ multivariate: { variants: split(control, test) } });

test.each<[string, FlagVersion, FlagVersion, [string, string | null, string | null][]]>([
  ['turned on', state({ active: false }), state({}), [['turned on', null, null]]],
  ['turned off', state({}), state({ active: false }), [['turned off', null, null]]],
  ['deleted', state({}), state({ deleted: true }), [['deleted', null, null]]],
  ['restored', state({ deleted: true }), state({}), [['restored', null, null]]],
  ['labels added, which an old version lacks', unlabeled, state({ tags: ['web'], owner_id: 1 }), []],
  ['another key', state({}), state({ key: 'pay' }), [['key', 'checkout', 'pay']]],
  [
    'a rollout',
    state({}, { groups: [pro] }),
    state({}, { groups: [{ ...pro, rollout_percentage: 50 }] }),
    [['rollout of condition 1', '25%', '50%']],
  ],
  [
    'a property',
    state({}, { groups: [pro] }),
    state({}, { groups: [{ ...pro, properties: [...pro.properties, ...staff.properties] }] }),
    [['properties of condition 1', 'plan is pro', 'plan is pro and email contains @benchtop.test']],
  ],
  [
    'a fixed variant',
    state({}, { ...variants(50, 50), groups: [pro] }),
    state({}, { ...variants(50, 50), groups: [{ ...pro, variant: 'test' }] }),
    [['variant fixed by condition 1', 'none', 'test']],
  ],
  [
    'a condition added at the end',
    state({}, { groups: [pro] }),
    state({}, { groups: [pro, staff] }),
    [['condition 2 added', null, 'email contains @benchtop.test, 100%']],
  ],
  [
    'a condition removed at the start',
    state({}, { groups: [pro, staff] }),
    state({}, { groups: [staff] }),
    [['condition 1 removed', 'plan is pro, 25%', null]],
  ],
  [
    'a condition removed in the middle',
    state({}, { groups: [pro, staff, everyone] }),
    state({}, { groups: [pro, everyone] }),
    [['condition 2 removed', 'email contains @benchtop.test, 100%', null]],
  ],
  [
    'conditions in another order',
    state({}, { groups: [pro, everyone] }),
    state({}, { groups: [everyone, pro] }),
    [['order of conditions', 'plan is pro, 25% · everyone, 10%', 'everyone, 10% · plan is pro, 25%']],
  ],
  [
    'weights',
    state({}, variants(50, 50)),
    state({}, variants(40, 60)),
    [['variant weights', 'control 50%, test 50%', 'control 40%, test 60%']],
  ],
  [
    'variants where there were none',
    state({}),
    state({}, variants(50, 50)),
    [
      ['variant control added', null, '50%'],
      ['variant test added', null, '50%'],
    ],
  ],
  [
    'variants in another order',
    state({}, variants(50, 50)),
    state({}, { multivariate: { variants: split(50, 50).reverse() } }),
    [['order of variants', 'control, test', 'test, control']],
  ],
  [
    'payloads',
    state({}, { payloads: { true: '1', gone: '2' } }),
    state({}, { payloads: { true: '{"a":1}' } }),
    [
      ['payload', '1', '{"a":1}'],
      ['payload of gone', '2', 'none'],
    ],
  ],
  [
    'the subject',
    state({}),
    state({}, { aggregation_group_type_index: 1 }),
    [['matched by', 'person', 'group of type 1']],
  ],
  ['no limit in place of 100%', state({}), state({}, { groups: [{ ...everyone, rollout_percentage: null }] }), []],
])('the change is described: %s', (_, before, after, changes) => {
  expect(flagChanges(before, after).map(({ what, before, after }) => [what, before, after])).toEqual(changes);
});

const conditions = fc.array(fc.constantFrom(pro, staff, everyone, { ...pro, rollout_percentage: 26 }), {
  maxLength: 5,
});

test('equal states have no changes, and different conditions always have some', () => {
  fc.assert(
    fc.property(conditions, conditions, (one, other) => {
      const isSame = JSON.stringify(one) === JSON.stringify(other);
      const changes = flagChanges(state({}, { groups: one }), state({}, { groups: other }));
      expect(changes.length === 0).toBe(isSame);
    }),
  );
});
