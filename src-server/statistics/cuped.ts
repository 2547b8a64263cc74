import { sumOf } from '../core/sum-contract.ts';
import { minCupedPeople } from './contract.ts';
import { chiSquaredTail } from './distributions.ts';
import { addPersons, emptySample, type Sample } from './sample.ts';

/** The value of each person of a group, and their covariate: a number known before the exposure. */
export type CovariatePairs = { values: readonly number[]; covariates: readonly number[] };

/**
 * How values are adjusted: value - theta (covariate - mean). `reduction`: share of the variance between persons of a group that the
 * covariate explains, the squared correlation. `p`: chance of covariates that differ this much between the groups, or more.
 */
export type Adjustment = { theta: number; mean: number; reduction: number; p: number };

/**
 * Returns the adjustment that leaves the least variance, one for all groups: A. Deng, Y. Xu, R. Kohavi & T. Walker, Improving the
 * sensitivity of online controlled experiments by utilizing pre-experiment data (CUPED, 2013), 3.2. Products are of distances from
 * each group's own mean, so that an effect is not taken for a relation. Null where covariates do not vary, or of too few persons.
 */
export function adjustmentOf(groups: readonly CovariatePairs[]): Adjustment | null {
  const filled = groups.filter(({ values }) => values.length > 0);
  const persons = filled.reduce((sum, { values }) => sum + values.length, 0);
  const mean = filled.reduce((sum, { covariates }) => sum + sumOf(covariates), 0) / persons;
  let [squares, products, own, between] = [0, 0, 0, 0];
  for (const { values, covariates } of filled) {
    const [ofValues, ofCovariates] = [sumOf(values) / values.length, sumOf(covariates) / values.length];
    between += values.length * (ofCovariates - mean) ** 2;
    for (const [index, value] of values.entries()) {
      const [x, y] = [(covariates[index] ?? 0) - ofCovariates, value - ofValues];
      squares += x * x;
      products += x * y;
      own += y * y;
    }
  }
  if (persons < minCupedPeople || !(squares > 0) || !(own > 0)) return null;
  const degrees = filled.length - 1;
  const p = degrees === 0 ? 1 : chiSquaredTail((between / squares) * (persons - filled.length), degrees);
  return { theta: products / squares, mean, reduction: Math.min(1, products ** 2 / (squares * own)), p };
}

/** Adds up the adjusted values of a group; `active` and `negative` are of the persons' own values. */
export function adjustedSample({ values, covariates }: CovariatePairs, { theta, mean }: Adjustment): Sample {
  const sample = emptySample();
  for (const [index, own] of values.entries())
    addPersons(sample, own - theta * ((covariates[index] ?? 0) - mean), 1, own);
  return sample;
}
