import { sumOf } from '../core/sum-contract.ts';
import { alwaysValidZ } from './always-valid.ts';
import { type Direction, type Ends, significanceLevel } from './contract.ts';
import { normalCdf } from './distributions.ts';
import { binomialTwoSided, fisherTwoSided } from './exact-tests.ts';
import { findRoot } from './find-root.ts';
import { integrate, visitNodes } from './quadrature.ts';
import { chanceBelow, type DensityShape, densityAt, quantile, type Table, tabulate } from './tabulate.ts';

/**
 * The posterior of a share (beta) or of events per unit of exposure (gamma). Both beta parameters and the gamma shape are at
 * least 1; the rate is positive. `table`: of `withTable`.
 */
export type Posterior = { table?: Table } & (
  | { kind: 'beta'; alpha: number; beta: number }
  | { kind: 'gamma'; shape: number; rate: number }
);

/**
 * Returns the posterior of a share after these successes and failures, with a flat prior. Gelman et al., Bayesian Data Analysis,
 * 3rd edition, 2.4.
 */
export const betaPosterior = (successes: number, failures: number): Posterior => ({
  kind: 'beta',
  alpha: successes + 1,
  beta: failures + 1,
});

/**
 * Returns the posterior of events per unit of `exposure` (persons, or relative to control) after `count` events, with a flat
 * prior. Throws without exposure. Gelman et al., 2.6.
 */
export function gammaPosterior(count: number, exposure: number): Posterior {
  if (!(exposure > 0)) throw new RangeError(`A rate needs an exposure above 0, not ${exposure}`);
  return { kind: 'gamma', shape: count + 1, rate: exposure };
}

/** Computes factor · log(x / peak) for x = peak + distance; 0 if the factor is 0. */
const logRatio = (factor: number, distance: number, peak: number): number =>
  factor > 0 ? factor * Math.log1p(Math.max(-1, distance / peak)) : 0;

function shapeOf(posterior: Posterior): DensityShape {
  if (posterior.kind === 'gamma') {
    const { shape, rate } = posterior;
    const peak = (shape - 1) / rate;
    const log = (x: number) => logRatio(shape - 1, x - peak, peak) - rate * (x - peak);
    return { log, peak, spread: Math.sqrt(shape) / rate, from: 0, to: Number.POSITIVE_INFINITY };
  }
  const { alpha, beta } = posterior;
  const sum = alpha + beta;
  const [peak, rest] = sum > 2 ? [(alpha - 1) / (sum - 2), (beta - 1) / (sum - 2)] : [0.5, 0.5];
  const log = (x: number) => logRatio(alpha - 1, x - peak, peak) + logRatio(beta - 1, peak - x, rest);
  return { log, peak, spread: Math.sqrt((alpha * beta) / (sum + 1)) / sum, from: 0, to: 1 };
}

const tableOf = (posterior: Posterior): Table => posterior.table ?? tabulate(shapeOf(posterior));

/** Returns the posterior with its table, which takes longer to make than most numbers take to compute from it. */
export const withTable = (posterior: Posterior): Posterior => ({ ...posterior, table: tableOf(posterior) });

const tails = (level: number): Ends => [(1 - level) / 2, (1 + level) / 2];

/** Returns the equal-tailed interval with `level` of the posterior, in its unit. Gelman et al., 2.3. */
export function credibleInterval(posterior: Posterior, level = 1 - significanceLevel): Ends {
  const table = tableOf(posterior);
  const [lower, upper] = tails(level);
  return [quantile(table, lower), quantile(table, upper)];
}

const drawnShare = 0.999;

/** Returns evenly spaced points [value, probability density] over 99.9% of the posterior. */
export function density(posterior: Posterior, points: number): [number, number][] {
  const table = tableOf(posterior);
  const [from, to] = tails(drawnShare).map((p) => quantile(table, p)) as Ends;
  return Array.from({ length: points }, (_, index) => {
    const x = from + ((to - from) * index) / (points - 1);
    return [x, densityAt(table, x)];
  });
}

/** Returns the table edges between two values, and the values, ascending. */
function edgesBetween(tables: readonly Table[], from: number, to: number): number[] {
  const inside = tables.flatMap(({ edges }) => [...edges]).filter((edge) => edge > from && edge < to);
  return [from, ...inside.sort((a, b) => a - b), to];
}

/**
 * Returns each one's chance to be the best (highest, or lowest for `decrease`), in order; they sum to 1. P(i is best) integrates
 * i's density times the chances that the others are below: Scott, A modern Bayesian look at the multi-armed bandit (2010),
 * section 3. By quadrature between all table edges.
 */
