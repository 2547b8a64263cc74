import type { VariantResult } from '#server/experiments/results/results-contract.ts';
import type { IntervalOutcome } from '../../../ui/charts/interval-chart.tsx';

type Judged = Pick<VariantResult, 'outcome' | 'evidence'>;

/**
 * Returns whether the interval of a lift of a conclusive difference leaves out zero, and on which side. Undefined for all others:
 * at one look, an interval that leaves out zero concludes nothing.
 */
export function intervalOutcome({ outcome, evidence }: Judged): IntervalOutcome | undefined {
  const interval = evidence.versus?.lift_interval ?? null;
  if (interval === null || (interval[0] <= 0 && interval[1] >= 0)) return undefined;
  return outcome === 'better' ? 'won' : outcome === 'worse' ? 'lost' : undefined;
}
