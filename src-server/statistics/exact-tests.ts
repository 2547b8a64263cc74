import { binomialDensity, incompleteBeta } from './distributions.ts';

/** Probabilities within this factor count as equal, as in R. */
const equalWithin = 1 + 1e-7;

/**
 * Returns the two-sided p-value of `successes` in `trials` under the chance `p`: the total chance of outcomes at most as likely
 * (the minimum-likelihood rule, as R's `binom.test`; Agresti, Categorical Data Analysis, 3rd edition, 16.6). Exact, and fast at
 * any size, as bisection finds the other tail.
 */
export function binomialTwoSided(successes: number, trials: number, p: number): number {
  const mean = trials * p;
  if (successes > mean) return binomialTwoSided(trials - successes, trials, 1 - p);
  const limit = binomialDensity(successes, trials, p) * equalWithin;
  // Beyond the mean, probabilities fall: the first one that is no larger starts the tail.
  let [likelier, first] = [Math.max(successes, Math.ceil(mean) - 1), trials + 1];
  while (first - likelier > 1) {
    const middle = Math.floor((likelier + first) / 2);
    if (binomialDensity(middle, trials, p) <= limit) first = middle;
    else likelier = middle;
  }
  const lower = successes === trials ? 1 : incompleteBeta(trials - successes, successes + 1, 1 - p);
  const upper = first > trials ? 0 : incompleteBeta(first, trials - first + 1, p);
  return Math.min(1, lower + upper);
}

/**
 * Returns the two-sided p-value of Fisher's exact test for `a` of `first` and `b` of `second` successes: the total chance of
 * tables at most as likely, given the margins (Irwin's rule, as R's `fisher.test`; Agresti, Categorical Data Analysis, 3rd
 * edition, 3.5). Linear in the smallest margin.
 */
export function fisherTwoSided(a: number, first: number, b: number, second: number): number {
  const successes = a + b;
  const [from, to] = [Math.max(0, successes - second), Math.min(first, successes)];
  // Relative to the observed table, whose probability cancels; each follows from its neighbor.
  const step = (k: number) => ((first - k) * (successes - k)) / ((k + 1) * (second - successes + k + 1));
  let [total, extreme] = [1, 1];
  const add = (chance: number) => {
    total += chance;
    if (chance <= equalWithin) extreme += chance;
  };
  for (let k = a, chance = 1; k < to; k++) {
    chance *= step(k);
    add(chance);
  }
  for (let k = a, chance = 1; k > from; k--) {
    chance /= step(k - 1);
    add(chance);
  }
  return extreme / total;
}
