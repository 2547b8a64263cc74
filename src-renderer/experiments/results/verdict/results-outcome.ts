import { controlKey } from '#server/experiments/contract.ts';
import type { MetricResult, VariantResult } from '#server/experiments/results/results-contract.ts';
import type { Tone } from '../../../ui/feedback/status-chip.tsx';
import { alpha, bestTest, directionOf, holdsZero, winningChance } from './verdict.ts';

export type Outcome = 'reference' | 'too_early' | 'spoiled' | 'better' | 'leaning' | 'worse' | 'unclear';

/**
 * How one variant stands to control in one metric. `better` asks for more than the interval: a p-value that holds after the
 * correction for several comparisons, and a significant result.
 */
export function outcomeOf(result: MetricResult, variant: VariantResult): Outcome {
  const { comparison } = variant;
  if (variant.key === controlKey || comparison === null) return 'reference';
  if (result.status !== 'ready' || result.significance_code === 'not_enough_exposure') return 'too_early';
  if (result.health?.sample_ratio?.is_alarm === true) return 'spoiled';
  const isLeading =
    result.significant &&
    bestTest(result)?.key === variant.key &&
    (result.probability[controlKey] ?? 1) < winningChance;
  const [low, high] = comparison.difference_interval;
  if (holdsZero([low, high]) || comparison.p_value_adjusted >= alpha) return isLeading ? 'leaning' : 'unclear';
  const isGood = directionOf(result) === 'decrease' ? high < 0 : low > 0;
  if (!isGood) return 'worse';
  return result.significant ? 'better' : 'unclear';
}

/** The outcome of a metric in a word: the best that any of its test variants has, else the worst. */
export function metricOutcome(result: MetricResult): Outcome {
  const outcomes = result.variants.map((variant) => outcomeOf(result, variant));
  const first = (['spoiled', 'too_early', 'better', 'leaning', 'worse'] as const).find((outcome) =>
    outcomes.includes(outcome),
  );
  if (first === 'worse' && outcomes.includes('unclear')) return 'unclear';
  return first ?? 'unclear';
}

export const outcomeWords: Record<Outcome, string> = {
  reference: 'Reference',
  too_early: 'Too early to say',
  spoiled: 'Split is off',
  better: 'Better',
  leaning: 'Probably better',
  worse: 'Worse',
  unclear: 'No clear difference',
};

export const outcomeTones: Record<Outcome, Tone> = {
  reference: 'neutral',
  too_early: 'info',
  spoiled: 'danger',
  better: 'ok',
  leaning: 'info',
  worse: 'danger',
  unclear: 'neutral',
};
