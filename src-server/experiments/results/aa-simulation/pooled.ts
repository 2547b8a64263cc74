import type { Below, Sample } from '../../../statistics/sample.ts';
import type { Statistic } from '../../metrics/kind-contract.ts';
import type { ValueLog } from '../../metrics/person-values.ts';

/**
 * A metric of all people, without their variants. `log`: their values and times; `below`: of a ratio, the divisors.
 * `since`: by look, the last exposure that counts. `first`: as in a `Cohort`. Times are milliseconds after the start.
 */
export type PooledMetric = {
  kind: Statistic;
  capShare?: number | null | undefined;
  log: ValueLog;
  below: ValueLog | null;
  since: readonly number[];
  first: { since: number; until: number } | null;
};

/** `exposedAt`: by person. `looks`: their times, rising. */
export type PooledPeople = {
  people: readonly number[];
  exposedAt: Float64Array;
  looks: readonly number[];
  metrics: readonly PooledMetric[];
};

/** The numbers that samples add up from, in one order; those of `below` only of a ratio. */
const own = ['n', 'sum', 'squares', 'cubes', 'active', 'negative'] as const satisfies readonly (keyof Sample)[];
const ofBelow = ['x', 'xx', 'xxx', 'xy', 'xxy', 'xyy'] as const satisfies readonly (keyof Below)[];

/** Returns the length of a sample of a metric, as numbers that are added up. */
export const widthOf = (kind: Statistic): number => own.length + (kind === 'ratio' ? ofBelow.length : 0);

/** Returns the numbers of a sample, in their order. */
export const partsOf = ({ below, ...sample }: Sample): number[] => [
  ...own.map((part) => sample[part]),
  ...(below === undefined ? [] : ofBelow.map((part) => below[part])),
];

/** Returns the sample of a variant, whose numbers stand one variant after the other. */
export function sampleAt(sums: Float64Array, variant: number, kind: Statistic): Sample {
  const width = widthOf(kind);
  const at = variant * width;
  const [n = 0, sum = 0, squares = 0, cubes = 0, active = 0, negative = 0, ...rest] = sums.subarray(at, at + width);
  const sample = { n, sum, squares, cubes, active, negative };
  if (kind !== 'ratio') return sample;
  const [x = 0, xx = 0, xxx = 0, xy = 0, xxy = 0, xyy = 0] = rest;
  return { ...sample, below: { x, xx, xxx, xy, xxy, xyy } };
}
