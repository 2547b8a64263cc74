import { firstFrom } from '../../../core/first-from.ts';
import { dayMs } from '../../../core/text/time-contract.ts';
import type { Histogram, Pairs } from '../../../statistics/sample.ts';
import type { Run } from '../../metrics/days.ts';
import type { Metric } from '../../metrics/metric.ts';
import { metricKinds } from '../../metrics/metric-kinds.ts';
import { type Exposed, eachExposed } from '../exposures/exposures.ts';
import type { People } from './evidence-contract.ts';

/**
 * The people whose data decides: those exposed up to `since`, which is `waiting` before the end. `first`: the planned number of
 * people, exposed up to `since`, with their values up to `until`; null until all of them are complete. In milliseconds after the
 * start.
 */
export type Cohort = {
  everyone: number;
  mature: number;
  since: number;
  waiting: number;
  first: { since: number; until: number } | null;
};

type Asked = { people: People; windowMs: number | null; planned: number | null };

export function exposureTimesOf({ people, since }: Pick<Exposed, 'people' | 'since'>): Float64Array {
  const times = new Float64Array(people.length);
  for (let index = 0; index < people.length; index++) times[index] = since[people[index] ?? 0] ?? 0;
  return times.sort();
}

/** Chooses the people of a run by their rising times. Without a window everyone is mature. */
export function cohortOf(times: Float64Array, run: Run, { people, windowMs, planned }: Asked): Cohort {
  const end = run.end - run.start;
  const latest = end - (windowMs ?? 0);
  const waiting = people === 'mature' ? (windowMs ?? 0) : 0;
  return {
    everyone: times.length,
    // Times are whole milliseconds.
    mature: firstFrom(times, Math.floor(latest) + 1),
    since: end - waiting,
    waiting,
    first: firstOf(times, planned, waiting, end),
  };
}

type Asking = {
  times: Float64Array;
  run: Run;
  people: People;
  planned: { launched: number | null };
  areSimulated: boolean;
};

/** Chooses the people that a metric counts, by its window. Simulated people have no events still to come. */
export function cohortIn({ times, run, people, planned, areSimulated }: Asking, metric: Metric) {
  const windowDays = areSimulated ? null : metricKinds[metric.kind].windowDays(metric);
  const windowMs = windowDays === null ? null : windowDays * dayMs;
  return { windowDays, windowMs, cohort: cohortOf(times, run, { people, windowMs, planned: planned.launched }) };
}

function firstOf(times: Float64Array, planned: number | null, waiting: number, end: number): Cohort['first'] {
  const last = planned === null ? undefined : times[planned - 1];
  return last === undefined || last + waiting > end ? null : { since: last, until: last + waiting };
}

/** Counts the persons exposed up to `until` by variant. */
export function countByVariant(exposed: Exposed, until: number, variants: number): number[] {
  const counts = Array.from({ length: variants }, () => 0);
  eachExposed(exposed, until, (_person, variant) => {
    counts[variant] = (counts[variant] ?? 0) + 1;
  });
  return counts;
}

/** Counts the persons exposed up to `until` by variant and value. */
export function histogramsOf(exposed: Exposed, values: Float64Array, until: number, variants: number): Histogram[] {
  const histograms: Histogram[] = Array.from({ length: variants }, () => new Map());
  // Most people have 0: a number is counted faster than an entry.
  const zeros = new Int32Array(variants);
  eachExposed(exposed, until, (person, variant) => {
    const histogram = histograms[variant];
    const value = values[person] ?? 0;
    if (value === 0) zeros[variant] = (zeros[variant] ?? 0) + 1;
    else histogram?.set(value, (histogram.get(value) ?? 0) + 1);
  });
  for (const [variant, people] of zeros.entries()) if (people > 0) histograms[variant]?.set(0, people);
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
  eachExposed(exposed, until, (person, variant) => {
    groups[variant]?.values.push(values[person] ?? 0);
    groups[variant]?.below.push(divisors[person] ?? 0);
  });
  return groups;
}
