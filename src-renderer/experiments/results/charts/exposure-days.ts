import { utcDay } from 'd3-time';
import { sumOf } from '#server/core/sum-contract.ts';
import type { Exposure } from '#server/experiments/results/results-contract.ts';

export type ExposureDay = { date: string; byVariant: Record<string, number>; total: number };

/** Counts new exposures per day, including days without any. */
export function exposuresPerDay({ days }: Exposure, variants: readonly string[]): ExposureDay[] {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return [];
  const known = new Map(days.map(({ date, by_variant: counts }) => [date, counts]));
  return utcDay.range(new Date(first.date), utcDay.offset(new Date(last.date), 1)).map((day) => {
    const date = day.toISOString().slice(0, 10);
    return dayOf(date, variants, (key) => known.get(date)?.[key] ?? 0);
  });
}

/** Sums exposures up to the end of each day. */
export function exposuresUpToDay(days: readonly ExposureDay[], variants: readonly string[]): ExposureDay[] {
  const sums = new Map<string, number>();
  return days.map(({ date, byVariant }) =>
    dayOf(date, variants, (key) => {
      const sum = (sums.get(key) ?? 0) + (byVariant[key] ?? 0);
      sums.set(key, sum);
      return sum;
    }),
  );
}

function dayOf(date: string, variants: readonly string[], countOf: (key: string) => number): ExposureDay {
  const byVariant = Object.fromEntries(variants.map((key) => [key, countOf(key)]));
  return { date, byVariant, total: sumOf(Object.values(byVariant)) };
}
