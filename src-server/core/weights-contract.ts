/** Sums of decimals have an error. */
const tolerance = 1e-6;

/** Returns the rule that weights in percent break, for "The weights …"; null where they sum to 100. */
export function weightsProblem(weights: readonly number[]): string | null {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return Math.abs(sum - 100) > tolerance ? `sum to 100, not ${Number(sum.toFixed(6))}` : null;
}
