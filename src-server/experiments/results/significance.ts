import { sumOf } from '../../core/sum-contract.ts';
import { significanceLevel } from '../../statistics/contract.ts';
import { type CompatibleStatistic, missingEvidence } from '../metrics/kind-contract.ts';
import type { SignificanceCode } from './results-contract.ts';
import { maxLoss, minExposures, minProbability } from './rules-contract.ts';

type Evidence = {
  kind: CompatibleStatistic;
  control: { exposures: number };
  tests: readonly { exposures: number }[];
  /** Chances to win: control, then the order of `tests`. */
  probabilities: readonly number[];
  /** Of the best test variant against control, in shares of persons; where `high_loss` is the evidence. */
  expectedLoss: number | null;
  /** Of the best test variant against control, two-sided; where `high_p_value` is. */
  pValue: number | null;
};

const isEnough = {
  high_loss: ({ expectedLoss }) => expectedLoss !== null && expectedLoss < maxLoss,
  high_p_value: ({ pValue }) => pValue !== null && pValue < significanceLevel,
} satisfies Record<(typeof missingEvidence)[CompatibleStatistic], (evidence: Evidence) => boolean>;

/** Returns the first reason not to believe a difference, in PostHog's order; `significant` where there is none. */
export function significanceOf(evidence: Evidence): SignificanceCode {
  const { kind, control, tests } = evidence;
  if ([control, ...tests].some(({ exposures }) => exposures < minExposures)) return 'not_enough_exposure';
  const [ofControl = 0, ...ofTests] = evidence.probabilities;
  const ofAnyTest = sumOf(ofTests);
  if (ofControl < minProbability && ofAnyTest < minProbability) return 'low_win_probability';
  const code = missingEvidence[kind];
  return isEnough[code](evidence) ? 'significant' : code;
}