export function bestProbabilities(posteriors: readonly Posterior[], direction: Direction): number[] {
  const tables = posteriors.map(tableOf);
  const [lows, highs] = [tables.map(({ low }) => low), tables.map(({ high }) => high)];
  // Outside this range another variant surely wins.
  const [from, to] =
    direction === 'increase' ? [Math.max(...lows), Math.max(...highs)] : [Math.min(...lows), Math.min(...highs)];
  const [chances, worse] = [new Float64Array(tables.length), new Float64Array(tables.length)];
  visitNodes(edgesBetween(tables, from, to), (x, weight) => {
    tables.forEach((table, index) => {
      worse[index] = direction === 'increase' ? chanceBelow(table, x) : 1 - chanceBelow(table, x);
    });
    tables.forEach((table, index) => {
      let others = weight;
      for (let other = 0; other < tables.length; other++) if (other !== index) others *= worse[other] ?? 0;
      if (others > 0) chances[index] = (chances[index] ?? 0) + others * densityAt(table, x);
    });
  });
  const total = sumOf(chances);
  return [...chances].map((chance) => chance / total);
}

/**
 * Returns the expected loss, in the unit of the posteriors, of choosing test when control may be better: E[max(control - test,
 * 0)], reversed for `decrease`. Stucchio, Bayesian A/B Testing at VWO (2015), section 5. As the integral of P(test <= x)
 * P(control > x), whose terms are positive, it is accurate at any count.
 */
export function expectedLoss(control: Posterior, test: Posterior, direction: Direction): number {
  const [better, worse] = (direction === 'increase' ? [control, test] : [test, control]).map(tableOf) as [Table, Table];
  const [from, to] = [worse.low, better.high];
  if (from >= to) return 0;
  return integrate(
    (x) => chanceBelow(worse, x) * (1 - chanceBelow(better, x)),
    edgesBetween([better, worse], from, to),
  );
}

/** A value that increases with test and decreases with control, and its inverses. */
type Relation = {
  value: (test: number, control: number) => number;
  test: (value: number, control: number) => number;
  control: (value: number, test: number) => number;
};
const ratio: Relation = { value: (t, c) => t / c, test: (r, c) => r * c, control: (r, t) => t / r };
const difference: Relation = { value: (t, c) => t - c, test: (d, c) => d + c, control: (d, t) => t - d };

/** Returns the expectation of a function that is smooth except at `kinks`. */
function expectation(table: Table, kinks: readonly number[], f: (x: number) => number): number {
  const inside = kinks.filter((kink) => kink > table.low && kink < table.high);
  if (inside.length > 0) {
    const edges = [...table.edges, ...inside].sort((a, b) => a - b);
    return integrate((x) => densityAt(table, x) * f(x), edges);
  }
  const { points, masses } = table;
  let sum = 0;
  for (let index = 0; index < points.length; index++) sum += (masses[index] ?? 0) * f(points[index] ?? 0);
  return sum;
}

/** Returns the chance that the relation is at most `value`, integrating over the narrower posterior. */
function chanceOfAtMost(value: number, control: Table, test: Table, relation: Relation): number {
  const width = relation.control(value, test.high) - relation.control(value, test.low);
  if (control.high - control.low <= width) {
    const kinks = [relation.control(value, test.from), relation.control(value, test.to)];
    return expectation(control, kinks, (c) => chanceBelow(test, relation.test(value, c)));
  }
  const kinks = [relation.test(value, control.from), relation.test(value, control.to)];
  return expectation(test, kinks, (t) => 1 - chanceBelow(control, relation.control(value, t)));
}

function relationQuantile(p: number, control: Table, test: Table, relation: Relation): number {
  // The sum and the product of two tails bound any two independent variables.
  const tail = Math.min(p, 1 - p);
  const bounds = [tail / 2, Math.sqrt(tail)].map((share) => {
    const [forTest, forControl] = p < 0.5 ? [share, 1 - share] : [1 - share, share];
    return relation.value(quantile(test, forTest), quantile(control, forControl));
  }) as Ends;
  const precision = Math.abs(bounds[1] - bounds[0]) * 1e-9;
  return findRoot((value) => chanceOfAtMost(value, control, test, relation) - p, ...bounds, precision);
}

/**
 * Returns the equal-tailed interval of test / control - 1 for independent posteriors: 0.1 is 10% more. Null if control had no
 * success or event. The ratio's distribution integrates P(test <= r control) over control (Mood, Graybill & Boes, Introduction to
 * the Theory of Statistics, 3rd edition, V.3.2); root finding gives the ends.
 */
