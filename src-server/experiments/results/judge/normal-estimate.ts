import { significanceLevel } from '../../../statistics/contract.ts';
import { twoSidedZ } from '../../../statistics/distributions.ts';
import type { EvidenceAgainst } from './evidence-contract.ts';

/** An effect and its standard error. */
export type Estimated = { mean: number; deviation: number };

/** The standard errors on each side of the estimate in the intervals of one look. */
export const zOfInterval = twoSidedZ(significanceLevel);

/** Returns the middle of a 95% interval and its standard error; null without a width. */
function middleOf([low, high]: readonly [number, number]): Estimated | null {
  const deviation = (high - low) / (2 * zOfInterval);
  return deviation > 0 && Number.isFinite(deviation) ? { mean: (low + high) / 2, deviation } : null;
}

/** Returns log(test / control), the middle of the interval of the lift on the log scale; null without both ends. */
export function logLiftOf({ lift_interval: shown }: Pick<EvidenceAgainst, 'lift_interval'>): Estimated | null {
  return shown !== null && shown[0] > -1 ? middleOf([Math.log1p(shown[0]), Math.log1p(shown[1])]) : null;
}

export const differenceEstimateOf = ({ difference_interval: shown }: Pick<EvidenceAgainst, 'difference_interval'>) =>
  middleOf(shown);
