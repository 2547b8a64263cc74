import type { Interval } from '#server/experiments/results/results-contract.ts';
import { MIN_LIFT } from './lift-scale.ts';

type Density = readonly (readonly [value: number, density: number])[];

/**
 * Returns the density of the lift test / control − 1 at `points` places around its interval, from the densities of both values:
 * that of a ratio of independent variables is the integral of c · control(c) · test(r · c) over c, by the trapezoidal rule over
 * the points that the server gives. For drawing only; the intervals are the server's.
 */
export function liftDensity(control: Density, test: Density, around: Interval, points = 81): [number, number][] {
  const margin = (around[1] - around[0]) * 0.45;
  const low = around[0] < MIN_LIFT ? around[0] - margin : Math.max(MIN_LIFT, around[0] - margin);
  const step = (around[1] + margin - low) / (points - 1);
  return Array.from({ length: points }, (_, index) => {
    const lift = low + index * step;
    return [lift, ratioDensity(control, test, 1 + lift)];
  });
}

function ratioDensity(control: Density, test: Density, ratio: number): number {
  let sum = 0;
  for (let index = 1; index < control.length; index++) {
    const [from, to] = [control[index - 1], control[index]];
    if (from === undefined || to === undefined) continue;
    const left = from[0] * from[1] * densityAt(test, ratio * from[0]);
    const right = to[0] * to[1] * densityAt(test, ratio * to[0]);
    sum += ((left + right) / 2) * (to[0] - from[0]);
  }
  return sum;
}

/** Interpolates linearly between the points; 0 beyond them. */
function densityAt(density: Density, value: number): number {
  const above = density.findIndex(([at]) => at >= value);
  const right = density[above];
  if (right === undefined) return 0;
  const left = density[above - 1];
  if (left === undefined) return right[0] === value ? right[1] : 0;
  const share = (value - left[0]) / (right[0] - left[0]);
  return left[1] + share * (right[1] - left[1]);
}
