import { sumOf } from '../core/sum-contract.ts';
import type { Ends } from './contract.ts';
import { findRoot } from './find-root.ts';
import { meanOf, momentsOf, type Sample, together } from './sample.ts';

/**
 * Returns the score of a ratio of two shares: the distance of the observed difference in standard errors of the shares that fit
 * best under the ratio. Koopman, Confidence intervals for the ratio of two binomial proportions (1984).
 */
function scoreOf(control: Sample, test: Sample, ratio: number): number {
  const b = ratio * (test.n + control.sum) + control.n + test.sum;
  const successes = control.sum + test.sum;
  const root = Math.sqrt(Math.max(0, b * b - 4 * ratio * (control.n + test.n) * successes));
  const p = Math.min(1, (2 * successes) / (b + root));
  const q = Math.min(1, p * ratio);
  const variance = (q * (1 - q)) / test.n + (ratio * ratio * p * (1 - p)) / control.n;
  const distance = meanOf(test) - ratio * meanOf(control);
  return distance === 0 ? 0 : distance / Math.sqrt(variance);
}

/** The logarithm of the largest ratio in the search. */
const widest = 14;

/**
 * Returns the interval of test / control for two shares: the ratios whose score is within `z`. The observed ratio is inside. Null
 * if control has no success.
 */
export function shareRatioInterval(control: Sample, test: Sample, z: number): Ends | null {
  if (control.sum === 0) return null;
  const score = (log: number) => scoreOf(control, test, Math.exp(log));
  const [none, middle] = [test.sum === 0, Math.log(meanOf(test) / meanOf(control))];
  const low = none ? 0 : Math.exp(findRoot((log) => score(log) - z, middle - widest, middle, 1e-9));
  const high = Math.exp(findRoot((log) => score(log) + z, none ? -widest : middle, (none ? 0 : middle) + widest, 1e-9));
  return [low, high];
}

/**
 * Returns the factor by which the estimated variance of `n` persons widens a bound of z: Student's quantile to its first term,
 * with the degrees of freedom of a variance, 2n / (2 + excess kurtosis) (F. E. Satterthwaite, An approximate distribution of
 * estimates of variance components, 1946). The excess kurtosis is taken as 2 skewness² (a gamma distribution has 1.5), less the
 * skewness² that goes with the mean and is in the correction for skewness.
 */
export const studentFactor = (z: number, n: number, skewness: number): number =>
  1 + ((z * z + 1) * (2 + skewness * skewness)) / (8 * Math.max(1, n - 1));

/** The correction for skewness moves an end by at most this share of z. */
const largestShift = 0.5;

export const withinShift = (z: number, shift: number): number =>
  Math.max(-largestShift * z, Math.min(largestShift * z, shift));

/**
 * Returns the first correction of the quantiles of a mean or its logarithm for skewness, in standard errors: P. Hall, The bootstrap
 * and Edgeworth expansion, 1992, 2.6. `bend`: the `slope` of the mean, or the `variation` of its logarithm, as in `Moments`.
 */
export const skewShift = (z: number, n: number, skewness: number, bend: number): number =>
  ((skewness * (2 * z * z + 1)) / 6 - (bend * z * z) / 2) / Math.sqrt(n);

/**
 * Returns the correction of the interval of test / control: of the third power of each group's part in the standard error.
 * `skewness`: of both groups together.
 */
function shiftOf(control: Sample, test: Sample, z: number, skewness: number, bend: 'variation' | 'slope'): number {
  const parts = [
    { sample: test, factor: 1, sign: 1 },
    { sample: control, factor: meanOf(test) / meanOf(control), sign: -1 },
  ].map(({ sample, factor, sign }) => {
    const { variance, [bend]: own } = momentsOf(sample);
    return { error: factor * Math.sqrt(variance / sample.n), shift: sign * skewShift(z, sample.n, skewness, own) };
  });
  const whole = Math.hypot(...parts.map(({ error }) => error));
  return withinShift(z, whole > 0 ? sumOf(parts.map(({ error, shift }) => (error / whole) ** 3 * shift)) : 0);
}

/**
 * Returns the interval of test / control for two means: on the log scale by the delta method (Deng, Knoblich & Lu, Applying the
 * delta method in metric analytics, 2018), with `skewShift`. `isPooled`: with at least the variance that both groups have together, for
 * an interval that must hold at many looks. Of values that can be negative, Fieller's interval. Null if a mean is not above 0.
 */
export function meanRatioInterval(control: Sample, test: Sample, z: number, isPooled: boolean): Ends | null {
  if (control.negative > 0 || test.negative > 0) return fiellerInterval(control, test, z, isPooled);
  if (!(meanOf(control) > 0 && meanOf(test) > 0)) return null;
  const both = momentsOf(together(control, test));
  const own = Math.hypot(
    ...[test, control].map((sample) => {
      const { mean, variance } = momentsOf(sample);
      return Math.sqrt(variance / sample.n) / mean;
    }),
  );
  const pooled = (Math.sqrt(both.variance) / both.mean) * Math.sqrt(1 / control.n + 1 / test.n);
  const student = studentFactor(z, Math.min(control.n, test.n), both.skewness);
  const error = student * (isPooled ? Math.max(own, pooled) : own);
  const shift = shiftOf(control, test, z, both.skewness, 'variation');
  const log = Math.log(meanOf(test) / meanOf(control));
  return [Math.exp(log - error * (z - shift)), Math.exp(log + error * (z + shift))];
}

/**
 * Returns the interval of test / control for two means of any sign: the ratios r for which test - r control is within z standard errors
 * of 0, with `skewShift`. E. C. Fieller, Some problems in interval estimation (1954). Null unless control is so far above 0
 * that both ends are finite.
 */
function fiellerInterval(control: Sample, test: Sample, z: number, isPooled: boolean): Ends | null {
  const [own, other, both] = [momentsOf(control), momentsOf(test), momentsOf(together(control, test))];
  if (!(own.mean > 0)) return null;
  const least = isPooled ? both.variance : 0;
  const [ofControl, ofTest] = [Math.max(own.variance, least) / control.n, Math.max(other.variance, least) / test.n];
  const student = studentFactor(z, Math.min(control.n, test.n), both.skewness);
  const shift = shiftOf(control, test, z, both.skewness, 'slope');
  const b = own.mean * other.mean;
  const endOf = (sign: 1 | -1) => {
    const bound = (student * (z + sign * shift)) ** 2;
    const a = own.mean ** 2 - bound * ofControl;
    const half = Math.sqrt(Math.max(0, b * b - a * (other.mean ** 2 - bound * ofTest)));
    return a > 0 ? (b + sign * half) / a : Number.POSITIVE_INFINITY;
  };
  const ends: Ends = [endOf(-1), endOf(1)];
  return ends.every(Number.isFinite) ? ends : null;
}
