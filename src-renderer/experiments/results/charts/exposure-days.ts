import { utcDay } from 'd3-time';
import { sumOf } from '#server/core/sum-contract.ts';
import type { Exposure, MetricResult } from '#server/experiments/results/results-contract.ts';

export type ExposureDay = { date: string; byVariant: Record<string, number>; total: number };

/** Counts new exposures per day of the run, including days without any, so that a stop of arrivals is visible. */
export function exposuresPerDay(
  { days }: Exposure,
  variants: readonly string[],
  run: MetricResult['run'],
): ExposureDay[] {
  const ofRun = run === null ? [] : [Date.parse(run.start), Date.parse(run.end) - 1];
  const times = [...days.map(({ date }) => Date.parse(date)), ...ofRun];
  if (times.length === 0) return [];
  const known = new Map(days.map(({ date, by_variant: counts }) => [date, counts]));
  const [first, last] = [utcDay.floor(new Date(Math.min(...times))), new Date(Math.max(...times))];
  return utcDay.range(first, utcDay.offset(utcDay.floor(last), 1)).map((day) => {
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
