import { defaultCupedDays, maxCupedDays } from '#server/experiments/benchtop-contract.ts';
import { baselineDays, type CupedGain } from '#server/experiments/planning/plan-contract.ts';
import { daysWords } from '#server/experiments/results/words/days-contract.ts';
import { formatPercent } from '../../../ui/format.ts';

/** Says what CUPED would have gained in the people of a baseline; the plan's number of people is without it. */
export function gainText({ days, variance_reduction: share }: CupedGain): string {
  const reduction = share < 0.01 ? 'less than 1%' : formatPercent(Math.round(share * 100) / 100);
  const measured = `For the people active in the last ${baselineDays} days, CUPED over ${daysWords(days)} reduces the variance by ${reduction}.`;
  return share < 0.01 ? measured : `${measured} About ${reduction} fewer people are needed than without it.`;
}

export const words = {
  title: 'Variance reduction',
  use: 'Use CUPED',
  hint: 'Compares people after subtracting what their own earlier events predict. It helps where most people are known before their exposure.',
  days: 'Days before the exposure',
  daysHint: `1–${maxCupedDays}, by default ${defaultCupedDays}. New people count as having done nothing.`,
  running:
    'The experiment is running. Choosing CUPED after a look makes a false result more likely, so the results will note the change.',
};
