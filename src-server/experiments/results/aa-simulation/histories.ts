import { createHash } from 'node:crypto';
import { firstFrom } from '../../../core/first-from.ts';
import { amountIn, type ValueLog } from '../../metrics/person-values.ts';
import type { PooledMetric, PooledPeople } from './pooled.ts';

/**
 * The contributions of a person to a metric: `steps` are pairs of a look and an amount, in order. `early`: the amount in the one
 * test at the planned number of people; null for a person who is not in it.
 */
export type Amounts = { enters: number; steps: readonly number[]; early: number | null };
/** `below`: of a ratio, the contributions of a person to the divisor. */
export type Course = Amounts & { below: Amounts | null };

/**
 * Classes of people. Those exposed at the same look with the same values at the same looks are interchangeable, whichever variant
 * they get: only their number counts. `sizes`: people by class; the first `singles` have one person each. `courses`: by metric
 * and class. `digest` is the same for the same people with the same values.
 */
export type Histories = { sizes: Int32Array; singles: number; courses: Course[][]; digest: string };

/** Groups people by their values. */
export function historiesOf(pooled: PooledPeople): Histories {
  const { people, metrics } = pooled;
  const courses = metrics.map((metric) => coursesOf(pooled, metric));
  const classes = new Map<string, { person: number; size: number }>();
  for (let person = 0; person < people.length; person++) {
    let key = '';
    for (const ofMetric of courses) key += keyOf(ofMetric[person] as Course);
    const known = classes.get(key);
    if (known === undefined) classes.set(key, { person, size: 1 });
    else known.size += 1;
  }
  // In an order that does not depend on who got which variant.
  const inOrder = [...classes.keys()].sort();
  const sizeOf = (key: string) => classes.get(key)?.size ?? 0;
  const alone = inOrder.filter((key) => sizeOf(key) === 1);
  const ordered = [...alone, ...inOrder.filter((key) => sizeOf(key) > 1)];
  const hash = createHash('sha256');
  for (const key of ordered) hash.update(`${sizeOf(key)} ${key}\n`);
  return {
    sizes: Int32Array.from(ordered, sizeOf),
    singles: alone.length,
    courses: courses.map((ofMetric) => ordered.map((key) => ofMetric[classes.get(key)?.person ?? 0] as Course)),
    digest: hash.digest('hex'),
  };
}

const keyOf = ({ below, ...own }: Course) => amountsKey(own) + (below === null ? '' : amountsKey(below));
const amountsKey = ({ enters, steps, early }: Amounts) => `${enters};${steps.join()};${early ?? ''}|`;

/** Returns the courses by position in `people`. */
function coursesOf(pooled: PooledPeople, { log, below, ...metric }: PooledMetric): Course[] {
  const divisors = below && amountsOf(pooled, metric, below);
  return amountsOf(pooled, metric, log).map((own, index) => ({ ...own, below: divisors?.[index] ?? null }));
}

function amountsOf(
  { people, exposedAt, looks }: PooledPeople,
  { since, first }: Pick<PooledMetric, 'since' | 'first'>,
  log: ValueLog,
): Amounts[] {
  const lookOf = Int32Array.from(log.at.subarray(0, log.length), (time) => firstFrom(looks, time));
  const { order, ends } = inOrderOf(people, exposedAt.length, log, lookOf, looks.length);
  let from = 0;
  return people.map((person, index) => {
    const at = exposedAt[person] ?? Infinity;
    const enters = firstFrom(since, at);
    const isFirst = first !== null && at <= first.since;
    const steps: number[] = [];
    let early = 0;
    for (const to = ends[index] ?? 0; from < to; from++) {
      const entry = order[from] ?? 0;
      const amount = amountIn(log, entry);
      if (isFirst && (log.at[entry] ?? Infinity) <= first.until) early += amount;
      const look = Math.max(enters, lookOf[entry] ?? looks.length);
      if (look >= looks.length) continue;
      if (steps.at(-2) === look) steps.push((steps.pop() ?? 0) + amount);
      else steps.push(look, amount);
    }
    return { enters, steps, early: isFirst ? early : null };
  });
}

/** Sorts the log by person and look; `ends`: by position in `people`, where the next one's entries begin. */
function inOrderOf(people: readonly number[], persons: number, log: ValueLog, lookOf: Int32Array, looks: number) {
  const position = new Int32Array(persons).fill(-1);
  for (const [index, person] of people.entries()) position[person] = index;
  const byLook = countingSort(Int32Array.from(lookOf.keys()), lookOf, looks + 1).order;
  const ofPerson = Int32Array.from(log.person.subarray(0, log.length), (person) => position[person] ?? -1);
  const known = byLook.filter((entry) => (ofPerson[entry] ?? -1) >= 0);
  return countingSort(known, ofPerson, people.length);
}

/** Sorts entries by their number from 0 to `numbers` - 1; equal ones keep their order. */
function countingSort(entries: Int32Array, numberOf: Int32Array, numbers: number) {
  const ends = new Int32Array(numbers);
  for (const entry of entries) {
    const number = numberOf[entry] ?? 0;
    ends[number] = (ends[number] ?? 0) + 1;
  }
  let before = 0;
  for (const [number, count] of ends.entries()) {
    ends[number] = before;
    before += count;
  }
  const order = new Int32Array(entries.length);
  for (const entry of entries) {
    const number = numberOf[entry] ?? 0;
    const at = ends[number] ?? 0;
    order[at] = entry;
    ends[number] = at + 1;
  }
  return { order, ends };
}
