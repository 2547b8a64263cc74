import { sumOf } from '../../../core/sum-contract.ts';
import { drawBinomial } from '../../../statistics/draw-binomial.ts';
import type { Histogram } from '../../../statistics/sample.ts';
import type { Uniform } from '../../../statistics/seeded-uniform.ts';

/** Chances of the values 0, 1, 2, … of a person, summing to 1. */
export type Distribution = readonly number[];

/** Adds the values of `n` persons to a group. */
export function drawInto(group: Histogram, uniform: Uniform, n: number, distribution: Distribution): void {
  let [left, rest] = [n, 1];
  for (const [value, chance] of distribution.entries()) {
    if (left === 0) return;
    const persons = value === distribution.length - 1 ? left : drawBinomial(uniform, left, Math.min(1, chance / rest));
    rest -= chance;
    left -= persons;
    if (persons > 0) group.set(value, (group.get(value) ?? 0) + persons);
  }
}

/** Returns weights as chances, summing to 1. */
export const sharesOf = (weights: readonly number[]): number[] => {
  const sum = sumOf(weights);
  return weights.map((weight) => weight / sum);
};

export const shareOf = (share: number): Distribution => [1 - share, share];

/** Returns the distribution of events per person: negative binomial, or Poisson where the variance is the mean. */
export function countOf(mean: number, dispersion: number): Distribution {
  let chance = dispersion === 1 ? Math.exp(-mean) : dispersion ** (-mean / (dispersion - 1));
  const chances = [chance];
  const shape = mean / (dispersion - 1);
  for (let k = 1, sum = chance; sum < 1 - 1e-12 && k < 2000; k++) {
    chance *= dispersion === 1 ? mean / k : ((1 - 1 / dispersion) * (k - 1 + shape)) / k;
    chances.push(chance);
    sum += chance;
  }
  return sharesOf(chances);
}

/** Returns a heavy-tailed distribution of events per person: 40% are active, with a tail of the power 2.2 up to 1,000. */
export function heavyOf(factor: number): Distribution {
  const active = Array.from({ length: 1000 }, (_, index) => (index + 1) ** -2.2 - (index + 2) ** -2.2);
  const sum = sumOf(active);
  const share = 0.4 * factor;
  return [1 - share, ...active.map((chance) => (chance * share) / sum)];
}
