import { findRoot } from './find-root.ts';
import { nodes, nodesPerPanel, visitNodes } from './quadrature.ts';

/** A unimodal density up to a factor. `log`: its logarithm relative to the peak. `spread`: its approximate width there. */
export type DensityShape = { log: (x: number) => number; peak: number; spread: number; from: number; to: number };

/**
 * A distribution in panels of equal width that gives probabilities to about 1e-9, at the same speed for any count. Nothing
 * outside `edges` matters. `density` and `below` have, per panel, the Chebyshev series of the density and of its integral from
 * the panel's start; `start` is the probability below the panel. The expectation of g is the sum of g(point) mass over
 * `points` and `masses`. `from` and `to` bound the possible values.
 */
export type Table = {
  low: number;
  high: number;
  edges: Float64Array;
  start: Float64Array;
  density: Float64Array;
  below: Float64Array;
  points: Float64Array;
  masses: Float64Array;
  from: number;
  to: number;
};

const panels = 8;
/** Coefficients per panel: one per node, plus one for the integral. */
const terms = nodesPerPanel + 1;
/** Logarithm of the share of the peak below which a density is ignored. */
const negligible = -36;
/** Growth of each step away from the peak; smaller ones tabulate less empty space. */
const stride = 1.1;

/** cos(k angle) of each node, which turns values at the nodes into coefficients. Numerical Recipes, 3rd edition, 5.8.7. */
const transform = Array.from({ length: nodesPerPanel }, (_, k) =>
  Float64Array.from(nodes, (node) => ((k === 0 ? 1 : 2) / nodesPerPanel) * Math.cos(k * Math.acos(node))),
);

function reach({ log, peak, spread }: DensityShape, limit: number): number {
  const sign = limit < peak ? -1 : 1;
  for (let distance = spread; ; distance *= stride) {
    const x = peak + sign * distance;
    // Negated so that NaN also stops the loop.
    if (!(sign * (limit - x) > 0)) return limit;
    if (!(log(x) >= negligible)) return x;
  }
}

/** Writes the series of a panel from its values at the nodes. Terms of the integral: Numerical Recipes, 5.9.1. */
function fitPanel(table: Table, panel: number, half: number, values: Float64Array): void {
  const first = panel * terms;
  const { density, below } = table;
  const series = new Float64Array(terms + 1);
  for (const [k, row] of transform.entries()) {
    let sum = 0;
    for (let index = 0; index < nodesPerPanel; index++) sum += (row[index] ?? 0) * (values[index] ?? 0);
    series[k] = sum;
  }
  density.set(series.subarray(0, terms), first);
  const coefficient = (k: number) => (k === 0 ? 2 : 1) * (series[k] ?? 0);
  let atBegin = 0;
  for (let k = 1; k < terms; k++) {
    const term = (half * (coefficient(k - 1) - coefficient(k + 1))) / (2 * k);
    below[first + k] = term;
    atBegin += k % 2 === 0 ? term : -term;
  }
  below[first] = -atBegin;
}

export function tabulate(shape: DensityShape): Table {
  const [low, high] = [reach(shape, shape.from), reach(shape, shape.to)];
  const width = (high - low) / panels;
  const table: Table = {
    low,
    high,
    edges: Float64Array.from({ length: panels + 1 }, (_, index) => (index === panels ? high : low + index * width)),
    start: new Float64Array(panels + 1),
    density: new Float64Array(panels * terms),
    below: new Float64Array(panels * terms),
    points: new Float64Array(panels * nodesPerPanel),
    masses: new Float64Array(panels * nodesPerPanel),
    from: shape.from,
    to: shape.to,
  };
  const values = new Float64Array(panels * nodesPerPanel);
  let count = 0;
  visitNodes(table.edges, (x, weight) => {
    const value = Math.exp(shape.log(x));
    values[count] = value;
    table.points[count] = x;
    table.masses[count] = weight * value;
    count++;
  });
  let total = 0;
  for (let panel = 0; panel < panels; panel++) {
    const first = panel * nodesPerPanel;
    fitPanel(table, panel, width / 2, values.subarray(first, first + nodesPerPanel));
    total += seriesAt(table.below, panel, 1);
    table.start[panel + 1] = total;
  }
  const { start, density, below, masses } = table;
  for (const parts of [start, density, below, masses]) {
    for (let index = 0; index < parts.length; index++) parts[index] = (parts[index] ?? 0) / total;
  }
  return table;
}

/** Evaluates a panel's Chebyshev series at u in [-1, 1] by Clenshaw's recurrence. Numerical Recipes, 5.8.11. */
function seriesAt(series: Float64Array, panel: number, u: number): number {
  const first = panel * terms;
  const twice = 2 * u;
  let value = 0;
  let next = 0;
  for (let index = first + terms - 1; index > first; index--) {
    const previous = value;
    value = twice * value - next + (series[index] ?? 0);
    next = previous;
  }
  return u * value - next + (series[first] ?? 0);
}

const placeOf = ({ low, high }: Table, x: number): number => ((x - low) / (high - low)) * panels;

export function densityAt(table: Table, x: number): number {
  const place = placeOf(table, x);
  if (!(place >= 0 && place <= panels)) return 0;
  const panel = Math.min(panels - 1, Math.floor(place));
  return Math.max(0, seriesAt(table.density, panel, 2 * (place - panel) - 1));
}

/** Returns the chance of being at most x. */
export function chanceBelow(table: Table, x: number): number {
  const place = placeOf(table, x);
  if (place <= 0) return 0;
  if (place >= panels) return 1;
  const panel = Math.floor(place);
  const chance = (table.start[panel] ?? 0) + seriesAt(table.below, panel, 2 * (place - panel) - 1);
  return Math.min(1, Math.max(0, chance));
}

export function quantile(table: Table, p: number): number {
  const panel = Math.max(
    0,
    Math.min(
      panels,
      table.start.findIndex((chance) => chance >= p),
    ) - 1,
  );
  const [from = table.low, to = table.high] = table.edges.subarray(panel, panel + 2);
  return findRoot((x) => chanceBelow(table, x) - p, from, to, (to - from) * 1e-11);
}
