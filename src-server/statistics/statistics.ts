import { type Direction, significanceLevel } from './contract.ts';
import { chiSquaredTail, normalCdf } from './distributions.ts';
import { binomialTwoSided, fisherTwoSided } from './exact-tests.ts';
import { findRoot } from './find-root.ts';
import { integrate, visitNodes } from './quadrature.ts';
import { chanceBelow, densityAt, quantile, type Shape, type Table, tabulate } from './tabulate.ts';

/**
 * What is known, after the data, of a share (beta) or of events per unit of exposure (gamma). Both parameters of a beta and the
 * shape of a gamma are at least 1, the rate above 0.
 */
export type Posterior = { kind: 'beta'; alpha: number; beta: number } | { kind: 'gamma'; shape: number; rate: number };
type Ends = [number, number];

/**
 * Of a share, after so many persons who succeeded and who did not, with a flat prior. Gelman et al., Bayesian Data Analysis, 3rd
 * edition, 2.4.
 */
export const betaPosterior = (successes: number, failures: number): Posterior => ({
  kind: 'beta',
  alpha: successes + 1,
  beta: failures + 1,
});

/**
 * Of the events per unit of `exposure` (persons, or an exposure relative to control's), after `count` events, with a flat prior.
 * Throws without an exposure, of which nothing is known. Gelman et al., Bayesian Data Analysis, 3rd edition, 2.6.
 */
export function gammaPosterior(count: number, exposure: number): Posterior {
  if (!(exposure > 0)) throw new RangeError(`A rate needs an exposure above 0, not ${exposure}`);
  return { kind: 'gamma', shape: count + 1, rate: exposure };
}

/** factor * log(x / peak), where x = peak + distance; 0 where the factor is. */
const logRatio = (factor: number, distance: number, peak: number): number =>
  factor > 0 ? factor * Math.log1p(Math.max(-1, distance / peak)) : 0;

