import { dayMs } from '../../core/text/time-contract.ts';

/** Returns days as a window that excludes the first millisecond after them. */
export const fullDays = (days: number): number => days - 0.5 / dayMs;

/** Milliseconds UTC, both inclusive. */
export type Run = { start: number; end: number };

/** Returns the UTC days of a run: their number, and the day (from 0) of an offset in milliseconds after the start. */
export function daysOf({ start, end }: Run): { count: number; of(offset: number): number } {
  const first = Math.floor(start / dayMs);
  return {
    count: Math.max(0, Math.floor(end / dayMs) - first + 1),
    of: (offset) => Math.floor((start + offset) / dayMs) - first,
  };
}

export const dateOf = ({ start }: Run, day: number): string =>
  new Date((Math.floor(start / dayMs) + day) * dayMs).toISOString().slice(0, 10);

/** Numbers by variant and day of a run. */
export type Daily = Float64Array[];

export const daily = (variants: number, days: number): Daily =>
  Array.from({ length: variants }, () => new Float64Array(days));

export const count = (numbers: Daily, variant: number, day: number, by = 1): void => {
  const ofVariant = numbers[variant] as Float64Array;
  ofVariant[day] = (ofVariant[day] ?? 0) + by;
};

/** Returns the cumulative value at the end of each day. */
export const cumulated = (numbers: Daily): Daily =>
  numbers.map((ofVariant) => {
    let sum = 0;
    return ofVariant.map((number) => {
      sum += number;
      return sum;
    });
  });

/** Returns up to `max` of the days from `first` on, evenly spaced, always including the last. */
export function thinned(first: number, end: number, max: number): number[] {
  const length = Math.max(0, end - first);
  if (length <= max) return Array.from({ length }, (_, index) => first + index);
  return Array.from({ length: max }, (_, index) => first + Math.round((index * (length - 1)) / (max - 1)));
}
