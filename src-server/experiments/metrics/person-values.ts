import type { Exposed } from '../results/exposures/exposures.ts';
import type { Metric } from './metric.ts';
import type { Bounds } from './row-cache.ts';

/**
 * A counted metric. `until`: milliseconds after the start, for `early`; null without. `exposedUntil`: the steps of a funnel are
 * of people exposed up to then, in the same unit; of all by default.
 */
export type CountedMetric = {
  metric: Metric;
  exposed: Exposed;
  bounds: Bounds;
  variants: number;
  until: number | null;
  exposedUntil?: number;
  log?: ValueLog | undefined;
};

/** Each added amount: by person and moment (milliseconds after the start). */
export type ValueLog = { person: number[]; at: number[]; amount: number[] };
export const emptyLog = (): ValueLog => ({ person: [], at: [], amount: [] });

type Values = { all: Float64Array; early: Float64Array | null; log: ValueLog | null };

/**
 * The value of each person: events, a sum, or 1 for a success. `early`: its value at an earlier moment. `log`: the changes that
 * led to it. `below`: the divisor, of a ratio.
 */
export type PersonValues = Values & { below: Values | null };

export const noValues = (persons: number, { until, log }: Pick<CountedMetric, 'until' | 'log'>): PersonValues => ({
  all: new Float64Array(persons),
  early: until === null ? null : new Float64Array(persons),
  log: log ?? null,
  below: null,
});

/** Adds the value of an event at `at`, milliseconds after the start. */
export function addValue({ all, early, log }: Values, person: number, at: number, until: number | null, by = 1): void {
  all[person] = (all[person] ?? 0) + by;
  if (early !== null && until !== null && at <= until) early[person] = (early[person] ?? 0) + by;
  if (log === null) return;
  log.person.push(person);
  log.at.push(at);
  log.amount.push(by);
}
