import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { weights } from '../../api-testing.ts';
import { type LaunchWarning, launchWarning } from './launch-contract.ts';
import {
  type LaunchFacts,
  type LaunchSetup,
  launchWarnings,
  nothingElse,
  unfitFlagOf,
} from './launch-warnings-contract.ts';

const everyone = { rollout_percentage: 100, variant: null };
const flag = { groups: [everyone], aggregation_group_type_index: null, unfit: null };
const ready: LaunchSetup = {
  description: 'Fewer fields, more orders',
  filters: { events: [{ id: 'bought' }] },
  parameters: { recommended_sample_size: 4000 },
  variants: weights(['control', 50], ['test', 50]),
  flag,
  lacks_code: false,
};
const ofSetup = (setup: Partial<LaunchSetup>) => launchWarnings({ ...ready, ...setup }, nothingElse);
const ofFacts = (facts: Partial<LaunchFacts>, setup: Partial<LaunchSetup> = {}) =>
  launchWarnings({ ...ready, ...setup }, { ...nothingElse, ...facts });
const groups = (...given: (typeof everyone | { rollout_percentage: number | null; variant: string | null })[]) =>
  ofSetup({ flag: { ...flag, groups: given } });

describe('launchWarnings', () => {
  it('finds nothing in a complete setup', () => expect(ofSetup({})).toEqual([]));

  it.each<[string, LaunchWarning[], LaunchWarning]>([
    ['an archived one', ofFacts({ archived: true }), { kind: 'archived' }],
    ['a deleted flag', ofSetup({ flag: null }), { kind: 'flag_deleted' }],
    [
      'a deleted flag with overrides',
      ofFacts({ overrides: 2, active: true }, { flag: null }),
      { kind: 'flag_deleted' },
    ],
    [
      'an unfit flag',
      ofSetup({ flag: { ...flag, unfit: 'no_control' } }),
      { kind: 'flag_unfit', reason: 'no_control' },
    ],
    ['another one on the flag', ofFacts({ takenBy: 'First' }), { kind: 'flag_taken', experiment: 'First' }],
    ['a flag nothingElse since the schedule', ofFacts({ isScheduled: true }), { kind: 'flag_stays_off' }],
    ['a scheduled one whose flag is on', ofFacts({ isScheduled: true, active: true }), { kind: 'already_on' }],
    ['no condition', groups(), { kind: 'reaches_nobody' }],
    ['conditions at 0%', groups({ ...everyone, rollout_percentage: 0 }), { kind: 'reaches_nobody' }],
    [
      'a condition at 0% that fixes a variant',
      groups({ rollout_percentage: 0, variant: 'test' }),
      { kind: 'reaches_nobody' },
    ],
    [
      'conditions that fix variants',
      groups(
        everyone,
        { rollout_percentage: 5, variant: 'test' },
        { rollout_percentage: null, variant: 'test' },
        { rollout_percentage: 0, variant: 'control' },
      ),
      { kind: 'fixed_variants', variants: ['test'] },
    ],
    [
      'an override for everyone',
      ofFacts({ overrideForEveryone: false }),
      { kind: 'override_for_everyone', value: false },
    ],
    ['overrides', ofFacts({ overrides: 2 }), { kind: 'overrides', count: 2 }],
    ['no metric', ofSetup({ filters: {} }), { kind: 'no_metric' }],
    ['a metric without events', ofSetup({ filters: { events: [], actions: [] } }), { kind: 'no_metric' }],
    ['a metric that cannot be read', ofSetup({ filters: { events: 'bought' } }), { kind: 'no_metric' }],
    ['no code', ofSetup({ lacks_code: true }), { kind: 'no_code' }],
    [
      'variants without weight',
      ofSetup({ variants: weights(['control', 0], ['b', 100], ['c', 0]) }),
      { kind: 'empty_variants', variants: ['control', 'c'] },
    ],
    ['a flag of groups', ofSetup({ flag: { ...flag, aggregation_group_type_index: 0 } }), { kind: 'by_group' }],
    ['a flag that is on', ofFacts({ active: true }), { kind: 'already_on' }],
    ['no plan', ofSetup({ parameters: {} }), { kind: 'no_plan' }],
    ['a duration alone', ofSetup({ parameters: { recommended_running_time: 14 } }), { kind: 'no_plan' }],
    ['an effect alone', ofSetup({ parameters: { minimum_detectable_effect: 5 } }), { kind: 'no_plan' }],
    ['no hypothesis', ofSetup({ description: ' ' }), { kind: 'no_hypothesis' }],
  ])('warns of %s, and of nothing else', (_what, found, warning) => {
    expect(found).toEqual([warning]);
    expect(launchWarning.parse(warning)).toEqual(warning);
  });

  it.each<[string, Partial<LaunchSetup>]>([
    ['any event as the metric', { filters: { events: [{ id: null }] } }],
    ['an action as the metric', { filters: { insight: 'TRENDS', actions: [{ id: 7 }] } }],
    [
      'an open rollout beside one of 0%',
      { flag: { ...flag, groups: [{ ...everyone, rollout_percentage: 0 }, everyone] } },
    ],
    ['a flag that is not known yet', { flag: undefined }],
    ['code that is not known yet', { lacks_code: null }],
  ])('takes %s', (_what, setup) => expect(ofSetup(setup)).toEqual([]));
});

