import type { Adjustment } from '../../../statistics/cuped.ts';
import { residualsOf, type Sample } from '../../../statistics/sample.ts';

/** Sums over the people of a group. `negative`: persons with a value below 0. */
export type Running = Required<Omit<Sample, 'hasNegative'>> & { negative: number };

export const emptyRunning = (): Running => ({
  n: 0,
  sum: 0,
  squares: 0,
  cubes: 0,
  active: 0,
  negative: 0,
  below: { x: 0, xx: 0, xxx: 0, xy: 0, xxy: 0, xyy: 0 },
});

/** Adds a person with the value `y` and the divisor or covariate `x`, or with `times` -1 takes them away. */
export function addPerson(running: Running, y: number, x: number, times: 1 | -1): void {
  running.n += times;
  if (y !== 0) {
    running.sum += times * y;
    running.squares += times * y * y;
    running.cubes += times * y * y * y;
    running.active += times;
  }
  if (y < 0) running.negative += times;
  if (x === 0) return;
  const { below } = running;
  below.x += times * x;
  below.xx += times * x * x;
  below.xxx += times * x * x * x;
  below.xy += times * x * y;
  below.xxy += times * x * x * y;
  below.xyy += times * x * y * y;
}

/** Returns the values of a group; `isRatio`: divided by the sum of `x`. */
export function sampleNow({ negative, below, ...sums }: Running, isRatio: boolean): Sample {
  return { ...sums, ...(isRatio ? { below } : {}), ...(negative > 0 ? { hasNegative: true } : {}) };
}

/** Returns the values minus `theta` times the distance of `x` from `mean`, as `adjustedSample` does person by person. */
export function adjustedNow(running: Running, { theta, mean }: Pick<Adjustment, 'theta' | 'mean'>): Sample {
  const { n, sum, squares, cubes } = residualsOf(sampleNow(running, true), theta);
  const shift = theta * mean;
  return {
    n,
    sum: sum + n * shift,
    squares: squares + 2 * shift * sum + n * shift ** 2,
    cubes: cubes + 3 * shift * squares + 3 * shift ** 2 * sum + n * shift ** 3,
    active: running.active - running.negative,
  };
}
