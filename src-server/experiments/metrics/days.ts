export const dayMs = 86_400_000;

/** Milliseconds UTC, both ends included. */
export type Run = { start: number; end: number };

/** The UTC days of a run: their number, and which of them (from 0) an offset in milliseconds after the start is on. */
export function daysOf({ start, end }: Run): { count: number; of(offset: number): number } {
  const first = Math.floor(start / dayMs);
  return {
    count: Math.max(0, Math.floor(end / dayMs) - first + 1),
    of: (offset) => Math.floor((start + offset) / dayMs) - first,
  };
}

/** The date of a day of a run, as ISO 8601 has it. */
export const dateOf = ({ start }: Run, day: number): string =>
  new Date((Math.floor(start / dayMs) + day) * dayMs).toISOString().slice(0, 10);

/** Numbers by variant and day of the run. */
export type Daily = Float64Array[];

export const daily = (variants: number, days: number): Daily =>
  Array.from({ length: variants }, () => new Float64Array(days));

export const count = (numbers: Daily, variant: number, day: number, by = 1): void => {
  const ofVariant = numbers[variant] as Float64Array;
  ofVariant[day] = (ofVariant[day] ?? 0) + by;
};

/** What there was of it by the end of each day. */
export const cumulated = (numbers: Daily): Daily =>
  numbers.map((ofVariant) => {
    let sum = 0;
    return ofVariant.map((number) => {
      sum += number;
      return sum;
    });
  });

/** At most so many of the days from `first` on, evenly spread, the last one always among them. */
export function thinned(first: number, end: number, most: number): number[] {
  const length = Math.max(0, end - first);
  if (length <= most) return Array.from({ length }, (_, index) => first + index);
  return Array.from({ length: most }, (_, index) => first + Math.round((index * (length - 1)) / (most - 1)));
}
