import type { DayState, Interval } from '#server/experiments/results/results-contract.ts';
import type { BandPoint } from '../../../ui/charts/band-layer.tsx';
import { emptyScale, type Scale, valueScale } from '../../../ui/charts/scale.ts';
import { MIN_LIFT } from './lift-scale.ts';

export type Measure = 'lift' | 'value';
/** The evidence on one variant at the end of a day; `people` decide then, and null parts are not known. */
export type EffectPoint = {
  date: string;
  people: number;
  estimate: number | null;
  interval: Interval | null;
  sequential: Interval | null;
};

export function effectPoints(days: readonly DayState[], key: string, measure: Measure): EffectPoint[] {
  return days.map(({ date, variants }) => {
    const state = variants.find((variant) => variant.key === key);
    if (state === undefined || state.evidence.people === 0) {
      return { date, people: 0, estimate: null, interval: null, sequential: null };
    }
    const { people, value, interval, lift, lift_interval, always_valid_interval: sequential } = state.evidence;
    if (measure === 'value') return { date, people, estimate: value, interval, sequential: null };
    return { date, people, estimate: lift, interval: lift_interval, sequential };
  });
}

/**
 * Returns the axis of an effect over time. The wide intervals of the first days would flatten the rest, so it extends at most
 * twice the last interval's width beyond that. The axis of a lift includes zero.
 */
export function effectScale(series: readonly EffectPoint[][], measure: Measure): Scale {
  const lasts = series.flatMap((points) => points.findLast(({ interval }) => interval !== null) ?? []);
  const ends = lasts.flatMap(({ interval, sequential }) => [...(interval ?? []), ...(sequential ?? [])]);
  if (ends.length === 0) return emptyScale;
  const widest = Math.max(...lasts.map(({ interval }) => (interval === null ? 0 : interval[1] - interval[0])));
  const all = series.flatMap((points) => points.flatMap(({ interval }) => interval ?? []));
  const zero = measure === 'lift' ? [0] : [];
  const low = Math.min(...zero, ...ends, Math.max(Math.min(...all), Math.min(...ends) - 2 * widest));
  const high = Math.max(...zero, ...ends, Math.min(Math.max(...all), Math.max(...ends) + 2 * widest));
  // Only where values can be negative is one below 0 or a lift below −1, though the always-valid interval may reach there.
  const least = measure === 'value' ? 0 : MIN_LIFT;
  const isBelow =
    lasts.some(({ interval }) => interval !== null && interval[0] < least) ||
    series.some((points) => points.some(({ estimate }) => estimate !== null && estimate < least));
  const scale = valueScale([[isBelow ? low : Math.max(least, low), high]]);
  if (isBelow || scale.low >= least) return scale;
  return { ...scale, low: least, ticks: [least, ...scale.ticks.filter((tick) => tick > least)] };
}

/** Returns the intervals of the days as places in a plot, from the left edge of the first known day to the right edge of the last. */
export function bandOf(points: readonly EffectPoint[], scale: Scale, of: 'interval' | 'sequential'): BandPoint[] {
  return acrossDays(
    points.map((point) => point[of]),
    ([low, high]): [number, number] => [heightIn(scale, low), heightIn(scale, high)],
  );
}

/** Returns the estimates of the days as places in a plot, as `bandOf`. */
export function lineOf(points: readonly EffectPoint[], scale: Scale): [x: number, y: number][] {
  return acrossDays(
    points.map(({ estimate }) => estimate),
    (estimate): [number] => [heightIn(scale, estimate)],
  );
}

/** Returns the height in the plot; beyond it for a value beyond the axis, so that it does not look like one at the edge. */
const heightIn = (scale: Scale, value: number) =>
  Math.min(1.2, Math.max(-0.2, (value - scale.low) / (scale.high - scale.low)));

function acrossDays<Value, Heights extends number[]>(
  values: readonly (Value | null)[],
  heightsOf: (value: Value) => Heights,
): [x: number, ...Heights][] {
  const known = values.flatMap((value, index) => (value === null ? [] : [{ index, heights: heightsOf(value) }]));
  const [first, last] = [known[0], known.at(-1)];
  if (first === undefined || last === undefined) return [];
  const at = (index: number) => index / values.length;
  return [
    [at(first.index), ...first.heights],
    ...known.map(({ index, heights }): [number, ...Heights] => [at(index + 0.5), ...heights]),
    [at(last.index + 1), ...last.heights],
  ];
}
