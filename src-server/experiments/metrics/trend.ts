import { countWords } from '../../core/text/numbers-contract.ts';
import { dayMs } from '../../core/text/time-contract.ts';
import type { Database } from '../../database/open.ts';
import type { Exposed } from '../results/exposures/exposures.ts';
import { count, type Daily, daily, daysOf, type Run } from './days.ts';
import type { MetricEntry } from './metric.ts';
import {
  addToLog,
  addValue,
  type CountedMetric,
  emptyLog,
  noValues,
  type PersonValues,
  peopleByDay,
  type ValueLog,
} from './person-values.ts';
import { visitOccurrences } from './rows/occurrences.ts';
import type { MetricWarning } from './warning-contract.ts';

/**
 * A trend by variant and UTC day: matching events, the increase of the sum of squared events per person, and active people; and
 * the events of each person.
 */
export type Trend = { events: Daily; squares: Daily; people: Daily; values: PersonValues };

/** `property`: summed by person in place of the events. `warnings`: get events whose property is not a number. */
type Asked = Omit<CountedMetric, 'metric'> & {
  entries: MetricEntry[];
  windowDays: number | null;
  property?: string | null;
  warnings?: MetricWarning[];
};

/** Counts the events that match any entry, each once, within the window from the exposure. Yields periodically. */
export function* countTrend(
  database: Database,
  { entries, windowDays, exposed, bounds, variants, until, log, property = null, warnings = [] }: Asked,
): Generator<void, Trend> {
  const { since } = exposed;
  // The log of values leaves out events without a number.
  const occurrences = property === null && log !== undefined ? log : emptyLog();
  // Only needed if an event can match twice.
  const seen = entries.length > 1 ? new Uint8Array((bounds.newestId >> 3) + 1) : null;
  const isNew = (id: number): boolean => seen === null || ((seen[id >> 3] ?? 0) & (1 << (id & 7))) === 0;
  const windowMs = (windowDays ?? Number.POSITIVE_INFINITY) * dayMs;
  const values = noValues(since.length, { until, log });
  let withoutNumber = 0;
  const occurred = (person: number, offset: number, id: number, value: number) => {
    if (seen !== null) seen[id >> 3] = (seen[id >> 3] ?? 0) | (1 << (id & 7));
    if (occurrences !== log) addToLog(occurrences, person, offset, 1);
    if (Number.isNaN(value)) withoutNumber += 1;
    else addValue(values, person, offset, until, value);
  };
  for (const entry of entries) {
    const isWanted = (person: number, offset: number, id: number) =>
      offset - (since[person] ?? 0) <= windowMs && isNew(id);
    const asked = { entry, exposed, bounds, property, needsId: seen !== null, isWanted };
    yield* visitOccurrences(database, asked, occurred);
  }
  const isUnseen = warnings.some(({ code, subject }) => code === 'unseen_property' && subject === property);
  if (withoutNumber > 0 && !isUnseen) {
    const events = countWords(withoutNumber, 'event has', 'events have');
    const detail = `${events} no number in "${property}", and count as 0.`;
    warnings.push({ code: 'no_number', subject: property ?? '', detail });
  }
  return { ...tally(occurrences, bounds, exposed, variants), values };
}

/** Counts events by day: late ones come in any order, and each one's increase depends on the person's earlier events. */
function tally(log: ValueLog, run: Run, { variant, personOf }: Exposed, variants: number) {
  const days = daysOf(run);
  const none = () => daily(variants, days.count);
  const trend = { events: none(), squares: none(), people: none() };
  const eventsOf = new Int32Array(personOf.length);
  const lastDay = new Int32Array(personOf.length).fill(-1);
  for (const [day, people] of peopleByDay(log, run).entries()) {
    // By the number of the variant.
    const [events, active] = [new Int32Array(variants + 1), new Int32Array(variants + 1)];
    const increases = new Float64Array(variants + 1);
    for (let index = 0; index < people.length; index++) {
      const who = people[index] ?? 0;
      const number = variant[who] ?? 0;
      const before = eventsOf[who] ?? 0;
      eventsOf[who] = before + 1;
      events[number] = (events[number] ?? 0) + 1;
      increases[number] = (increases[number] ?? 0) + 2 * before + 1;
      if (lastDay[who] === day) continue;
      lastDay[who] = day;
      active[number] = (active[number] ?? 0) + 1;
    }
    for (let index = 0; index < variants; index++) {
      count(trend.events, index, day, events[index + 1]);
      count(trend.squares, index, day, increases[index + 1]);
      count(trend.people, index, day, active[index + 1]);
    }
  }
  return trend;
}
