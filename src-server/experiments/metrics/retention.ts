import { dayMs } from '../../core/text/time-contract.ts';
import type { Database } from '../../database/open.ts';
import { count, type Daily, daily, daysOf } from './days.ts';
import { addValue, type CountedMetric, noValues, type PersonValues } from './person-values.ts';
import { visitOccurrences } from './rows/occurrences.ts';

/**
 * Finds who did any of the events in the days of the metric after their exposure: people who came back by variant and UTC day of
 * their first return, and by person. A day is 24 hours from the exposure; the first is 0. Yields periodically.
 */
export function* countReturns(
  database: Database,
  { metric, exposed, bounds, variants, until, log }: CountedMetric,
): Generator<void, { successes: Daily; values: PersonValues }> {
  const { since, variant, people } = exposed;
  const [from, to] = metric.returnDays ?? [0, 0];
  const first = new Float64Array(since.length).fill(Infinity);
  const isWanted = (person: number, offset: number): boolean => {
    const after = offset - (since[person] ?? 0);
    return after >= from * dayMs && after < (to + 1) * dayMs && offset < (first[person] ?? Infinity);
  };
  const occurred = (person: number, offset: number) => {
    first[person] = offset;
  };
  for (const entry of metric.entries) {
    yield* visitOccurrences(database, { entry, exposed, bounds, needsId: false, isWanted }, occurred);
  }
  const days = daysOf(bounds);
  const successes = daily(variants, days.count);
  const values = noValues(since.length, { until, log });
  for (const person of people) {
    const at = first[person] ?? Infinity;
    if (at === Infinity) continue;
    count(successes, (variant[person] ?? 0) - 1, days.of(at));
    addValue(values, person, at, until);
  }
  return { successes, values };
}
