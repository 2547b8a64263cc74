import type { Interval, MetricResult } from '#server/experiments/results/results-contract.ts';
import { type SimulationMark, trueLiftOf } from '../../../simulation/simulation-mark.ts';
import { emptyScale, niceScale, type Scale } from '../../../ui/charts/scale.ts';

/** A lift is below −100% only where values can be negative. */
export const MIN_LIFT = -1;
/** Beyond it a longer axis would only flatten all others. */
const MAX_LIFT = 2;

/** Returns one axis for the lifts of all metrics, with zero on it; intervals that reach further are cut at its ends. */
export function liftScale(intervals: readonly (Interval | null)[]): Scale {
  const known = intervals.filter((interval) => interval !== null);
  if (known.length === 0) return emptyScale;
  const isBelow = known.some(([low, high]) => (low + high) / 2 < MIN_LIFT);
  const low = Math.max(isBelow ? -MAX_LIFT : MIN_LIFT, Math.min(-0.05, ...known.map(([low]) => low)));
  const high = Math.min(MAX_LIFT, Math.max(0.05, ...known.map(([, high]) => high)));
  return niceScale(low, high, 5);
}

/** Shares one axis among all metrics, because lifts have no unit; it includes the always-valid intervals and known true lifts. */
export function sharedScale(metrics: readonly MetricResult[], mark: SimulationMark | null): Scale {
  return liftScale(
    metrics.flatMap((metric) =>
      metric.variants.flatMap(({ key, evidence: { versus } }): (Interval | null)[] => {
        if (versus === null) return [];
        const truth = trueLiftOf(mark, metric, key);
        return [versus.lift_interval, versus.always_valid_interval, truth === null ? null : [truth, truth]];
      }),
    ),
  );
}
