import { byPlace } from '../../core/by-place.ts';
import { copyOf } from '../columns/columns.ts';
import type { Exposed } from '../results/exposures/exposures.ts';
import { daysOf, type Run } from './days.ts';
import type { Metric } from './metric.ts';
import type { Bounds } from './rows/row-cache.ts';

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

/**
 * Each added amount: by person and moment (milliseconds after the start). `amount`: null while each is 1. The arrays have room for
 * more than `length`. `byDay`: see `peopleByDay`, null before.
 */
export type ValueLog = {
  length: number;
  person: Int32Array;
  at: Float64Array;
  amount: Float64Array | null;
  byDay: Int32Array[] | null;
};

/** Memory that is not written to yet costs nothing. */
const firstRoom = 16_384;
const growth = 4;
export const emptyLog = (): ValueLog => ({
  length: 0,
  person: new Int32Array(firstRoom),
  at: new Float64Array(firstRoom),
  amount: null,
  byDay: null,
});

export function addToLog(log: ValueLog, person: number, at: number, amount: number): void {
  const { length } = log;
  if (length === log.person.length) {
    log.person = copyOf(log.person, growth * length);
    log.at = copyOf(log.at, growth * length);
    log.amount &&= copyOf(log.amount, growth * length);
  }
  if (amount !== 1) log.amount ??= new Float64Array(log.person.length).fill(1, 0, length);
  log.person[length] = person;
  log.at[length] = at;
  if (log.amount !== null) log.amount[length] = amount;
  log.length = length + 1;
}

/** Lists the people of the entries on each day of the run; call it once all are added. */
export function peopleByDay(log: ValueLog, run: Run): Int32Array[] {
  const { length, person, at } = log;
  const days = daysOf(run);
  log.byDay ??= byPlace(length, days.count, (entry) => days.of(at[entry] ?? 0), person);
  return log.byDay;
}

/** Returns the amount of an entry below `length`. */
export const amountIn = ({ amount }: ValueLog, index: number): number => (amount === null ? 1 : (amount[index] ?? 0));

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
  if (log !== null) addToLog(log, person, at, by);
}
