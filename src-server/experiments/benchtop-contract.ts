import { z } from 'zod';

/** Standard deviation of the logarithm of true ratios to control, where the experiment does not say. */
export const defaultPriorSd = 0.3;

/**
 * What Benchtop adds to the parameters of an experiment; unknown keys are kept. `prior_sd`: how far true effects spread, as the
 * standard deviation of the logarithm of the ratio to control; 0.3: two of three lifts lie from -26% to +35%.
 */
export const benchtopParameters = z
  .looseObject({ prior_sd: z.number().min(0.01).max(3).nullish() })
  .meta({ id: 'ExperimentOptions' });
