import type { ResultSummary } from '#server/experiments/results/results-contract.ts';
import { formatCount } from '../../ui/format.ts';
import { windowWords } from './days-words.ts';

/** Says why fewer people count than are exposed, to follow "people"; '' where all do. */
export function pastWindowWords(basis: ResultSummary['basis']): string {
  if (basis === null || basis.window_days === null || basis.counted === basis.everyone) return '';
  return ` past their ${windowWords(basis.window_days)} (${formatCount(basis.everyone)} exposed)`;
}

/** Formats the expected people of a variant, not rounded to whole ones, whose sum would differ. */
export const expectedText = (people: number): string => people.toLocaleString('en', { maximumFractionDigits: 2 });
