import { controlKey } from '#server/experiments/contract.ts';
import type { DayState, Interval } from '#server/experiments/results/results-contract.ts';
import { type Scale, valueScale } from '../../../ui/charts/scale.ts';

export type Measure = 'lift' | 'value';
/** The estimate of one variant at the end of a day; null parts are not known. */
export type EffectPoint = {
  date: string;
  exposures: number;
  estimate: number | null;
  interval: Interval | null;
  sequential: Interval | null;
};

export function effectPoints(days: readonly DayState[], key: string, measure: Measure): EffectPoint[] {
  return days.map(({ date, variants }) => {
    const state = variants.find((variant) => variant.key === key);
    const control = variants.find((variant) => variant.key === controlKey);
    if (state === undefined || state.exposures === 0) {
      return { date, exposures: 0, estimate: null, interval: null, sequential: null };
    }
    const { exposures } = state;
    if (measure === 'value') {
      return { date, exposures, estimate: state.value, interval: state.credible_interval, sequential: null };
    }
    const sequential = relativeTo(state.sequential_interval, control?.value ?? 0);
    return { date, exposures, estimate: state.lift, interval: state.lift_interval, sequential };
  });
}

/** Converts an interval of a difference to one of the lift; null where control is not above zero. */
export function relativeTo(difference: Interval | null, control: number): Interval | null {
  return difference === null || control <= 0 ? null : [difference[0] / control, difference[1] / control];
}

/**
 * Returns the axis of an effect over time. The wide intervals of the first days would flatten the rest, so it extends at most
 * twice the last interval's width beyond that. The axis of a lift includes zero.
 */
export function effectScale(series: readonly EffectPoint[][], measure: Measure): Scale {
  const lasts = series.flatMap((points) => points.findLast(({ interval }) => interval !== null) ?? []);
  const ends = lasts.flatMap(({ interval, sequential }) => [...(interval ?? []), ...(sequential ?? [])]);
  if (ends.length === 0) return valueScale([[0, 1]]);
  const widest = Math.max(...lasts.map(({ interval }) => (interval === null ? 0 : interval[1] - interval[0])));
  const all = series.flatMap((points) => points.flatMap(({ interval }) => interval ?? []));
  const zero = measure === 'lift' ? [0] : [];
  const low = Math.min(...zero, ...ends, Math.max(Math.min(...all), Math.min(...ends) - 2 * widest));
  const high = Math.max(...zero, ...ends, Math.min(Math.max(...all), Math.max(...ends) + 2 * widest));
  // No value is below 0 and no lift below −1, though the always-valid interval may reach there.
  const least = measure === 'value' ? 0 : -1;
  const scale = valueScale([[Math.max(least, low), high]]);
  if (scale.low >= least) return scale;
  return { ...scale, low: least, ticks: [least, ...scale.ticks.filter((tick) => tick > least)] };
}
