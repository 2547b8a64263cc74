import type { Database } from '../../database/open.ts';
import type { Exposed } from '../results/exposures.ts';
import { count, type Daily, daily, dayMs, daysOf } from './days.ts';
import type { Entry } from './metric.ts';
import { visitOccurrences } from './occurrences.ts';
import { addValue, type CountedMetric, noValues, type PersonValues } from './person-values.ts';

/**
 * A trend by variant and UTC day: matching events, the increase of the sum of squared events per person, and active people; and
 * the events of each person.
 */
export type Trend = { events: Daily; squares: Daily; people: Daily; values: PersonValues };

/** Counts the events that match any entry, each once, within the window from the exposure. Yields periodically. */
export function* countTrend(
  database: Database,
  {
    entries,
    windowDays,
    exposed,
    bounds,
    variants,
    until,
    log,
  }: Omit<CountedMetric, 'metric'> & {
    entries: Entry[];
    windowDays: number | null;
  },
): Generator<void, Trend> {
  const days = daysOf(bounds);
  const byDay: number[][] = Array.from({ length: days.count }, () => []);
  // Only needed where an event can match twice.
  const seen = entries.length > 1 ? new Uint8Array((bounds.newestId >> 3) + 1) : null;
  const isNew = (id: number): boolean => seen === null || ((seen[id >> 3] ?? 0) & (1 << (id & 7))) === 0;
  const values = noValues(exposed.since.length, { until, log });
  const { since } = exposed;
  const windowMs = (windowDays ?? Number.POSITIVE_INFINITY) * dayMs;
  const occurred = (person: number, offset: number, id: number) => {
    if (seen !== null) seen[id >> 3] = (seen[id >> 3] ?? 0) | (1 << (id & 7));
    byDay[days.of(offset)]?.push(person);
    addValue(values, person, offset, until);
  };
  for (const entry of entries) {
    const isWanted = (person: number, offset: number, id: number) =>
      offset - (since[person] as number) <= windowMs && isNew(id);
    yield* visitOccurrences(database, { entry, exposed, bounds, needsId: seen !== null, isWanted }, occurred);
  }
  return { ...tally(byDay, exposed, variants), values };
}

/** By day, since late events come in any order and each one's increase depends on earlier ones of the person. */
function tally(byDay: number[][], { variant, personOf }: Exposed, variants: number): Omit<Trend, 'values'> {
  const trend = {
    events: daily(variants, byDay.length),
    squares: daily(variants, byDay.length),
    people: daily(variants, byDay.length),
  };
  const counts = new Float64Array(personOf.length);
  const lastDay = new Int32Array(personOf.length).fill(-1);
  for (const [day, people] of byDay.entries()) {
    for (const person of people) {
      const index = (variant[person] ?? 0) - 1;
      const before = counts[person] ?? 0;
      counts[person] = before + 1;
      count(trend.events, index, day);
      count(trend.squares, index, day, 2 * before + 1);
      if (lastDay[person] === day) continue;
      lastDay[person] = day;
      count(trend.people, index, day);
    }
  }
  return trend;
}
