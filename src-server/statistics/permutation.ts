import { binomialDensity, normalCdf, upperGamma } from './distributions.ts';
import { meanOf, momentsOf, residualsOf, type Sample, together } from './sample.ts';

/** Probability of a result at most, and at least, as high as the test group's; both include it. */
export type Tails = { lower: number; upper: number };

/** Terms below this share of the largest one are ignored. */
const negligible = 1e-17;

/**
 * Returns both tails of Fisher's exact test: the chance, given all successes, that the test group has at most or at least as many
 * as it has. Agresti, Categorical Data Analysis, 3rd edition, 3.5. The terms are summed from the observed one outward; its own
 * chance is a ratio of three binomial densities (Loader, as R's `dhyper`).
 */
export function fisherTails(control: Sample, test: Sample): Tails {
  const [successes, persons] = [control.sum + test.sum, control.n + test.n];
  const share = successes / persons;
  const observed =
    (binomialDensity(test.sum, test.n, share) * binomialDensity(control.sum, control.n, share)) /
    binomialDensity(successes, persons, share);
  const ratio = (k: number) => ((test.n - k) * (successes - k)) / ((k + 1) * (control.n - successes + k + 1));
  const outward = (step: 1 | -1) => {
    let [sum, term] = [0, 1];
    for (let k = test.sum; term > negligible * (1 + sum); k += step) {
      term *= step === 1 ? ratio(k) : k === 0 ? 0 : 1 / ratio(k - 1);
      sum += term;
    }
    return Math.min(1, observed * (1 + sum));
  };
  return { lower: outward(-1), upper: outward(1) };
}

/** Below this skewness its first correction is exact enough. */
const smallSkewness = 0.02;

/** Returns the probability that a variable of mean 0, variance 1 and this skewness (Pearson's type III) is above z. */
function skewedTail(z: number, skewness: number): number {
  if (Math.abs(skewness) < smallSkewness) {
    // In the far tails, it would exceed z.
    const most = Math.abs(z) / 2;
    return normalCdf(-(z - Math.max(-most, Math.min(most, (skewness / 6) * (z * z - 1)))));
  }
  if (skewness < 0) return 1 - skewedTail(-z, -skewness);
  const shape = 4 / (skewness * skewness);
  return upperGamma(shape, Math.max(0, shape + z * Math.sqrt(shape)));
}

/**
 * Returns both tails of the permutation test of the test group's mean: persons are dealt to the groups again at random. The
 * distribution is Pearson's type III with the exact mean, variance and skewness of all deals. Mielke & Berry, Permutation
 * Methods, 2nd edition, 2.3; the moments of a sum drawn without replacement: Cochran, Sampling Techniques, 3rd edition, 2.15.
 * Of a ratio the values dealt are y - R x, with the ratio R of all.
 */
export function meanTails(controls: Sample, tests: Sample): Tails {
  const ratio = meanOf(together(controls, tests));
  const [control, test] = [residualsOf(controls, ratio), residualsOf(tests, ratio)];
  const { n } = together(control, test);
  const { mean, variance, skewness } = momentsOf(together(control, test));
  if (n < 3 || !(variance > 0)) return { lower: 1, upper: 1 };
  const spread = Math.sqrt((test.n * control.n * variance) / n);
  const z = (test.sum - test.n * mean) / spread;
  const cumulant = (test.n * control.n * (control.n - test.n) * skewness * variance ** 1.5) / ((n - 1) * (n - 2));
  const ofSum = cumulant / spread ** 3;
  return { lower: skewedTail(-z, -ofSum), upper: skewedTail(z, ofSum) };
}
