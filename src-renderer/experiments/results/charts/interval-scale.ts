import type { Interval } from '#server/experiments/results/results-contract.ts';

/** A linear axis: both ends and the ticks between them, in the unit of the values. */
export type Scale = { low: number; high: number; ticks: number[] };

/** A lift cannot be below −100 %; above +200 % a longer axis would only flatten all others. */
const LOWEST_LIFT = -1;
const HIGHEST_LIFT = 2;

/** Steps of 1, 2 or 5 times a power of ten, about `count` of them. */
function niceStep(span: number, count: number): number {
  const raw = span / Math.max(1, count);
  const power = 10 ** Math.floor(Math.log10(raw));
  const factor = [1, 2, 5, 10].find((step) => step * power >= raw * 0.999) ?? 10;
  return factor * power;
}

function scaleOver(low: number, high: number, count: number): Scale {
  const step = niceStep(high - low, count);
  // Rounded, so that 3 * 0.1 is a tick at 0.3.
  const at = (index: number) => Number((index * step).toPrecision(12));
  const first = Math.floor(low / step + 1e-9);
  const last = Math.ceil(high / step - 1e-9);
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => at(first + index));
  return { low: at(first), high: at(last), ticks };
}

/** One axis for the lifts of all metrics, with zero on it; intervals that reach further are cut at its ends. */
export function liftScale(intervals: readonly (Interval | null)[], count = 6): Scale {
  const known = intervals.filter((interval) => interval !== null);
  const low = Math.max(LOWEST_LIFT, Math.min(-0.05, ...known.map(([low]) => low)));
  const high = Math.min(HIGHEST_LIFT, Math.max(0.05, ...known.map(([, high]) => high)));
  return scaleOver(low, high, count);
}

/** An axis for values of one metric, as narrow as they let it be. */
export function valueScale(intervals: readonly Interval[], count = 5): Scale {
  const low = Math.min(...intervals.map(([low]) => low));
  const high = Math.max(...intervals.map(([, high]) => high));
  if (!(high > low)) return scaleOver(Math.min(low, 0), Math.max(high, 1), count);
  return scaleOver(low, high, count);
}

/** Where a value lies on the axis, 0 to 1; beyond it the end. */
export function positionOn({ low, high }: Scale, value: number): number {
  return Math.min(1, Math.max(0, (value - low) / (high - low)));
}

/** An interval on the axis, and whether it reaches beyond. */
export function spanOn(scale: Scale, [low, high]: Interval) {
  // An end that rounding puts beyond the axis is on it.
  const hair = (scale.high - scale.low) * 1e-6;
  return {
    from: positionOn(scale, low),
    to: positionOn(scale, high),
    isCutLow: low < scale.low - hair,
    isCutHigh: high > scale.high + hair,
  };
}
