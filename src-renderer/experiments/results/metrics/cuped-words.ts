import type { Cuped } from '#server/experiments/results/judge/evidence-contract.ts';
import { daysWords } from '../days-words.ts';
import { pWords, shareText } from './results-numbers.ts';

const states = {
  applied: ({ days, variance_reduction: share }) =>
    `CUPED: what people did in the ${daysWords(days)} before their exposure reduces the variance by ${shareText(share ?? 0, 1)}. Lifts, their intervals and p-values are adjusted; shown values are not.`,
  not_for_kind: () => 'CUPED is not applied: it does not apply to ratios and retention.',
  person_conditions: () =>
    'CUPED is not applied: the metric has a condition on a person’s property, which may have changed since the exposure.',
  no_history: () =>
    'CUPED is not applied: it needs 30 people who differ in what they did, before and since their exposure.',
  unbalanced: ({ days, p_value: p }) =>
    `CUPED is not applied: the variants already differed in the ${daysWords(days)} before the exposure (p ${pWords(p ?? 0)}). Check how people are assigned.`,
} satisfies Record<Cuped['state'], (cuped: Cuped) => string>;

/** Says what CUPED does to a metric, or why it is not applied. */
export const cupedWords = (cuped: Cuped): string => states[cuped.state](cuped);
