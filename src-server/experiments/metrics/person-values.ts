import type { Exposed } from '../results/exposures.ts';
import type { Metric } from './metric.ts';
import type { Bounds } from './row-cache.ts';

/** What is counted. `until`: milliseconds after the start, for `early`; null without. */
export type CountedMetric = {
  metric: Metric;
  exposed: Exposed;
  bounds: Bounds;
  variants: number;
  until: number | null;
};

/** The value of each person: events, or 1 for a success. `early`: what it was at an earlier moment. */
export type PersonValues = { all: Float64Array; early: Float64Array | null };

export const noValues = (persons: number, until: number | null): PersonValues => ({
  all: new Float64Array(persons),
  early: until === null ? null : new Float64Array(persons),
});

/** Adds one that happened at `at`, milliseconds after the start. */
export function addValue({ all, early }: PersonValues, person: number, at: number, until: number | null): void {
  all[person] = (all[person] ?? 0) + 1;
  if (early !== null && until !== null && at <= until) early[person] = (early[person] ?? 0) + 1;
}
