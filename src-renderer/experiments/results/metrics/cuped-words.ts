import type { Cuped } from '#server/experiments/results/judge/evidence-contract.ts';
import type { MetricResult } from '#server/experiments/results/results-contract.ts';
import { daysWords } from '#server/experiments/results/words/days-contract.ts';
import {
  differenceText,
  kindOfResult,
  liftText,
  pWords,
} from '#server/experiments/results/words/result-text-contract.ts';
import { minCupedPeople } from '#server/statistics/contract.ts';
import { shareText } from './results-numbers.ts';

const states = {
  applied: ({ days, variance_reduction: share }) =>
    `CUPED: what people did in the ${daysWords(days)} before their exposure reduces the variance by ${(share ?? 0) < 0.001 ? 'less than 0.1%' : shareText(share ?? 0, 1)}. Only the lifts above and over time, with their intervals and p-values, are adjusted.`,
  not_for_kind: () => 'CUPED is not applied: it does not apply to ratios and retention.',
  person_conditions: () =>
    'CUPED is not applied: the metric has a condition on a person’s property, which may have changed since the exposure.',
  no_history: () =>
    `CUPED is not applied: it needs ${minCupedPeople} people who differ in what they did, before and since their exposure.`,
  unbalanced: ({ days, p_value: p }) =>
    `CUPED is not applied: the variants already differed in the ${daysWords(days)} before the exposure (p ${pWords(p ?? 0)}). Check how people are assigned.`,
} satisfies Record<Cuped['state'], (cuped: Cuped) => string>;

/** Marks a metric whose lifts do not follow from the values beside them; null for others. */
export const cupedMark = ({ basis }: Pick<MetricResult, 'basis'>): string | null =>
  basis?.cuped?.state === 'applied' ? 'Lift after CUPED' : null;

/** Says what CUPED does to a metric and what the lifts are without it, or why it is not applied; null while it is off. */
export function cupedWords(metric: MetricResult): string | null {
  const cuped = metric.basis?.cuped ?? null;
  if (cuped === null) return null;
  const kind = kindOfResult(metric);
  const without = metric.variants.flatMap(({ key, evidence }) => {
    const { unadjusted = null } = evidence.versus ?? {};
    if (unadjusted === null) return [];
    const { lift, lift_interval: interval, difference, difference_interval: between } = unadjusted;
    return lift === null
      ? [`difference of ${key} ${differenceText(kind, difference, between)}`]
      : [`lift of ${key} ${liftText(lift, interval)}`];
  });
  return [states[cuped.state](cuped), ...(without.length === 0 ? [] : [`Without CUPED: ${without.join(', ')}.`])].join(
    ' ',
  );
}
