/** Nodes in (-1, 1) and their weights, which sum to 2. Exact for polynomials up to the degree 2 * nodes - 1. */
type Rule = { nodes: readonly number[]; weights: readonly number[] };

/** Value and slope of the Legendre polynomial of that degree at x. Abramowitz & Stegun 22.7.10, 22.8.5. */
function legendre(degree: number, x: number): { value: number; slope: number } {
  let [previous, value] = [1, x];
  for (let n = 2; n <= degree; n++) {
    [previous, value] = [value, ((2 * n - 1) * x * value - (n - 1) * previous) / n];
  }
  return { value, slope: (degree * (x * value - previous)) / (x * x - 1) };
}

/** The Gauss-Legendre rule. Numerical Recipes, 3rd edition, 4.6.1: Newton's method from Chebyshev-like first guesses. */
export function gaussLegendre(count: number): Rule {
  const nodes = Array.from({ length: count }, (_, index) => {
    let x = -Math.cos((Math.PI * (index + 0.75)) / (count + 0.5));
    for (let step = 0; step < 10; step++) {
      const { value, slope } = legendre(count, x);
      x -= value / slope;
    }
    return x;
  });
  return { nodes, weights: nodes.map((x) => 2 / ((1 - x * x) * legendre(count, x).slope ** 2)) };
}

/** Enough that a bell curve, and a product of ten of its integrals, is exact to about 1e-12 over two standard deviations. */
export const nodesPerPanel = 16;
export const rule = gaussLegendre(nodesPerPanel);

/** Integral of a function that is smooth between neighbours of `edges`, which are in rising order. */
export function integrate(f: (x: number) => number, edges: readonly number[]): number {
  let sum = 0;
  for (let panel = 1; panel < edges.length; panel++) {
    const [from, to] = [edges[panel - 1] ?? 0, edges[panel] ?? 0];
    const [half, middle] = [(to - from) / 2, (to + from) / 2];
    if (half <= 0) continue;
    for (const [index, node] of rule.nodes.entries())
      sum += half * (rule.weights[index] ?? 0) * f(middle + half * node);
  }
  return sum;
}
