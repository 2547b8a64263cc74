import { normalCdf } from './distributions.ts';

/** Sums over the persons of a group, early and late: of values, of their squares and of early times late. */
export type PairedSample = {
  n: number;
  early: number;
  late: number;
  earlySquares: number;
  lateSquares: number;
  products: number;
};

/** Adds up pairs of values; values above the cap of their time count as the cap. */
export function pairedSampleOf(
  pairs: Iterable<readonly [early: number, late: number]>,
  caps: readonly [early: number, late: number],
): PairedSample {
  const sample = { n: 0, early: 0, late: 0, earlySquares: 0, lateSquares: 0, products: 0 };
  for (const pair of pairs) {
    const [early, late] = [Math.min(pair[0], caps[0]), Math.min(pair[1], caps[1])];
    sample.n += 1;
    sample.early += early;
    sample.late += late;
    sample.earlySquares += early ** 2;
    sample.lateSquares += late ** 2;
    sample.products += early * late;
  }
  return sample;
}

/** Estimates the variance of log(late mean / early mean) of the same persons by the delta method (Deng, Knoblich & Lu, 2018). */
function logVariance({ n, early, late, earlySquares, lateSquares, products }: PairedSample): number {
  const relative = (sum: number, one: number, other: number) => (n * sum) / (one * other) - 1;
  const own = relative(earlySquares, early, early) + relative(lateSquares, late, late);
  return (own - 2 * relative(products, early, late)) / (n - 1);
}

/**
 * Returns the two-sided p-value of the same ratio test / control early and late. Null if a mean is not above 0, or with fewer than two
 * persons in a group.
 */
export function ratioChangeP(control: PairedSample, test: PairedSample): number | null {
  const groups = [control, test];
  if (groups.some(({ n, early, late }) => n < 2 || !(early > 0 && late > 0))) return null;
  const [before = 0, after = 0] = groups.map(({ early, late }) => Math.log(late / early));
  const error = Math.sqrt(groups.reduce((sum, group) => sum + logVariance(group), 0));
  if (!(error > 0)) return before === after ? 1 : null;
  return 2 * normalCdf(-Math.abs(after - before) / error);
}
