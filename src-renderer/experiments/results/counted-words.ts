import { kindTraits, statisticTraits } from '#server/experiments/metrics/kind-contract.ts';
import type { ResultSummary } from '#server/experiments/results/results-contract.ts';
import { formatCount } from '../../ui/format.ts';
import { windowWords } from './days-words.ts';

/** Says why fewer people count than are exposed, to follow "people"; '' where all do. */
export function pastWindowWords(basis: ResultSummary['basis']): string {
  if (basis === null || basis.window_days === null || basis.counted === basis.everyone) return '';
  return ` past their ${windowWords(basis.window_days)} (${formatCount(basis.everyone)} exposed)`;
}

/** How those are called of whom a verdict needs some: "conversions". */
export const conversionsWord = (metric: ResultSummary['metric']): string =>
  statisticTraits[kindTraits[metric?.kind ?? 'conversion'].statistic].conversions;

/** Expected people of a variant: not rounded to whole ones, which would add up to others than there are. */
export const expectedText = (people: number): string => people.toLocaleString('en', { maximumFractionDigits: 2 });