const setups: fc.Arbitrary<LaunchSetup> = fc.record({
  description: fc.constantFrom('', 'Why'),
  filters: fc.constantFrom({}, { events: [] }, { events: [{ id: 'a' }] }, { actions: [{ id: 1 }] }, { events: 1 }),
  parameters: fc.constantFrom({}, { recommended_sample_size: 10 }, { minimum_detectable_effect: 5 }),
  variants: fc.constantFrom(weights(['control', 0], ['test', 100]), weights(['control', 50], ['test', 50])),
  flag: fc.option(
    fc.record({
      groups: fc.array(
        fc.record({
          rollout_percentage: fc.constantFrom(null, 0, 50),
          variant: fc.constantFrom(null, 'control', 'test'),
        }),
        { maxLength: 3 },
      ),
      aggregation_group_type_index: fc.constantFrom(null, 0),
      unfit: fc.constantFrom(null, 'no_control' as const),
    }),
  ),
  lacks_code: fc.constantFrom(true, false, null),
});
const facts: fc.Arbitrary<LaunchFacts> = fc.record({
  archived: fc.boolean(),
  isScheduled: fc.boolean(),
  active: fc.boolean(),
  overrides: fc.nat(3),
  overrideForEveryone: fc.constantFrom(null, false, 'test'),
  takenBy: fc.constantFrom(null, 'Other'),
});
const ofFactsAlone: LaunchWarning['kind'][] = [
  'archived',
  'flag_taken',
  'flag_stays_off',
  'override_for_everyone',
  'overrides',
  'already_on',
];

test('the setup alone is warned of the same, in the same order, as with all facts', () => {
  fc.assert(
    fc.property(setups, facts, (setup, known) => {
      const all = launchWarnings(setup, known);
      expect(new Set(all.map(({ kind }) => kind)).size).toBe(all.length);
      expect(all.filter(({ kind }) => !ofFactsAlone.includes(kind))).toEqual(launchWarnings(setup));
    }),
  );
});

test.each([
  ['no_variants', null],
  ['no_variants', { variants: [] }],
  ['no_control', { variants: weights(['a', 50], ['b', 50]) }],
  ['only_control', { variants: weights(['control', 100]) }],
  [
    'too_many_variants',
    { variants: weights(...['control', ...'abcdefghij'].map((key): [string, number] => [key, 1])) },
  ],
  [null, { variants: weights(['control', 50], ['b', 50]) }],
])('a flag is %s with variants %j', (reason, multivariate) => {
  const named = multivariate && { variants: multivariate.variants.map((variant) => ({ name: '', ...variant })) };
  expect(unfitFlagOf({ multivariate: named })).toBe(reason);
});
