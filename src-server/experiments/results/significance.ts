import { significanceLevel } from '../../statistics/contract.ts';
import type { SignificanceCode } from './results-contract.ts';
import { leastExposures, leastProbability, mostLoss } from './rules-contract.ts';

type Evidence = {
  kind: 'proportion' | 'count';
  control: { exposures: number };
  tests: readonly { exposures: number }[];
  /** Chances of being the best, control's first, then in the order of `tests`. */
  probabilities: readonly number[];
  /** Of the best test variant against control, in shares of persons; asked of a proportion. */
  expectedLoss: number | null;
  /** Of the best test variant against control, two-sided; asked of a count. */
  pValue: number | null;
};

/** The first reason not to believe a difference, in the order of decisions 6; `significant` where there is none. */
export function significanceOf(evidence: Evidence): SignificanceCode {
  const { kind, control, tests, expectedLoss, pValue } = evidence;
  if ([control, ...tests].some(({ exposures }) => exposures < leastExposures)) return 'not_enough_exposure';
  const [ofControl = 0, ...ofTests] = evidence.probabilities;
  const ofAnyTest = ofTests.reduce((sum, probability) => sum + probability, 0);
  if (ofControl < leastProbability && ofAnyTest < leastProbability) return 'low_win_probability';
  if (kind === 'proportion') return expectedLoss === null || expectedLoss >= mostLoss ? 'high_loss' : 'significant';
  return pValue === null || pValue >= significanceLevel ? 'high_p_value' : 'significant';
}
