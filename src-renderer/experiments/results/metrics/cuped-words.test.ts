import { expect, test } from 'vitest';
import { cupedWords } from './cuped-words.ts';

const cuped = { days: 14, theta: 0.8, variance_reduction: 0.38, people_with_history: 900, p_value: 0.4 };

test.each([
  ['applied', 'CUPED: what people did in the 14 days before their exposure reduces the variance by 38'],
  ['not_for_kind', 'CUPED is not applied: it does not apply to ratios and retention.'],
  ['person_conditions', 'CUPED is not applied: the metric has a condition on a person’s property'],
  ['no_history', 'CUPED is not applied: it needs 30 people who differ'],
  ['unbalanced', 'CUPED is not applied: the variants already differed in the 14 days before the exposure (p'],
] as const)('%s has its sentence', (state, sentence) => {
  expect(cupedWords({ ...cuped, state })).toContain(sentence);
});
