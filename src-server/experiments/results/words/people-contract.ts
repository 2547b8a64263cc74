import { plain } from '../../../core/text/numbers-contract.ts';
import { minExpected } from '../../../statistics/contract.ts';
import { kindTraits, statisticTraits } from '../../metrics/kind-contract.ts';
import type { ResultSummary } from '../results-contract.ts';
import { windowWords } from './days-contract.ts';

/** Says why fewer people count than are exposed, to follow "people"; '' where all do. */
export function pastWindowWords(basis: ResultSummary['basis']): string {
  if (basis === null || basis.window_days === null || basis.counted === basis.everyone) return '';
  return ` past their ${windowWords(basis.window_days)} (${plain(basis.everyone, 0)} exposed)`;
}

const fewExpected = `Fewer than two variants are expected to have ${minExpected} people, too few`;

/** Why a split is not compared with the weights, or cannot be said to match them. */
export const uncheckedSplit = {
  none: 'A split has at least two variants, and weights above 0.',
  too_few: `${fewExpected} to compare the split with the weights.`,
  onlyExtreme: `${fewExpected} to show a mismatch that is not extreme.`,
};

/** Names those of whom a verdict needs some: "conversions". */
export const conversionsWord = (metric: ResultSummary['metric']): string =>
  statisticTraits[kindTraits[metric?.kind ?? 'conversion'].statistic].conversions;

/** Formats the expected people of a variant, not rounded to whole ones, whose sum would differ. */
export const expectedText = (people: number): string => people.toLocaleString('en', { maximumFractionDigits: 2 });

/** Returns "“a”", "“a” and “b”". */
export function quotedNames(keys: readonly string[]): string {
  const names = keys.map((key) => `“${key}”`);
  return [names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(' and ');
}
