import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { EvidenceAgainst } from '../judge/evidence-contract.ts';
import type { Health } from '../results-contract.ts';
import { minExposures } from '../rules-contract.ts';
import { type Guarded, guardrailsOf } from './guardrails.ts';
import { conclude, type Numbers } from './verdict.ts';
import { basis, experiment, explained, exposure, health, metric, sure, variantOf, won } from './verdict-testing.ts';

const open: EvidenceAgainst = { ...sure, always_valid_interval: [-0.01, 0.4], always_valid_p_value_adjusted: 0.06 };

type Third = { weight: number; people: number; versus?: EvidenceAgainst | null };

/** Returns a verdict on control and test with 2,000 people each, and a third variant, which has no numbers without people. */
function withThird(
  { weight, people, versus = open }: Third,
  test = sure,
  given: Partial<Numbers> = {},
  status = experiment.status,
) {
  const variants = [...experiment.variants, { key: 'third', name: '', rollout_percentage: weight }];
  const counted = [variantOf('control', 0.1, null), variantOf('test', 0.12, test)];
  const third = people === 0 ? [] : [variantOf('third', 0.11, versus, people)];
  const by_variant = { control: 2000, test: 2000, third: people };
  const result = { ...won, exposure: { ...exposure, by_variant }, variants: [...counted, ...third], ...given };
  const of = { ...experiment, status, variants };
  const { verdict } = conclude({ experiment: of, result });
  return { verdict, explanation: explained({ experiment: of, result }) };
}

test.each<[string, Third, EvidenceAgainst, object]>([
  ['a variant without weight', { weight: 0, people: 0 }, sure, { kind: 'better', state: 'enough', smallest: 2000 }],
  ['few people in it', { weight: 0, people: 90 }, open, { kind: 'leaning', state: 'enough', smallest: 2000 }],
  ['few people beside a winner', { weight: 20, people: 90 }, sure, { kind: 'better', state: 'some_too_few' }],
  ['nobody beside a winner', { weight: 1, people: 0 }, sure, { kind: 'better', state: 'some_too_few', smallest: 0 }],
  ['few people', { weight: 20, people: 99 }, open, { kind: 'collecting', state: 'too_few', smallest: 99 }],
  ['nobody', { weight: 1, people: 0 }, open, { kind: 'collecting', state: 'too_few', smallest: 0 }],
  ['enough people', { weight: 20, people: 100 }, open, { kind: 'leaning', state: 'enough', smallest: 100 }],
  [
    'nothing to divide by',
    { weight: 20, people: 100, versus: null },
    open,
    { kind: 'collecting', state: 'nothing_to_compare' },
  ],
])('whether enough people count: %s', (_, third, versus, expected) => {
  const { verdict } = withThird(third, versus);
  expect({ kind: verdict.kind, ...verdict.people }).toMatchObject(expected);
});

test('while collecting, variants that lack people are named, except those without weight', () => {
  expect(withThird({ weight: 20, people: 90 }, open).explanation).toContain(
    '90 in the smallest variant. Without a winner, a verdict needs 100 people in control and each variant with weight',
  );
  const nothing = withThird({ weight: 20, people: 100, versus: null }, open).explanation;
  expect(nothing).toContain('the metric has nothing to divide by in a variant');
  expect(nothing).not.toContain('100 people');
  expect(nothing).toContain('Check the denominator of the metric in Setup.');
});

test('a result without a value to compare never advises waiting, before or after its end', () => {
  const third = { weight: 20, people: 100, versus: null };
  const inWindow = { basis: { ...basis, window_days: 14, everyone: 5000, mature: 4000 } };
  for (const status of ['running', 'complete'] as const)
    for (const given of [{}, inWindow])
      expect(withThird(third, open, given, status).verdict.next).toEqual([{ code: 'check_denominator' }]);
});

test.each([
  [['control'], { code: 'add_variant', variant: null }, 'Add a test variant to the flag to compare with control.'],
  [
    ['a', 'b'],
    { code: 'add_variant', variant: 'control' },
    'Add “control” to the flag, with which the others are compared.',
  ],
])('a flag that has only %j is advised the variant that it lacks, and no weight for it', (keys, step, words) => {
  const variants = keys.map((key) => ({ key, name: '', rollout_percentage: 100 / keys.length }));
  const of = { ...experiment, status: 'complete' as const, variants };
  const by_variant = Object.fromEntries(keys.map((key) => [key, 2000]));
  const result = { ...won, exposure: { ...exposure, by_variant }, variants: [] };
  expect(conclude({ experiment: of, result }).verdict.next).toEqual([step]);
  expect(explained({ experiment: of, result })).toContain(words);
});

test('a change that applies to everyone is not said to make earlier and later people differ', () => {
  const at = won.computed_at;
  const cautionsOf = (...kinds: Health['changes'][number]['kind'][]) =>
    verdictOf(50, { health: { ...health, changes: kinds.map((kind) => ({ kind, at })) } }).cautions.filter(
      ({ code }) => code.endsWith('changed') || code === 'changed_during_run',
    );
  expect(cautionsOf('cuped_changed', 'exclusions_changed', 'cuped_changed')).toEqual([
    { code: 'cuped_changed', changes: 2 },
    { code: 'exclusions_changed', changes: 1 },
  ]);
  expect(cautionsOf('cuped_changed', 'weights_changed', 'metric_changed')).toEqual([
    { code: 'changed_during_run', changes: 1 },
    { code: 'metric_changed', changes: 1 },
    { code: 'cuped_changed', changes: 1 },
  ]);
});