export function liftInterval(control: Posterior, test: Posterior): Ends | null {
  if ((control.kind === 'beta' ? control.alpha : control.shape) <= 1) return null;
  const [controlTable, testTable] = [tableOf(control), tableOf(test)];
  return tails(1 - significanceLevel).map((p) => relationQuantile(p, controlTable, testTable, ratio) - 1) as Ends;
}

/** Returns the equal-tailed interval of test - control for independent posteriors, in their unit; computed like the lift. */
export function differenceInterval(control: Posterior, test: Posterior): Ends {
  const [controlTable, testTable] = [tableOf(control), tableOf(test)];
  return tails(1 - significanceLevel).map((p) => relationQuantile(p, controlTable, testTable, difference)) as Ends;
}

/** Below this many expected persons in a cell, Fisher's exact test is used. */
const fewExpected = 10;

/**
 * Returns the two-sided p-value of equal shares: Fisher's exact test for small expected counts, else the pooled z test (Pearson's
 * chi-squared without correction). Fleiss, Levin & Paik, Statistical Methods for Rates and Proportions, 3rd edition, 3.1. Returns
 * 1 if nobody or everybody succeeded. Without a difference, p < 0.05 in at most 6% of experiments of any size.
 */
export function proportionP(
  control: { successes: number; exposures: number },
  test: { successes: number; exposures: number },
): number {
  const persons = control.exposures + test.exposures;
  const pooled = (control.successes + test.successes) / persons;
  const smallest = Math.min(control.exposures, test.exposures) * Math.min(pooled, 1 - pooled);
  if (!(smallest > 0)) return 1;
  if (smallest < fewExpected) {
    return fisherTwoSided(control.successes, control.exposures, test.successes, test.exposures);
  }
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / control.exposures + 1 / test.exposures));
  const distance = Math.abs(test.successes / test.exposures - control.successes / control.exposures);
  return 2 * normalCdf(-distance / error);
}

/**
 * Returns the two-sided p-value of equal Poisson rates: given the sum, control's count is binomial, tested exactly. Przyborowski
 * & Wilenski, Homogeneity of results in testing samples from Poisson series (1940); as R's `poisson.test`. Returns 1 without
 * events.
 */
export function poissonP(
  control: { count: number; exposure: number },
  test: { count: number; exposure: number },
): number {
  const events = control.count + test.count;
  if (events === 0) return 1;
  return binomialTwoSided(control.count, events, control.exposure / (control.exposure + test.exposure));
}

/** The interval is optimized for this many persons in both variants. */
const narrowestAt = 5000;

/**
 * Returns an interval of the difference of two means (test - control) that is valid at all times with chance 1 -
 * `significanceLevel`, so that one may stop at any time. Null until both have two persons and something varies. Waudby-Smith,
 * Arbour, Sinha, Kennedy & Ramdas, Time-uniform central limit theory and asymptotic confidence sequences (2021), theorem 2.2 (the
 * normal mixture of Robbins, 1970), with the estimated variance; rho as in their appendix, for `narrowestAt`.
 */
export function sequentialInterval(
  control: { n: number; mean: number; variance: number },
  test: { n: number; mean: number; variance: number },
): Ends | null {
  const variance = control.variance / control.n + test.variance / test.n;
  if (Math.min(control.n, test.n) < 2 || !(variance > 0)) return null;
  const half = Math.sqrt(variance) * alwaysValidZ(control.n + test.n, narrowestAt, significanceLevel);
  const middle = test.mean - control.mean;
  return [middle - half, middle + half];
}

/**
 * Adjusts p-values for their number, in order: rejecting those below alpha is wrong for any of them with a chance of at most
 * alpha. S. Holm, A simple sequentially rejective multiple test procedure (1979).
 */
export const holm = (pValues: readonly number[]): number[] => holmOf(pValues, (p) => p).map(([, adjusted]) => adjusted);

/** Returns each comparison with its p-value after `holm`. */
export function holmOf<Comparison>(
  comparisons: readonly Comparison[],
  pOf: (comparison: Comparison) => number,
): [comparison: Comparison, adjusted: number][] {
  const found = comparisons.map((comparison): [Comparison, number] => [comparison, pOf(comparison)]);
  const rising = [...found].sort(([, a], [, b]) => a - b);
  let largest = 0;
  for (const [rank, pair] of rising.entries()) {
    largest = Math.max(largest, Math.min(1, pair[1] * (found.length - rank)));
    pair[1] = largest;
  }
  return found;
}
