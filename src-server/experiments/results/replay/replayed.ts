import type { Sample } from '../../../statistics/sample.ts';
import type { Statistic } from '../../metrics/metric-contract.ts';
import type { ValueLog } from '../../metrics/person-values.ts';

/**
 * A metric to replay, without who got which variant. `log`: what people did and when. `since`: by look, the last exposure that
 * counts. `first`: as in a `Cohort`. Times are milliseconds after the start.
 */
export type ReplayedMetric = {
  kind: Statistic;
  capShare?: number | null | undefined;
  log: ValueLog;
  since: readonly number[];
  first: { since: number; until: number } | null;
};

/** `exposedAt`: by person. `looks`: their times, rising. */
export type ReplayedPeople = {
  people: readonly number[];
  exposedAt: Float64Array;
  looks: readonly number[];
  metrics: readonly ReplayedMetric[];
};

/** The parts that samples add up from, in one order. */
export const parts = ['n', 'sum', 'squares', 'cubes', 'active'] as const satisfies readonly (keyof Sample)[];

/** Returns the sample whose parts stand from `at` on. */
export function sampleAt(sums: Float64Array, at: number): Sample {
  const [n = 0, sum = 0, squares = 0, cubes = 0, active = 0] = sums.subarray(at, at + parts.length);
  return { n, sum, squares, cubes, active };
}