/** Returns a verdict on control and test of this weight, by what differs from a run with 2,000 people each. */
function verdictOf(weight: number, given: Partial<Numbers>) {
  const variants = experiment.variants.map((one) =>
    one.key === 'test' ? { ...one, rollout_percentage: weight } : one,
  );
  const result = { ...won, variants: [variantOf('control', 0.1, null), variantOf('test', 0.12, open)], ...given };
  return conclude({ experiment: { ...experiment, variants }, result }).verdict;
}

test('a variant without weight that few people got has no conclusion', () => {
  const variants = [variantOf('control', 0.1, null), variantOf('test', 0, open, 1)];
  const seen = { ...exposure, by_variant: { control: 2000, test: 1 } };
  for (const given of [{ variants }, { variants: variants.slice(0, 1), exposure: seen }]) {
    const { kind, people, next } = verdictOf(0, given);
    expect([kind, people?.state, next]).toEqual([
      'collecting',
      'no_test_variant',
      [{ code: 'give_weight', variant: null }],
    ]);
  }
});

test('if only control has weight, there is no advice to wait', () => {
  const variants = [variantOf('control', 0.1, null, 60)];
  const few = { variants, exposure: { ...exposure, total: 60, by_variant: { control: 60 } } };
  const { people, next } = verdictOf(0, few);
  expect([people?.state, next]).toEqual(['no_test_variant', [{ code: 'give_weight', variant: null }]]);
});

test('without a value to compare, a variant without weight is not reported as lacking weight', () => {
  const variants = [variantOf('control', 0.1, null), variantOf('test', 0, null, 150)];
  const { people, next } = verdictOf(0, { variants });
  expect([people?.state, next]).toEqual(['nothing_to_compare', [{ code: 'check_denominator' }]]);
});

test('people are never enough while the needed number is unknown', () => {
  const unknown = { health: { ...health, needed: null } };
  expect(verdictOf(50, unknown).people?.state).toBe('need_unknown');
  const variants = [variantOf('control', 0.1, null), variantOf('test', 0.12, sure)];
  expect(verdictOf(50, { ...unknown, variants }).people?.state).toBe('enough');
});

test('while control has nobody, a variant has at most the counted people', () => {
  const given = { variants: [], basis: { ...basis, counted: 0 }, exposure: { ...exposure, by_variant: { test: 30 } } };
  expect(verdictOf(50, given).people).toMatchObject({
    counted: 0,
    few: [{ people: 0 }, { variant: 'test', people: 0 }],
  });
});

test('only an empty variant with weight is questioned', () => {
  const next = (weight: number) =>
    withThird({ weight, people: 0 }, open, { variants: [] }).verdict.next.map(({ code }) => code);
  expect(next(0)).not.toContain('check_weights');
  expect(next(10)).toContain('check_weights');
});

test('a run with all needed people says so, also with a variant without weight', () => {
  const { verdict } = withThird({ weight: 0, people: 0 }, open, { status: 'collecting' });
  expect(verdict.next).toEqual([{ code: 'stop_or_replan' }]);
});

test('the state of the people never contradicts the verdict', () => {
  const some = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 250 }));
  const versus = fc.constantFrom(sure, open, { ...open, difference: -0.02 }, null);
  const arm = fc.record({ people: some, weight: fc.constantFrom(0, 1, 50), versus });
  const control = fc.record({ people: some, weight: fc.constantFrom(0, 50) });
  const runs = fc.record({ control, tests: fc.array(arm, { minLength: 1, maxLength: 3 }), needed: some });
  fc.assert(
    fc.property(runs, ({ control: of, tests, needed }) => {
      const reference = { key: 'control', ...of, versus: null };
      const arms = [reference, ...tests.map((one, index) => ({ ...one, key: `test-${index}` }))];
      const variants = arms.map(({ key, weight }) => ({ key, name: '', rollout_percentage: weight }));
      const total = arms.reduce((sum, { people }) => sum + people, 0);
      const by_variant = Object.fromEntries(arms.map(({ key, people }) => [key, people]));
      const counted = of.people === 0 ? [] : arms.filter(({ people }) => people > 0);
      const result: Numbers = {
        ...won,
        basis: null,
        exposure: { ...exposure, total, by_variant },
        health: { ...health, needed },
        variants: counted.map(({ key, people, versus: against }) => variantOf(key, 0.1, against, people)),
      };
      const { kind, people } = conclude({ experiment: { ...experiment, variants }, result }).verdict;
      const { state, smallest = 0, few = [] } = people ?? {};
      const expectedArms = arms.filter(({ key, weight }) => weight > 0 || key === 'control');
      expect(few.length > 0).toBe(expectedArms.some((one) => one.people < minExposures));
      expect(smallest).toBe(Math.min(...expectedArms.map((one) => one.people)));
      const without = ['too_few', 'nothing_to_compare', 'no_control', 'no_test_variant'];
      expect(without.includes(state ?? '')).toBe(kind === 'collecting');
      if (state === 'some_too_few') expect(kind).toBe('better');
      if (state === 'enough') expect([smallest >= minExposures, total >= needed]).toEqual([true, true]);
      if (state === 'fewer_than_needed') expect(total).toBeLessThan(needed);
    }),
  );
});

test('a guardrail is not open for a variant that nobody gets', () => {
  const outcomes = ['reference', 'collecting', 'collecting'] as const;
  const variants = ['control', 'test', 'off'].map((key) => variantOf(key, 0.1, null, key === 'off' ? 0 : 50));
  const result = { metric: { ...metric, guardrail_margin: 5 }, variants };
  const weighted = { variants: variants.map(({ key }) => ({ key, rollout_percentage: key === 'off' ? 0 : 50 })) };
  const guarded = { index: 0, name: 'Refunds', outcomes, result } as unknown as Guarded;
  const states = guardrailsOf(weighted, [guarded]);
  expect(states.map(({ variant, state }) => [variant, state])).toEqual([['test', 'not_decided']]);
});
