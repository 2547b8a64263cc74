import type { Histogram, Pairs } from '../../../statistics/sample.ts';
import { dayMs, type Run } from '../../metrics/days.ts';
import type { Metric } from '../../metrics/metric.ts';
import { metricKinds } from '../../metrics/metric-kinds.ts';
import type { Exposed } from '../exposures.ts';
import type { People } from './evidence-contract.ts';

/**
 * The people whose data decides: those exposed up to `since`. `first`: the planned number of people, exposed up to `since`, with
 * what they did up to `until`; null until all of them are complete. In milliseconds after the start.
 */
export type Cohort = {
  everyone: number;
  mature: number;
  since: number;
  first: { since: number; until: number } | null;
};

type Asked = { people: People; windowMs: number | null; planned: number | null };

/** Chooses the people of a run. Without a window everyone is mature. */
export function cohortOf({ people: exposed, since }: Exposed, run: Run, { people, windowMs, planned }: Asked): Cohort {
  const times = Float64Array.from(exposed, (person) => since[person] as number);
  const end = run.end - run.start;
  const latest = end - (windowMs ?? 0);
  const waiting = people === 'mature' ? (windowMs ?? 0) : 0;
  return {
    everyone: times.length,
    mature: times.reduce((count, time) => count + Number(time <= latest), 0),
    since: end - waiting,
    first: firstOf(times, planned, waiting, end),
  };
}

type Asking = {
  exposed: Exposed;
  run: Run;
  people: People;
  planned: { launched: number | null };
  areSimulated: boolean;
};

/** Chooses the people that a metric counts, by its window. Simulated people have done all that they will. */
export function cohortIn({ exposed, run, people, planned, areSimulated }: Asking, metric: Metric) {
  const windowDays = areSimulated ? null : metricKinds[metric.kind].windowDays(metric);
  const windowMs = windowDays === null ? null : windowDays * dayMs;
  return { windowDays, windowMs, cohort: cohortOf(exposed, run, { people, windowMs, planned: planned.launched }) };
}

function firstOf(times: Float64Array, planned: number | null, waiting: number, end: number): Cohort['first'] {
  if (planned === null || times.length < planned) return null;
  const last = times.toSorted()[planned - 1] as number;
  return last + waiting > end ? null : { since: last, until: last + waiting };
}

/** Counts the persons exposed up to `until` by variant and value. */
export function histogramsOf(exposed: Exposed, values: Float64Array, until: number, variants: number): Histogram[] {
  const histograms: Histogram[] = Array.from({ length: variants }, () => new Map());
  for (const person of exposed.people) {
    if ((exposed.since[person] as number) > until) continue;
    const histogram = histograms[(exposed.variant[person] as number) - 1];
    const value = values[person] as number;
    histogram?.set(value, (histogram.get(value) ?? 0) + 1);
  }
  return histograms;
}

/** Lists the values of a ratio, and what each is divided by, of the persons exposed up to `until`, by variant. */
export function pairsOf(
  exposed: Exposed,
  values: Float64Array,
  divisors: Float64Array,
  until: number,
  variants: number,
): Pairs[] {
  const groups = Array.from({ length: variants }, (): Pairs => ({ values: [], below: [] }));
  for (const person of exposed.people) {
    if ((exposed.since[person] as number) > until) continue;
    const group = groups[(exposed.variant[person] as number) - 1];
    group?.values.push(values[person] as number);
    group?.below.push(divisors[person] as number);
  }
  return groups;
}
