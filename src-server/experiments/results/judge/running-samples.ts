import type { Adjustment } from '../../../statistics/cuped.ts';
import { type PairSample, residualsOf, type Sample } from '../../../statistics/sample.ts';

/** Returns the values of a group now; `isRatio`: divided by the sum of `x`. */
export function sampleNow({ below, ...sums }: PairSample, isRatio: boolean): Sample {
  return isRatio ? { ...sums, below } : sums;
}

/** Returns the values minus `theta` times the distance of `x` from `mean`, as `adjustedSample` does person by person. */
export function adjustedNow(running: PairSample, { theta, mean }: Pick<Adjustment, 'theta' | 'mean'>): Sample {
  const { n, sum, squares, cubes, ...persons } = residualsOf(running, theta);
  const shift = theta * mean;
  return {
    n,
    sum: sum + n * shift,
    squares: squares + 2 * shift * sum + n * shift ** 2,
    cubes: cubes + 3 * shift * squares + 3 * shift ** 2 * sum + n * shift ** 3,
    ...persons,
  };
}
