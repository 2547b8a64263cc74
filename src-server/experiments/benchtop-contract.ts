import { z } from 'zod';
import { requireKnown } from '../core/known-keys-contract.ts';
import { metricKind } from './metrics/kind-contract.ts';

/** Default standard deviation of the logarithm of true ratios to control. */
export const defaultPriorSd = 0.3;
export const minPriorSd = 0.01;
export const maxPriorSd = 3;
/** Days before the exposure that CUPED uses. */
export const defaultCupedDays = 14;
export const maxCupedDays = 90;
const cupedDays = `must be a whole number of days from 1 to ${maxCupedDays}`;

const cuped = z.looseObject({
  days: z.int(cupedDays).min(1, cupedDays).max(maxCupedDays, cupedDays).default(defaultCupedDays),
});

const assumed = z.number().min(0).max(1e9).nullish();
/** Estimates that a plan uses in place of captured data. `baseline` and `dispersion`, variance / mean, are of a metric of this `kind`. */
const planEstimates = z.looseObject({
  kind: metricKind,
  baseline: assumed,
  dispersion: assumed,
  people_per_day: assumed,
});

/**
 * Fields that Benchtop adds to the parameters of an experiment. Unknown keys are rejected in requests, and kept in stored ones.
 * `prior_sd`: how far true effects spread, as the standard deviation of the logarithm of the ratio to control; 0.3: two of three
 * lifts lie from -26% to +35%. `cuped`: reduces the variance by what each person did in the `days` (default 14) before their
 * exposure; null or absent for off. `plan_estimates`: what was entered for the plan in place of captured data.
 */
export const benchtopParameters = z
  .looseObject({
    prior_sd: z.number().min(minPriorSd).max(maxPriorSd).nullish(),
    cuped: cuped.nullish(),
    plan_estimates: planEstimates.nullish(),
  })
  .meta({ id: 'ExperimentOptions' });
export type BenchtopParameters = z.infer<typeof benchtopParameters>;

/** Refuses unknown options. `options` are under `benchtop` of the checked object. */
export function requireKnownParameters(
  context: z.core.$RefinementCtx,
  options: BenchtopParameters | null | undefined,
): void {
  requireKnown(context, ['benchtop'], options, benchtopParameters);
  requireKnown(context, ['benchtop', 'cuped'], options?.cuped, cuped);
  requireKnown(context, ['benchtop', 'plan_estimates'], options?.plan_estimates, planEstimates);
}
