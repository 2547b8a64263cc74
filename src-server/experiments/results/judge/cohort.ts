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
  // The bits of numbers from 0 on have the same order, and are sorted several times as fast.
  new BigUint64Array(times.buffer).sort();
  return times;
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

/** Numbers up to this one are counted in an array. */
const maxSmall = 255;

/** Counts the persons exposed up to `until` by variant and value. */
export function histogramsOf(exposed: Exposed, values: Float64Array, until: number, variants: number): Histogram[] {
  const histograms: Histogram[] = Array.from({ length: variants }, () => new Map());
  // Most people have a small whole number: those are counted faster than entries.
  const counts = Array.from({ length: variants }, () => new Int32Array(maxSmall + 1));
  eachExposed(exposed, until, (person, variant) => {
    const value = values[person] ?? 0;
    const ofVariant = counts[variant];
    const known = isSmall(value) ? ofVariant?.[value] : undefined;
    // The entries are in the order of the first person with each, as sums of fractions depend on it; 0 comes last.
    if (known === undefined) addTo(histograms[variant], value, 1);
    else {
      if (known === 0 && value !== 0) addTo(histograms[variant], value, 0);
      if (ofVariant !== undefined) ofVariant[value] = known + 1;
    }
  });
  for (const [variant, ofVariant] of counts.entries()) {
    for (const [value, people] of ofVariant.entries()) if (people > 0) addTo(histograms[variant], value, people);
  }
  return histograms;
}

const isSmall = (value: number): boolean => value >= 0 && value <= maxSmall && Number.isInteger(value);

function addTo(histogram: Histogram | undefined, value: number, people: number): void {
  histogram?.set(value, (histogram.get(value) ?? 0) + people);
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
