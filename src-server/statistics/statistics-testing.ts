import { expect } from 'vitest';
import { seededUniform, type Uniform } from './seeded-uniform.ts';

/** Random numbers for tests, identical in each run. */
export type Draws = {
  uniform: Uniform;
  normal: () => number;
  gamma: (shape: number) => number;
  poisson: (mean: number) => number;
};

export function seeded(seed: number): Draws {
  const uniform = seededUniform(seed);
  // Box and Muller.
  const normal = () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
  // Marsaglia and Tsang, A simple method for generating gamma variables (2000), for shapes of at least 1.
  const gamma = (shape: number) => {
    const d = shape - 1 / 3;
    for (;;) {
      const x = normal();
      const v = (1 + x / Math.sqrt(9 * d)) ** 3;
      if (v > 0 && Math.log(uniform()) < (x * x) / 2 + d - d * v + d * Math.log(v)) return d * v;
    }
  };
  // Counts arrivals; for small means.
  const poisson = (mean: number) => {
    let count = -1;
    for (let time = 0; time < mean; count++) time -= Math.log(uniform());
    return Math.max(0, count);
  };
  return { uniform, normal, gamma, poisson };
}

/** Returns the successes in `trials` with the chance `p`. */
export function successes({ uniform }: Draws, trials: number, p: number): number {
  let count = 0;
  for (let trial = 0; trial < trials; trial++) if (uniform() < p) count++;
  return count;
}

/** Expects a counted share within four standard errors of the true chance. */
export function expectShare(count: number, trials: number, chance: number): void {
  const error = Math.sqrt((chance * (1 - chance)) / trials);
  expect(Math.abs(count / trials - chance), `${count} of ${trials}, not ${chance}`).toBeLessThan(4 * error);
}

/** Smaller numbers lose digits. */
const minExact = 1e-300;

/** Expects a small relative difference. */
export function expectNear(value: number, wanted: number, relative: number): void {
  expect(Math.abs(value - wanted), `${value}, not ${wanted}`).toBeLessThanOrEqual(
    relative * Math.abs(wanted) + minExact,
  );
}

type Moments = { n: number; mean: number; variance: number };

/** Adds a value to a number, mean and variance. Welford, Note on a method for calculating corrected sums of squares (1962). */
export function withValue({ n, mean, variance }: Moments, value: number): Moments {
  const count = n + 1;
  const next = mean + (value - mean) / count;
  const squares = variance * Math.max(0, n - 1) + (value - mean) * (value - next);
  return { n: count, mean: next, variance: squares / Math.max(1, count - 1) };
}
