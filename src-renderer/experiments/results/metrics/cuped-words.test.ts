import { expect, test } from 'vitest';
import { basis, evidence, versus } from '#server/experiments/results/words/evidence-testing.ts';
import { numbersText } from '#server/experiments/results/words/numbers-contract.ts';
import { result, testVariant, variant } from '#server/experiments/results/words/result-testing.ts';
import { cupedWords } from './cuped-words.ts';

const cuped = { days: 14, theta: 0.8, variance_reduction: 0.38, people_with_history: 900, p_value: 0.4 };
type State = NonNullable<ReturnType<typeof basis>['cuped']>['state'];
const ofState = (state: State) => result({ basis: basis({ cuped: { ...cuped, state } }) });

test.each([
  ['applied', 'CUPED: what people did in the 14 days before their exposure reduces the variance by 38'],
  ['not_for_kind', 'CUPED is not applied: it does not apply to ratios and retention.'],
  ['person_conditions', 'CUPED is not applied: the metric has a condition on a person’s property'],
  ['no_history', 'CUPED is not applied: it needs 30 people who differ'],
  ['unbalanced', 'CUPED is not applied: the variants already differed in the 14 days before the exposure (p'],
] as const)('%s has its sentence', (state, sentence) => {
  expect(cupedWords(ofState(state))).toContain(sentence);
});

const before = { lift: 0.1, lift_interval: [-0.05, 0.27] as [number, number], difference: 0.012, p_value: 0.2 };

test.each([
  ['a lift', 0.1, 'Without CUPED: lift of test +10.0%.'],
  ['no lift from zero', null, 'Without CUPED: difference of test +1.2 points.'],
])('%s without CUPED is said beside it', (_, lift, sentence) => {
  const unadjusted = { ...before, lift, difference_interval: [-0.006, 0.03] as [number, number] };
  const compared = testVariant({ evidence: evidence({ adjusted_value: 0.14, versus: versus({ unadjusted }) }) });
  const adjusted = { ...ofState('applied'), variants: [variant(), compared] };
  expect(cupedWords(adjusted)).toContain(sentence);
  expect(numbersText(adjusted)).toContain('lift after CUPED +20.0%');
});

test('while it is off nothing is said of it', () => {
  expect(cupedWords(result({ basis: basis() }))).toBeNull();
  expect(numbersText(result({ basis: basis() }))).not.toContain('CUPED');
});
