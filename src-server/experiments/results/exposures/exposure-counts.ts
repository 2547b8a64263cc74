import { maxListedDays } from '../../../core/contract.ts';
import { sumOf } from '../../../core/sum-contract.ts';
import { isoTime } from '../../../core/text/time-contract.ts';
import { count, type Daily, daily, dateOf, daysOf, type Run } from '../../metrics/days.ts';
import type { Exposure } from '../results-contract.ts';
import type { Exposed } from './exposures.ts';

export function countByDay({ people, since, variant }: Exposed, run: Run, variants: number): Daily {
  const days = daysOf(run);
  const perDay = daily(variants, days.count);
  for (const person of people) count(perDay, (variant[person] ?? 0) - 1, days.of(since[person] ?? 0));
  return perDay;
}

/** Sums up who was exposed. `times`: of all exposures, rising. */
export function exposureOf(
  { times, exposuresByDay, ...exposed }: Exposed & { times: Float64Array; exposuresByDay: Daily },
  run: Run,
  variants: readonly string[],
): Exposure {
  const dayCount = daysOf(run).count;
  const first = Math.max(0, dayCount - maxListedDays);
  const [from, to] = [times[0], times.at(-1)];
  const byVariant = (numberOf: (ofVariant: Float64Array) => number) =>
    Object.fromEntries(variants.map((key, index) => [key, numberOf(exposuresByDay[index] as Float64Array)]));
  return {
    source: exposed.source,
    total: times.length,
    by_variant: byVariant(sumOf),
    in_several_variants: exposed.inSeveral,
    other_values: exposed.otherValues,
    excluded: exposed.excluded,
    first_at: from === undefined ? null : isoTime(run.start + from),
    last_at: to === undefined ? null : isoTime(run.start + to),
    days: Array.from({ length: dayCount - first }, (_, index) => ({
      date: dateOf(run, first + index),
      by_variant: byVariant((ofVariant) => ofVariant[first + index] ?? 0),
    })),
  };
}
