import { sumOf } from '../../core/sum-contract.ts';
import { chiSquaredTail } from '../../statistics/distributions.ts';
import type { EvidenceAgainst } from '../results/judge/evidence-contract.ts';
import { differenceEstimateOf, type Estimated, logLiftOf } from '../results/judge/normal-estimate.ts';
import { interactionLevel } from '../results/rules-contract.ts';
import type { Interaction } from './breakdown-contract.ts';

/** A test variant's evidence, by value of the property; null where the value has no comparison. */
export type ByValue = { key: string; versus: readonly (EvidenceAgainst | null)[] };

/**
 * Tests whether the effect of any variant differs between the values: Cochran's Q of the estimates, chi-squared with one degree
 * of freedom less than values (W. G. Cochran, The combination of estimates from different experiments, 1954), and Bonferroni over
 * the variants. Of the logarithm of test / control where each value has it, else of the difference. Values with too little are
 * left out.
 */
export function interactionOf(variants: readonly ByValue[]): Interaction {
  const tested = variants.flatMap(({ key, versus }) => {
    const usable = versus.flatMap((one) => (one === null || one.is_too_little ? [] : one));
    const logs = usable.flatMap((one) => logLiftOf(one) ?? []);
    const isRelative = logs.length === usable.length;
    const estimates = isRelative ? logs : usable.flatMap((one) => differenceEstimateOf(one) ?? []);
    if (estimates.length < 2) return [];
    return [{ key, scale: isRelative ? ('ratio' as const) : ('difference' as const), ...heterogeneityOf(estimates) }];
  });
  if (tested.length === 0) return { judgement: 'too_little', p_value: null, variants: [] };
  const p = Math.min(1, tested.length * Math.min(...tested.map(({ p_value: own }) => own)));
  return { judgement: p < interactionLevel ? 'differs' : 'no_sign_of_difference', p_value: p, variants: tested };
}

function heterogeneityOf(estimates: readonly Estimated[]) {
  const weights = estimates.map(({ deviation }) => 1 / deviation ** 2);
  const whole = sumOf(weights);
  const mean = estimates.reduce((sum, { mean: one }, index) => sum + one * (weights[index] ?? 0), 0) / whole;
  const q = estimates.reduce((sum, { mean: one }, index) => sum + (one - mean) ** 2 * (weights[index] ?? 0), 0);
  const degreesOfFreedom = estimates.length - 1;
  const p = chiSquaredTail(q, degreesOfFreedom);
  return { values: estimates.length, q, degrees_of_freedom: degreesOfFreedom, p_value: p };
}
