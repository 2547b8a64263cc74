import { binomialDensity, incompleteBeta } from './distributions.ts';

/** Chances that differ by less than this count as equal, so that rounding never parts two that are the same. As in R. */
const equalWithin = 1 + 1e-7;

/**
 * Two-sided p-value of `successes` in `trials`, whose chance is `p` by the null hypothesis: the chance of all numbers that are no
 * likelier than the one seen (the minimum-likelihood rule, as R's `binom.test`; Agresti, Categorical Data Analysis, 3rd
 * edition, 16.6). Exact, and fast at any size: what is no likelier on the other side is found by halving.
 */
export function binomialTwoSided(successes: number, trials: number, p: number): number {
  const mean = trials * p;
  if (successes > mean) return binomialTwoSided(trials - successes, trials, 1 - p);
  const limit = binomialDensity(successes, trials, p) * equalWithin;
  // Above the mean chances only fall: the first number there that is no likelier begins the other tail.
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
 * Two-sided p-value of Fisher's exact test: `a` of `first` in one group and `b` of `second` in the other succeeded. The chance,
 * with all margins as they are, of the tables that are no likelier than the one seen (Irwin's rule, as R's `fisher.test`;
 * Agresti, Categorical Data Analysis, 3rd edition, 3.5). Takes time in proportion to the smallest margin.
 */
export function fisherTwoSided(a: number, first: number, b: number, second: number): number {
  const successes = a + b;
  const [from, to] = [Math.max(0, successes - second), Math.min(first, successes)];
  // Chances relative to that of the table seen, which cancels out of the quotient: each is its neighbour's times a ratio.
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
