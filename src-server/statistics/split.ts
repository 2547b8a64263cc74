import { sumOf } from '../core/sum-contract.ts';
import { expectedWithoutWeight, minExpected, type SplitMethod } from './contract.ts';
import { chiSquaredTail } from './distributions.ts';
import { binomialTwoSided } from './exact-tests.ts';

/** Returns the p-value of Bonferroni over the exact tests of each variant. Of two variants both tests are one. */
function exactSplitP(observed: readonly number[], weights: readonly number[]): number {
  const [persons, whole] = [sumOf(observed), sumOf(weights)];
  const ps = weights.map((weight, index) => binomialTwoSided(observed[index] ?? 0, persons, weight / whole));
  return Math.min(1, Math.min(...ps) * (weights.length === 2 ? 1 : weights.length));
}

type SplitTest = {
  chiSquared: number;
  degreesOfFreedom: number;
  method: SplitMethod;
  p: number;
  expected: number[];
};

/**
 * Tests persons per variant against their weights (any unit) by Pearson's chi-squared; a small `p` means the split is not as
 * configured. Fabijan et al., Diagnosing Sample Ratio Mismatch in Online Controlled Experiments (2019). Degrees of freedom:
 * variants minus one. Where too few persons are expected of a variant, `p` is of exact binomial tests.
 */
export function testSplit(observed: readonly number[], weights: readonly number[]): SplitTest {
  const persons = sumOf(observed);
  const whole = sumOf(weights);
  const expected = weights.map((weight) => (persons * weight) / whole);
  const chiSquared = sumOf(
    expected.map((mean, index) => ((observed[index] ?? 0) - mean) ** 2 / (mean || expectedWithoutWeight)),
  );
  const degreesOfFreedom = weights.length - 1;
  const isLarge = expected.every((mean) => mean === 0 || mean >= minExpected);
  const [method, p] = isLarge
    ? (['chi_squared', chiSquaredTail(chiSquared, degreesOfFreedom)] as const)
    : (['exact_binomial', exactSplitP(observed, weights)] as const);
  return { chiSquared, degreesOfFreedom, method, p, expected };
}
