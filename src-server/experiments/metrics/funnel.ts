import { dayMs } from '../../core/text/time-contract.ts';
import type { Database } from '../../database/open.ts';
import { eachExposed } from '../results/exposures/exposures.ts';
import { count, type Daily, daily, daysOf } from './days.ts';
import { addValue, type CountedMetric, noValues, type PersonValues } from './person-values.ts';
import { visitOccurrences } from './rows/occurrences.ts';

/**
 * People who reached each funnel step, by variant, of those exposed up to `exposedUntil`; and of all who reached the last one, by
 * variant and UTC day, and by person.
 */
export type Funnel = { steps: number[][]; successes: Daily; values: PersonValues };

/**
 * Finds how far each exposed person got: at each step the earliest event after the previous one, ordered by (timestamp, id),
 * within the window from the exposure. Taking the earliest leaves the most time for later steps. One pass per step, in any order
 * of events. Yields periodically.
 */
export function* countFunnel(
  database: Database,
  { metric, exposed, bounds, variants, until, exposedUntil = Infinity, log }: CountedMetric,
): Generator<void, Funnel> {
  const { since, variant } = exposed;
  const days = daysOf(bounds);
  const windowMs = (metric.windowDays ?? Number.POSITIVE_INFINITY) * dayMs;
  const steps: number[][] = [];
  let people = exposed.people;
  let reached = { at: since, id: new Float64Array(since.length).fill(-1) };
  for (const entry of metric.entries) {
    const next = { at: new Float64Array(since.length).fill(Infinity), id: new Float64Array(since.length) };
    const isWanted = (person: number, offset: number, id: number): boolean =>
      isAfter(offset, id, reached, person) &&
      offset - (since[person] ?? 0) <= windowMs &&
      !isAfter(offset, id, next, person);
    const occurred = (person: number, offset: number, id: number) => {
      next.at[person] = offset;
      next.id[person] = id;
    };
    yield* visitOccurrences(database, { entry, exposed, bounds, needsId: true, isWanted }, occurred);
    people = people.filter((person) => next.at[person] !== Infinity);
    const ofStep = new Array<number>(variants).fill(0);
    eachExposed({ people, since, variant }, exposedUntil, (_, index) => {
      ofStep[index] = (ofStep[index] ?? 0) + 1;
    });
    steps.push(ofStep);
    reached = next;
  }
  const successes = daily(variants, days.count);
  const values = noValues(since.length, { until, log });
  for (const person of people) {
    const at = reached.at[person] ?? 0;
    count(successes, (variant[person] ?? 0) - 1, days.of(at));
    addValue(values, person, at, until);
  }
  return { steps, successes, values };
}

type Reached = { at: Float64Array; id: Float64Array };

function isAfter(offset: number, id: number, { at, id: ids }: Reached, person: number): boolean {
  const before = at[person] ?? 0;
  return offset > before || (offset === before && id > (ids[person] ?? 0));
}
