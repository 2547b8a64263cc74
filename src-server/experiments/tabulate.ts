import { findRoot } from './find-root.ts';
import { nodesPerPanel, rule } from './quadrature.ts';

/** A density with one peak, up to a factor: `log` is its logarithm less that at the peak. `spread`: its rough width there. */
export type Shape = { log: (x: number) => number; peak: number; spread: number; from: number; to: number };

/**
 * A distribution in panels, from which its probabilities are read to about 1e-12, fast however large the counts are. Beyond
 * `edges` is less than 1e-16 of it. `below`: the chance of being under each edge. `series`: for each panel, the coefficients of
 * its Legendre series of the density, in the variable that runs from -1 to 1 in the panel. `nodes` with their `masses` integrate
 * over it: the expectation of g is the sum of g(node) * mass.
 */
export type Table = {
  edges: Float64Array;
  below: Float64Array;
  series: Float64Array;
  nodes: Float64Array;
  masses: Float64Array;
  from: number;
  to: number;
};

const panels = 8;
/** Logarithm of the share of the peak under which a density does not count. */
const negligible = -40;
/** Each step outwards from the peak is so many times as far; what is too far costs a little precision. */
const stride = 1.2;

/** Values of the Legendre polynomials at the nodes, times what makes them the coefficients of a series (NR 4.6, 5.8). */
const transform = rule.nodes.map((x, index) => {
  const values = [1, x];
  for (let n = 2; n < nodesPerPanel; n++) {
    values[n] = ((2 * n - 1) * x * (values[n - 1] ?? 0) - (n - 1) * (values[n - 2] ?? 0)) / n;
  }
  return values.map((value, degree) => ((2 * degree + 1) / 2) * (rule.weights[index] ?? 0) * value);
});

function reach({ log, peak, spread }: Shape, limit: number): number {
  const sign = limit < peak ? -1 : 1;
  for (let distance = spread; ; distance *= stride) {
    const x = peak + sign * distance;
    if (sign * (limit - x) <= 0) return limit;
    if (log(x) < negligible) return x;
  }
}

export function tabulate(shape: Shape): Table {
  const [from, to] = [reach(shape, shape.from), reach(shape, shape.to)];
  const half = (to - from) / panels / 2;
  const edges = Float64Array.from({ length: panels + 1 }, (_, index) =>
    index === panels ? to : from + index * 2 * half,
  );
  const below = new Float64Array(panels + 1);
  const series = new Float64Array(panels * nodesPerPanel);
  const nodes = new Float64Array(panels * nodesPerPanel);
  const masses = new Float64Array(panels * nodesPerPanel);
  for (let panel = 0; panel < panels; panel++) {
    const start = panel * nodesPerPanel;
    for (let index = 0; index < nodesPerPanel; index++) {
      const x = (edges[panel] ?? 0) + half * (1 + (rule.nodes[index] ?? 0));
      const density = Math.exp(shape.log(x));
      nodes[start + index] = x;
      masses[start + index] = half * (rule.weights[index] ?? 0) * density;
      const row = transform[index] ?? [];
      for (let degree = 0; degree < nodesPerPanel; degree++) {
        series[start + degree] = (series[start + degree] ?? 0) + (row[degree] ?? 0) * density;
      }
    }
    below[panel + 1] = (below[panel] ?? 0) + 2 * half * (series[start] ?? 0);
  }
  const total = below[panels] ?? 1;
  for (const values of [below, series, masses]) {
    for (let index = 0; index < values.length; index++) values[index] = (values[index] ?? 0) / total;
  }
  return { edges, below, series, nodes, masses, from: shape.from, to: shape.to };
}

export const low = ({ edges }: Table): number => edges[0] ?? 0;
export const high = ({ edges }: Table): number => edges[panels] ?? 0;

const panelOf = (table: Table, x: number): number =>
  Math.min(panels - 1, Math.max(0, Math.floor(((x - low(table)) / (high(table) - low(table))) * panels)));

const halfWidth = (table: Table): number => (high(table) - low(table)) / panels / 2;

export function densityAt(table: Table, x: number): number {
  if (x < low(table) || x > high(table)) return 0;
  const panel = panelOf(table, x);
  const u = (x - (table.edges[panel] ?? 0)) / halfWidth(table) - 1;
  let [previous, value, sum] = [0, 1, 0];
  for (let degree = 0; degree < nodesPerPanel; degree++) {
    sum += (table.series[panel * nodesPerPanel + degree] ?? 0) * value;
    [previous, value] = [value, ((2 * degree + 1) * u * value - degree * previous) / (degree + 1)];
  }
  return Math.max(0, sum);
}

/** Chance of being at most x. The integral of a Legendre polynomial P_n is (P_n+1 - P_n-1) / (2n + 1). */
export function chanceBelow(table: Table, x: number): number {
  if (x <= low(table)) return 0;
  if (x >= high(table)) return 1;
  const panel = panelOf(table, x);
  const half = halfWidth(table);
  const u = (x - (table.edges[panel] ?? 0)) / half - 1;
  // The integral from -1: at -1 all the differences are 0, but for that of P_0, which is u + 1.
  let [previous, value] = [1, u];
  let sum = (table.series[panel * nodesPerPanel] ?? 0) * (u + 1);
  for (let degree = 1; degree < nodesPerPanel; degree++) {
    const next = ((2 * degree + 1) * u * value - degree * previous) / (degree + 1);
    sum += ((table.series[panel * nodesPerPanel + degree] ?? 0) * (next - previous)) / (2 * degree + 1);
    [previous, value] = [value, next];
  }
  return Math.min(1, Math.max(0, (table.below[panel] ?? 0) + half * sum));
}

/** The value below which the variable is with the chance `p`. */
export function quantile(table: Table, p: number): number {
  const panel = Math.max(0, Math.min(panels - 1, table.below.findIndex((below) => below >= p) - 1));
  const [from, to] = [table.edges[panel] ?? 0, table.edges[panel + 1] ?? 0];
  return findRoot((x) => chanceBelow(table, x) - p, from, to, (to - from) * 1e-12);
}