function shapeOf(posterior: Posterior): Shape {
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

const tableOf = (posterior: Posterior): Table => tabulate(shapeOf(posterior));
const tails = (level: number): Ends => [(1 - level) / 2, (1 + level) / 2];

/** The equal-tailed interval that holds `level` of the posterior, in its own unit. Gelman et al., 2.3. */
export function credibleInterval(posterior: Posterior, level = 1 - significanceLevel): Ends {
  const table = tableOf(posterior);
  const [lower, upper] = tails(level);
  return [quantile(table, lower), quantile(table, upper)];
}

const drawnShare = 0.999;

/** Evenly spaced points [value, probability density] over the range that holds 99.9% of the posterior. */
export function density(posterior: Posterior, points = 61): [number, number][] {
  const table = tableOf(posterior);
  const [from, to] = tails(drawnShare).map((p) => quantile(table, p)) as Ends;
  return Array.from({ length: points }, (_, index) => {
    const x = from + ((to - from) * index) / (points - 1);
    return [x, densityAt(table, x)];
  });
}

/** All edges of the tables between two values, and these, rising. */
function edgesBetween(tables: readonly Table[], from: number, to: number): number[] {
  const inside = tables.flatMap(({ edges }) => [...edges]).filter((edge) => edge > from && edge < to);
  return [from, ...inside.sort((a, b) => a - b), to];
}

/**
 * The chance of each to be the best of all (highest, or lowest where less is better), in the order given; they sum to 1.
 * P(i is best) is the integral of the density of i times the chances that each other one is below: Scott, A modern Bayesian look
 * at the multi-armed bandit (2010), section 3. By quadrature between the edges of all tables.
 */
export function bestProbabilities(posteriors: readonly Posterior[], direction: Direction): number[] {
  const tables = posteriors.map(tableOf);
  const [lows, highs] = [tables.map(({ low }) => low), tables.map(({ high }) => high)];
  // Outside of this some other one is sure to be better.
  const [from, to] =
    direction === 'increase' ? [Math.max(...lows), Math.max(...highs)] : [Math.min(...lows), Math.min(...highs)];
  const chances = new Float64Array(tables.length);
  visitNodes(edgesBetween(tables, from, to), (x, weight) => {
    const worse = tables.map((table) => (direction === 'increase' ? chanceBelow(table, x) : 1 - chanceBelow(table, x)));
    for (const [index, table] of tables.entries()) {
      const others = worse.reduce((product, chance, other) => (other === index ? product : product * chance), weight);
      if (others > 0) chances[index] = (chances[index] ?? 0) + others * densityAt(table, x);
    }
  });
  const total = chances.reduce((sum, chance) => sum + chance, 0);
  return [...chances].map((chance) => chance / total);
}

/**
 * What is lost on average, in the unit of the posteriors, by taking the test variant although control may be better:
 * E[max(control - test, 0)], with test - control where less is better. Stucchio, Bayesian A/B Testing at VWO (2015), section 5.
 * As the integral of P(test <= x) P(control > x), which adds only positive parts and so is exact at any count.
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

/** A value that rises with test and falls with control, and what one of them is where the value and the other one are given. */
type Relation = {
  value: (test: number, control: number) => number;
  test: (value: number, control: number) => number;
  control: (value: number, test: number) => number;
};
const ratio: Relation = { value: (t, c) => t / c, test: (r, c) => r * c, control: (r, t) => t / r };
const difference: Relation = { value: (t, c) => t - c, test: (d, c) => d + c, control: (d, t) => t - d };

/** Expectation of a function that is smooth but where `kinks` are. */
function expectation(table: Table, kinks: readonly number[], f: (x: number) => number): number {
  const inside = kinks.filter((kink) => kink > table.low && kink < table.high);
  if (inside.length > 0) {
    const edges = [...table.edges, ...inside].sort((a, b) => a - b);
    return integrate((x) => densityAt(table, x) * f(x), edges);
  }
  let sum = 0;
  for (const [index, mass] of table.masses.entries()) sum += mass * f(table.points[index] ?? 0);
  return sum;
}

/** Chance that the relation of test to control is at most `value`: over the narrower one, along which the other one is smooth. */
function chanceOfAtMost(value: number, control: Table, test: Table, relation: Relation): number {
  const width = relation.control(value, test.high) - relation.control(value, test.low);
  if (control.high - control.low <= width) {
    const kinks = [relation.control(value, test.from), relation.control(value, test.to)];
    return expectation(control, kinks, (c) => chanceBelow(test, relation.test(value, c)));
  }
  const kinks = [relation.test(value, control.from), relation.test(value, control.to)];
  return expectation(test, kinks, (t) => 1 - chanceBelow(control, relation.control(value, t)));
}

/** The value of the relation that is not exceeded with the chance p. */
function relationQuantile(p: number, control: Table, test: Table, relation: Relation): number {
  // Bounds that hold for any two independent variables: of the sum of two tails, and of the product of two.
  const tail = Math.min(p, 1 - p);
  const bounds = [tail / 2, Math.sqrt(tail)].map((share) => {
    const [forTest, forControl] = p < 0.5 ? [share, 1 - share] : [1 - share, share];
    return relation.value(quantile(test, forTest), quantile(control, forControl));
  }) as Ends;
  const precision = Math.abs(bounds[1] - bounds[0]) * 1e-9;
  return findRoot((value) => chanceOfAtMost(value, control, test, relation) - p, ...bounds, precision);
}

/**
 * The equal-tailed interval of test / control - 1, both independent: 0.1 is 10% more. Null where control had no success or
 * event: relative to nothing there is no number. The ratio's distribution is the integral over control of P(test <= r control)
 * (Mood, Graybill & Boes, Introduction to the Theory of Statistics, 3rd edition, V.3.2), its ends are found by root finding.
 */
export function liftInterval(control: Posterior, test: Posterior, level = 1 - significanceLevel): Ends | null {
  if ((control.kind === 'beta' ? control.alpha : control.shape) <= 1) return null;
  const [controlTable, testTable] = [tableOf(control), tableOf(test)];
  return tails(level).map((p) => relationQuantile(p, controlTable, testTable, ratio) - 1) as Ends;
}

/** The equal-tailed interval of test - control, both independent, in the unit of the posteriors. Found as that of the lift. */
export function differenceInterval(control: Posterior, test: Posterior, level = 1 - significanceLevel): Ends {
  const [controlTable, testTable] = [tableOf(control), tableOf(test)];
  return tails(level).map((p) => relationQuantile(p, controlTable, testTable, difference)) as Ends;
}

/** Under this many expected persons in a cell of the two-by-two table, Fisher's exact test is used. */
const fewExpected = 10;

/**
 * Two-sided p-value of no difference between two shares: Fisher's exact test where a cell expects few persons, else the pooled
 * z test (Pearson's chi-squared without correction). Fleiss, Levin & Paik, Statistical Methods for Rates and Proportions, 3rd
 * edition, 3.1; 1 where nobody or everybody succeeded. Without a difference p is under 0.05 in at most 6 of 100 experiments,
 * whatever their size.
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
 * Two-sided p-value of no difference between two rates of events, each Poisson in its exposure: given their sum, control's count
 * is binomial, and this is the exact test of it. Przyborowski & Wilenski, Homogeneity of results in testing samples from Poisson
 * series (1940); as R's `poisson.test`. 1 where there were no events.
 */
export function poissonP(
  control: { count: number; exposure: number },
  test: { count: number; exposure: number },
): number {
  const events = control.count + test.count;
  if (events === 0) return 1;
  return binomialTwoSided(control.count, events, control.exposure / (control.exposure + test.exposure));
}

/** A variant of weight 0 should have nobody; this share of a person keeps its part of the sum a number when it has somebody. */
const leastExpected = 0.5;

/**
 * Pearson's chi-squared test of persons per variant against their weights (any unit): small where the split is not as it was set.
 * Fabijan et al., Diagnosing Sample Ratio Mismatch in Online Controlled Experiments (2019). `p` is the upper tail with one degree
 * of freedom less than variants; its chi-squared form is good from about five expected persons in each variant.
 */
export function sampleRatio(
  observed: readonly number[],
  weights: readonly number[],
): { chiSquared: number; degreesOfFreedom: number; p: number; expected: number[] } {
  const persons = observed.reduce((sum, count) => sum + count, 0);
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  const expected = weights.map((weight) => (persons * weight) / whole);
  const used = expected.flatMap((mean, index) => {
    const count = observed[index] ?? 0;
    return mean === 0 && count === 0 ? [] : [(count - mean) ** 2 / (mean || leastExpected)];
  });
  const chiSquared = used.reduce((sum, part) => sum + part, 0);
  const degreesOfFreedom = Math.max(1, used.length - 1);
  return { chiSquared, degreesOfFreedom, p: chiSquaredTail(chiSquared, degreesOfFreedom), expected };
}

/** The interval is made to be narrowest, for its level, at this many persons of both variants together. */
const narrowestAt = 5000;

/**
 * An interval of the difference of two means (test - control) that holds it at all times at once with the chance 1 - alpha, so
 * that one may look after each person and stop at will. Null before either has two persons, and while nothing varies.
 * Waudby-Smith, Arbour, Sinha, Kennedy & Ramdas, Time-uniform central limit theory and asymptotic confidence sequences (2021),
 * theorem 2.2 (the normal mixture of Robbins, 1970), for the estimated variance of the difference; its parameter rho as in their
 * appendix on the choice of it, for `narrowestAt`.
 */
export function sequentialInterval(
  control: { n: number; mean: number; variance: number },
  test: { n: number; mean: number; variance: number },
  alpha = significanceLevel,
): Ends | null {
  const variance = control.variance / control.n + test.variance / test.n;
  if (Math.min(control.n, test.n) < 2 || !(variance > 0)) return null;
  const surprise = -2 * Math.log(alpha);
  const information = ((control.n + test.n) * (surprise + Math.log(surprise + 1))) / narrowestAt;
  const boundary = (2 * (information + 1) * Math.log(Math.sqrt(information + 1) / alpha)) / information;
  const half = Math.sqrt(variance * boundary);
  const middle = test.mean - control.mean;
  return [middle - half, middle + half];
}

/**
 * P-values adjusted for their number, in the order given: whoever rejects those under alpha is wrong in any of them with a chance
 * of at most alpha. S. Holm, A simple sequentially rejective multiple test procedure (1979).
 */
export function holm(pValues: readonly number[]): number[] {
  const adjusted = new Array<number>(pValues.length);
  const rising = [...pValues.entries()].sort(([, a], [, b]) => a - b);
  let largest = 0;
  for (const [rank, [index, p]] of rising.entries()) {
    largest = Math.max(largest, Math.min(1, p * (pValues.length - rank)));
    adjusted[index] = largest;
  }
  return adjusted;
}
