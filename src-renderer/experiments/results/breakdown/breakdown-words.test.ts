import { describe, expect, test } from 'vitest';
import type { Breakdown, BreakdownValue, Interaction } from '#server/experiments/breakdown/breakdown-contract.ts';
import { uncheckedSplit } from '#server/experiments/results/words/people-contract.ts';
import {
  breakdownNotes,
  interactionWords,
  missingWords,
  splitCheckWords,
  splitWarning,
  valueName,
} from './breakdown-words.ts';

const tested = { key: 'test', scale: 'ratio' as const, values: 3, q: 12, degrees_of_freedom: 2, p_value: 0.002 };
const interaction: Interaction = { judgement: 'differs', p_value: 0.002, variants: [tested] };
const ratio: NonNullable<BreakdownValue['sample_ratio']> = {
  expected: { control: 10, test: 10 },
  chi_squared: 1,
  degrees_of_freedom: 1,
  method: 'chi_squared',
  p_value: 0.3,
  p_value_adjusted: 0.6,
  state: 'ok',
};
const value = (given: Partial<BreakdownValue>): BreakdownValue => ({
  kind: 'value',
  value: 'free',
  people: 20,
  by_variant: { control: 10, test: 10 },
  sample_ratio: ratio,
  variants: [],
  ...given,
});
const breakdown = (given: Partial<Breakdown> = {}): Breakdown => ({
  state: 'ready',
  property: 'plan',
  type: 'person',
  people: 'mature',
  metric_kind: 'conversion',
  distinct_values: 3,
  comparisons: 3,
  interaction,
  values: [value({}), value({ value: 'team' }), value({ kind: 'not_set', value: null })],
  ...given,
});

describe('the one test of a breakdown', () => {
  const wordsOf = (given: Partial<Interaction>) =>
    interactionWords(breakdown({ interaction: { ...interaction, ...given } }));

  test.each<[Partial<Interaction>, string]>([
    [
      {},
      'The lifts vary between the values of plan more than chance explains (p = 0.002, one look). Which value causes it is not tested: plan a new experiment for that.',
    ],
    [
      { judgement: 'no_sign_of_difference', p_value: 0.31, variants: [{ ...tested, scale: 'difference' }] },
      'No sign that the differences from control vary between the values of plan (p = 0.310, one look). A small variation can stay hidden.',
    ],
    [
      { judgement: 'too_little', p_value: null, variants: [] },
      'Too little data to test whether the effect varies between the values of plan. At least two values need enough people and conversions.',
    ],
  ])('%o', (given, text) => {
    expect(wordsOf(given)).toBe(text);
  });

  test.each<Interaction['judgement']>(['differs', 'no_sign_of_difference', 'too_little'])(
    'where it says %s, no value is said to have an effect',
    (judgement) => {
      expect(wordsOf({ judgement })).not.toMatch(/free|team|better|worse|works|wins|harm/i);
    },
  );
});

test('where there is no breakdown it says why', () => {
  expect(missingWords(breakdown())).toBeNull();
  expect(missingWords(breakdown({ state: 'unseen_property' }))).toBe(
    'Nobody who was exposed has a property “plan”. Check the name, or choose another property.',
  );
  expect(missingWords(breakdown({ state: 'unseen_property', type: 'exposure' }))).toMatch(/^No event that exposed/);
  expect(missingWords(breakdown({ state: 'no_exposures' }))).toContain('Nobody is exposed,');
});

test('notes say where a property was read, and of how many values and comparisons', () => {
  expect(breakdownNotes(breakdown())).toEqual([
    'Read from the person as stored now, so a variant may have changed it.',
    'p is after Holm’s correction over 3 comparisons.',
  ]);
  const few = { ...interaction, variants: [{ ...tested, values: 2 }] };
  expect(
    breakdownNotes(breakdown({ type: 'exposure', distinct_values: 1240, comparisons: 1, interaction: few })),
  ).toEqual([
    'Read from the event that exposed the person.',
    '1,240 values: those with most people are shown, the others together.',
    'The interaction test compares the 2 of 3 rows that have enough data.',
  ]);
});

test('a split that does not match names its values, and that a variant can change a property of the person', () => {
  const off = { ...ratio, state: 'mismatch' as const };
  const values = [
    value({ sample_ratio: off }),
    value({ value: 'team' }),
    value({ kind: 'other', value: null, sample_ratio: off }),
  ];
  expect(splitWarning({ type: 'person', values })).toBe(
    'Split mismatch: free, Other values. A variant that changes the property also causes this. Do not read these lifts.',
  );
  expect(splitWarning({ type: 'exposure', values })).toContain('Some of these people may be lost before they report.');
  expect(splitWarning(breakdown())).toBeNull();
});

test.each<[BreakdownValue['sample_ratio'], string, string]>([
  [ratio, 'No sign of a mismatch', 'p 0.300, after Holm’s correction over the values 0.600.'],
  [{ ...ratio, state: 'mismatch' }, 'Mismatch', 'p 0.300, after Holm’s correction over the values 0.600.'],
  [{ ...ratio, state: 'too_few' }, 'Not checked', uncheckedSplit.too_few],
  [null, 'Not checked', uncheckedSplit.none],
])('the split of %o is "%s"', (given, word, detail) => {
  expect(splitCheckWords(given)).toMatchObject({ word, detail });
});

test.each<[Pick<BreakdownValue, 'kind' | 'value'>, string]>([
  [{ kind: 'value', value: 'free' }, 'free'],
  [{ kind: 'value', value: ' ' }, 'Empty text'],
  [{ kind: 'other', value: null }, 'Other values'],
  [{ kind: 'not_set', value: null }, 'Not set'],
])('%o is named "%s"', (given, name) => {
  expect(valueName(given)).toBe(name);
});
