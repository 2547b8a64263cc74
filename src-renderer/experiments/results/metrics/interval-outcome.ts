import type { VariantResult } from '#server/experiments/results/results-contract.ts';
import type { Direction } from '#server/statistics/contract.ts';
import type { Outcome } from '../../../ui/charts/interval-chart.tsx';

type Compared = Pick<VariantResult, 'outcome' | 'comparison'>;

/**
 * Returns whether the interval of a lift leaves out zero, and on which side; undefined where it includes zero, or where the
 * numbers are preliminary or not reliable.
 */
export function intervalOutcome({ outcome, comparison }: Compared, direction: Direction): Outcome | undefined {
  const interval = comparison?.lift_interval ?? null;
  if (interval === null || outcome === 'collecting' || outcome === 'unhealthy') return undefined;
  const [low, high] = interval;
  if (low <= 0 && high >= 0) return undefined;
  return low > 0 === (direction === 'increase') ? 'won' : 'lost';
}
