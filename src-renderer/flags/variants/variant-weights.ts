import { sumOfWeights } from '#server/core/sum-contract.ts';
import { formatRollout } from '../test/position.ts';

/** Returns "control 50%, test 50%". */
export const splitWords = (variants: readonly { key: string; rollout_percentage: number }[]): string =>
  variants.map(({ key, rollout_percentage: weight }) => `${key} ${formatRollout(weight)}`).join(', ');

/** Returns whole percentages that sum to 100, as equal as possible; the first ones take the rest. */
export function evenWeights(count: number): number[] {
  const low = Math.floor(100 / count);
  const rest = 100 - low * count;
  return Array.from({ length: count }, (_, index) => low + (index < rest ? 1 : 0));
}

function areEven(weights: readonly number[]): boolean {
  return weights.length > 0 && Math.max(...weights) - Math.min(...weights) <= 1 && sumOfWeights(weights) === 100;
}

/** Returns the weights with one more: an even split stays even; another one stays, and the new weight is 0. */
export function addedWeight(weights: readonly number[]): number[] {
  return areEven(weights) || weights.length === 0 ? evenWeights(weights.length + 1) : [...weights, 0];
}

/** Returns the weights without the one at `index`: an even split stays even, else the others keep their ratio and sum to 100. */
export function withoutWeight(weights: readonly number[], index: number): number[] {
  const left = weights.toSpliced(index, 1);
  const sum = sumOfWeights(left);
  if (left.length === 0 || (weights[index] === 0 && sum === 100)) return left;
  if (areEven(weights) || sum === 0) return evenWeights(left.length);
  const scaled = left.map((weight) => Math.floor((weight * 10_000) / sum) / 100);
  const largest = scaled.indexOf(Math.max(...scaled));
  return scaled.with(largest, Number(((scaled[largest] ?? 0) + 100 - sumOfWeights(scaled)).toFixed(2)));
}

export function withVariantAdded<Variant extends { weight: number }>(variants: readonly Variant[], added: Variant) {
  return withWeights([...variants, added], addedWeight(variants.map(({ weight }) => weight)));
}

export function withVariantRemoved<Variant extends { id: string; weight: number }>(
  variants: readonly Variant[],
  id: string,
): Variant[] {
  const index = variants.findIndex((variant) => variant.id === id);
  const weights = withoutWeight(
    variants.map(({ weight }) => weight),
    index,
  );
  return withWeights(variants.toSpliced(index, 1), weights);
}

/** Returns the key of one more variant: `first`, or the next free "test-2". */
export function freeVariantKey(variants: readonly { key: string }[], first: string): string {
  const taken = new Set(variants.map(({ key }) => key));
  if (!taken.has(first)) return first;
  for (let number = variants.length; ; number += 1) if (!taken.has(`test-${number}`)) return `test-${number}`;
}

export function withWeights<Variant extends { weight: number }>(
  variants: readonly Variant[],
  weights: readonly number[],
): Variant[] {
  return variants.map((variant, index) => ({ ...variant, weight: weights[index] ?? variant.weight }));
}
