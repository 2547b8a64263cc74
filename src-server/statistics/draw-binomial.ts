import { binomialDensity } from './distributions.ts';
import type { Uniform } from './seeded-uniform.ts';

/** From this variance, rejection sampling is faster than drawing gaps. */
const manyVaried = 100;

/** Draws the successes of `n` trials with the chance `p`, exactly at any size. */
export function drawBinomial(uniform: Uniform, n: number, p: number): number {
  if (n === 0 || p <= 0) return 0;
  if (p >= 1) return n;
  if (p > 0.5) return n - drawBinomial(uniform, n, 1 - p);
  if (n * p * (1 - p) > manyVaried) return byRejection(uniform, n, p);
  // Draws the gaps between successes.
  const log = Math.log1p(-p);
  let [count, at] = [-1, 0];
  while (at <= n) {
    at += Math.floor(Math.log(uniform()) / log) + 1;
    count += 1;
  }
  return count;
}

/**
 * Draws by transformed rejection: W. Hörmann, The generation of binomial random variates (1993), algorithm BTRS; for n p ≥ 10,
 * p ≤ 0.5.
 */
function byRejection(uniform: Uniform, n: number, p: number): number {
  const spread = Math.sqrt(n * p * (1 - p));
  const b = 1.15 + 2.53 * spread;
  const a = -0.0873 + 0.0248 * b + 0.01 * p;
  const alpha = (2.83 + 5.1 / b) * spread;
  const highest = binomialDensity(Math.floor((n + 1) * p), n, p);
  for (;;) {
    const u = uniform() - 0.5;
    const v = uniform();
    const edge = 0.5 - Math.abs(u);
    const k = Math.floor(((2 * a) / edge + b) * u + n * p + 0.5);
    if (edge >= 0.07 && v <= 0.92 - 4.2 / b) return k;
    if (k < 0 || k > n) continue;
    if ((v * alpha) / (a / (edge * edge) + b) <= binomialDensity(k, n, p) / highest) return k;
  }
}
