/**
 * Special functions, each to about 1e-10 (relative, also in the tails) for parameters up to 10,000,000. "NR": Press et al.,
 * Numerical Recipes, 3rd edition. "Loader": C. Loader, Fast and Accurate Computation of Binomial Probabilities (2000), which
 * avoids the cancellation of large log factorials.
 */

const relativePrecision = 1e-15;
const tiny = 1e-300;
/** A guard only: a continued fraction takes about the square root of its largest parameter. */
const maxTerms = 1_000_000;

/** From here on Stirling's series is exact to the last digits. */
const stirlingFrom = 16;

/** Computes log of x! minus Stirling's sqrt(2 pi x) (x / e)^x, for x > 0. Loader, section 3; series: Abramowitz & Stegun 6.1.40. */
function stirlingError(x: number): number {
  if (x < stirlingFrom) {
    // Raises x by the factorial recurrence until the series is valid.
    return stirlingError(x + 1) + (x + 0.5) * Math.log1p(1 / x) - 1;
  }
  const square = x * x;
  return (1 / 12 - (1 / 360 - (1 / 1260 - (1 / 1680 - 1 / 1188 / square) / square) / square) / square) / x;
}

/** Each term is at most a hundredth of the previous one. */
const devianceTerms = 8;

/** Computes x log(x / mean) + mean - x, without cancellation for similar values. Loader, section 4. */
function deviance(x: number, mean: number): number {
  if (x === 0) return mean;
  const difference = x - mean;
  if (Math.abs(difference) >= 0.1 * (x + mean)) return x * Math.log(x / mean) + mean - x;
  const ratio = difference / (x + mean);
  let sum = difference * ratio;
  let power = 2 * x * ratio;
  for (let term = 1; term <= devianceTerms; term++) {
    power *= ratio * ratio;
    sum += power / (2 * term + 1);
  }
  return sum;
}

/** Computes the Poisson density mean^x exp(-mean) / x!, also for fractional x. Loader, section 5. */
function poissonDensity(x: number, mean: number): number {
  if (x === 0) return Math.exp(-mean);
  if (mean === 0) return 0;
  return Math.exp(-stirlingError(x) - deviance(x, mean)) / Math.sqrt(2 * Math.PI * x);
}

/** Computes the probability of `successes` in `trials` with chance `p`; the numbers may be fractional. Loader, section 2. */
export function binomialDensity(successes: number, trials: number, p: number): number {
  const failures = trials - successes;
  if (p <= 0) return successes === 0 ? 1 : 0;
  if (p >= 1) return failures === 0 ? 1 : 0;
  if (successes === 0) return Math.exp(trials * Math.log1p(-p));
  if (failures === 0) return Math.exp(trials * Math.log(p));
  const correction = stirlingError(trials) - stirlingError(successes) - stirlingError(failures);
  const distance = deviance(successes, trials * p) + deviance(failures, trials * (1 - p));
  return Math.exp(correction - distance) * Math.sqrt(trials / (2 * Math.PI * successes * failures));
}

/** Evaluates b0 + a1 / (b1 + a2 / (b2 + …)) by the modified Lentz method (NR 5.2); `term` returns [a, b] for n = 1, 2, … */
function continuedFraction(first: number, term: (n: number) => readonly [number, number]): number {
  let value = first === 0 ? tiny : first;
  let numerator = value;
  let denominator = 0;
  for (let n = 1; n < maxTerms; n++) {
    const [a, b] = term(n);
    denominator = 1 / (b + a * denominator || tiny);
    numerator = b + a / numerator || tiny;
    const change = numerator * denominator;
    value *= change;
    if (Math.abs(change - 1) < relativePrecision) break;
  }
  return value;
}

/**
 * Computes the regularized incomplete beta function I_x(a, b) for a, b > 0 and 0 <= x <= 1: the chance that Beta(a, b) is at most
 * x. NR 6.4 (continued fraction), with Loader's density as the factor.
 */
export function incompleteBeta(a: number, b: number, x: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(b, a, 1 - x);
  const front = (binomialDensity(a, a + b, x) * b) / (a + b);
  const fraction = continuedFraction(1, (n) => {
    const m = Math.floor(n / 2);
    const even = (m * (b - m) * x) / ((a + n - 1) * (a + n));
    const odd = (-(a + m) * (a + b + m) * x) / ((a + n - 1) * (a + n));
    return [n % 2 === 0 ? even : odd, 1];
  });
  return Math.min(1, front / fraction);
}

/** Computes the lower regularized incomplete gamma function by its series, for x < a + 1. NR 6.2. */
function gammaSeries(a: number, x: number): number {
  let term = 1;
  let sum = 1;
  for (let n = 1; n < maxTerms && term > sum * relativePrecision; n++) {
    term *= x / (a + n);
    sum += term;
  }
  return poissonDensity(a, x) * sum;
}

/**
 * Computes the upper regularized incomplete gamma function Q(a, x) for a > 0, x >= 0: the chance that Gamma(a, 1) is above x. NR
 * 6.2.
 */
export function upperGamma(a: number, x: number): number {
  if (x <= 0) return 1;
  if (x < a + 1) return 1 - gammaSeries(a, x);
  const front = a * poissonDensity(a, x);
  if (front === 0) return 0;
  return front / continuedFraction(x + 1 - a, (n) => [-n * (n - a), x + 2 * n + 1 - a]);
}

/** Returns the probability that a chi-squared variable exceeds `value`. NR 6.14.8. */
export const chiSquaredTail = (value: number, degreesOfFreedom: number): number =>
  upperGamma(degreesOfFreedom / 2, value / 2);

/** Returns the probability that a standard normal is at most z, accurate in the lower tail. NR 6.2.2: erfc is Q(1/2, z^2). */
export function normalCdf(z: number): number {
  const tail = upperGamma(0.5, (z * z) / 2) / 2;
  return z < 0 ? tail : 1 - tail;
}

const quantilePrecision = 1e-13;
const newtonSteps = 100;

/** Returns the quantile of the standard normal, by Newton's method on `normalCdf` in the lower tail. */
export function normalQuantile(p: number): number {
  if (p > 0.5) return -normalQuantile(1 - p);
  if (p <= 0) return Number.NEGATIVE_INFINITY;
  // The log probability is concave and the start is below the root, so steps converge.
  let z = -Math.sqrt(-2 * Math.log(p));
  for (let step = 0; step < newtonSteps; step++) {
    const cdf = normalCdf(z);
    const slope = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI) / cdf;
    const next = z - Math.log(cdf / p) / slope;
    if (Math.abs(next - z) < quantilePrecision) return next;
    z = next;
  }
  return z;
}

/** Returns the standard errors on each side of an estimate at a two-sided level. */
export const twoSidedZ = (level: number): number => -normalQuantile(level / 2);
