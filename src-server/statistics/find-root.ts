const halves = 200;

/**
 * Finds the root of `f` between `from` and `to`, where its signs must differ; otherwise returns the end nearer to 0. T. R.
 * Chandrupatla, A new hybrid quadratic/bisection algorithm for finding the zero of a nonlinear function (1997).
 */
export function findRoot(f: (x: number) => number, from: number, to: number, tolerance: number): number {
  let [x1, x2, x3] = [to, from, from];
  let [f1, f2, f3] = [f(to), f(from), 0];
  if (f1 * f2 >= 0) return Math.abs(f1) < Math.abs(f2) ? x1 : x2;
  let t = 0.5;
  for (let step = 0; step < halves; step++) {
    const x = x1 + t * (x2 - x1);
    const value = f(x);
    if (value > 0 === f1 > 0) [x3, f3] = [x1, f1];
    else [x3, f3, x2, f2] = [x2, f2, x1, f1];
    [x1, f1] = [x, value];
    const [best, atBest] = Math.abs(f1) < Math.abs(f2) ? [x1, f1] : [x2, f2];
    const limit = (2 * Number.EPSILON * Math.abs(best) + tolerance) / Math.abs(x2 - x1);
    if (limit > 0.5 || atBest === 0) return best;
    const xi = (x1 - x2) / (x3 - x2);
    const phi = (f1 - f2) / (f3 - f2);
    // Inverse quadratic interpolation if it stays between the points, else bisection.
    const quadratic =
      (f1 / (f2 - f1)) * (f3 / (f2 - f3)) + ((x3 - x1) / (x2 - x1)) * (f1 / (f3 - f1)) * (f2 / (f3 - f2));
    t = phi * phi < xi && (1 - phi) ** 2 < 1 - xi ? Math.min(1 - limit, Math.max(limit, quadratic)) : 0.5;
  }
  return x1;
}
