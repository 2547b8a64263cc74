import type { Statistic } from '../../metrics/kind-contract.ts';
import { expectedVariance } from '../../metrics/metric-kinds.ts';
import { countOf, type Distribution, shareOf } from './draw.ts';

/** In steps of the values. With a larger mean or dispersion, one step stands for several events. */
const maxSteps = { mean: 30, dispersion: 50 };
/** Of the largest mean, where steps are as small as the deviation: the chance of 0 does not vanish yet. */
const maxFineSteps = 500;

/** `variance` of the baseline; the dispersion stays the same for all means. */
type Baseline = { kind: Statistic; baseline: number; variance: number };

/**
 * Returns the values of persons by variant, for means that are these multiples of the baseline, with the variance that the plan
 * expects. Their unit is arbitrary, the same for all variants: verdicts rest on ratios. A ratio is drawn as a mean with the
 * variance of its linearized values, by which it is judged.
 */
export function distributionsOf({ kind, baseline, variance }: Baseline, times: readonly number[]): Distribution[] {
  const dispersion = variance / baseline;
  const largest = baseline * Math.max(...times);
  const unit = unitOf[kind]({ baseline, largest, dispersion, deviation: Math.sqrt(variance) });
  return times.map((by) => {
    const mean = Math.max(0, baseline * by);
    return valuesOf[kind](mean / unit, expectedVariance[kind](mean, dispersion, baseline) / unit ** 2);
  });
}

type Values = { baseline: number; largest: number; dispersion: number; deviation: number };

const unitOf: Record<Statistic, (values: Values) => number> = {
  proportion: () => 1,
  count: (values) => Math.max(1, unitOfMean(values)),
  mean: unitOfMean,
  ratio: unitOfMean,
};

function unitOfMean({ baseline, largest, dispersion, deviation }: Values): number {
  const coarse = Math.max(baseline / maxSteps.mean, dispersion / maxSteps.dispersion);
  return Math.max(largest / maxFineSteps, Math.min(coarse, deviation));
}

const valuesOf: Record<Statistic, (mean: number, variance: number) => Distribution> = {
  proportion: (mean) => shareOf(Math.min(1, mean)),
  count: countWith,
  mean: countWith,
  ratio: countWith,
};

/** Returns a negative binomial; below a Poisson's variance the two nearest counts, mixed with a Poisson. */
function countWith(mean: number, variance: number): Distribution {
  if (variance > mean) return countOf(mean, variance / mean);
  const near = Math.floor(mean);
  const part = mean - near;
  const least = part * (1 - part);
  const weight = mean === least ? 0 : Math.max(0, Math.min(1, (variance - least) / (mean - least)));
  const chances = countOf(mean, 1).map((chance) => weight * chance);
  chances[near] = (chances[near] ?? 0) + (1 - weight) * (1 - part);
  chances[near + 1] = (chances[near + 1] ?? 0) + (1 - weight) * part;
  return Array.from(chances, (chance) => chance ?? 0);
}
