export function sumOf(numbers: Iterable<number>): number {
  let sum = 0;
  for (const number of numbers) sum += number;
  return sum;
}

/** Returns the sum, rounded to what floats can tell apart in a sum of percentages. */
export const sumOfWeights = (weights: readonly number[]): number => Number(sumOf(weights).toFixed(6));

/** Returns the rule that weights in percent break, for "The weights …"; null where they sum to 100. */
export function weightsProblem(weights: readonly number[]): string | null {
  const sum = sumOfWeights(weights);
  return sum === 100 ? null : `sum to 100, not ${sum}`;
}
