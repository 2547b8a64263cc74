import { scaleLinear } from 'd3-scale';

/** The ends of an interval, in the unit of its axis. */
export type Span = readonly [low: number, high: number];

/** A linear axis: both ends and the ticks between them, in the unit of the values. */
export type Scale = { low: number; high: number; ticks: number[] };

/** Returns the axis from `low` to `high`, widened to about `count` round ticks. */
export function niceScale(low: number, high: number, count: number): Scale {
  const scale = scaleLinear([low, high], [0, 1]).nice(count);
  const [first = low, last = high] = scale.domain();
  return { low: first, high: last, ticks: scale.ticks(count) };
}

/** The axis of no values: it has no ticks, because they would show a range that nobody measured. */
export const emptyScale: Scale = { low: 0, high: 1, ticks: [] };

/** Returns the narrowest axis that holds all intervals. */
export function valueScale(intervals: readonly Span[]): Scale {
  if (intervals.length === 0) return emptyScale;
  const low = Math.min(...intervals.map(([low]) => low));
  const high = Math.max(...intervals.map(([, high]) => high));
  const [from, to] = high > low ? [low, high] : [Math.min(low, 0), Math.max(high, 1)];
  return niceScale(from, to, 4);
}

/** Returns the position of a value on the axis, clamped to 0 to 1. */
export function positionOn({ low, high }: Scale, value: number): number {
  return Math.min(1, Math.max(0, (value - low) / (high - low)));
}

/** Returns an interval's position on the axis, and whether it extends beyond either end. */
export function spanOn(scale: Scale, [low, high]: Span) {
  // Rounding may put an end slightly beyond the axis.
  const tolerance = (scale.high - scale.low) * 1e-6;
  return {
    from: positionOn(scale, low),
    to: positionOn(scale, high),
    isCutLow: low < scale.low - tolerance,
    isCutHigh: high > scale.high + tolerance,
  };
}
