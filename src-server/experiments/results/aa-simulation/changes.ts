import type { Histogram } from '../../../statistics/sample.ts';
import type { Statistic } from '../../metrics/kind-contract.ts';
import { capFor } from '../judge/weigh.ts';
import { collector, type LookChanges } from './collector.ts';
import type { Amounts, Course, Histories } from './histories.ts';
import type { PooledMetric } from './pooled.ts';

/** `looks`: from each look to the next. `first`: of the one test at the planned number of people. */
export type MetricChanges = { looks: LookChanges[]; first: LookChanges | null };

/**
 * Returns how the samples of a metric change from look to look. Values are capped as the page does: over everyone at the look.
 */
export function* changesOf(
  { sizes, singles, courses }: Histories,
  metric: number,
  { kind, capShare, since, first }: PooledMetric,
): Generator<void, MetricChanges> {
  const ofMetric = courses[metric] ?? [];
  const own = runningTotals(ofMetric, sizes, since.length);
  const divisors = kind === 'ratio' ? runningTotals(belowOf(ofMetric), sizes, since.length) : null;
  const capped = new Float64Array(sizes.length).fill(Number.NaN);
  const cappedBelow = new Float64Array(sizes.length);
  const looks: LookChanges[] = [];
  for (let look = 0; look < since.length; look++) {
    own.advance(look);
    divisors?.advance(look);
    const cap = capFor(kind, [own.histogram], capShare);
    const capBelow = divisors === null ? 0 : capFor(kind, [divisors.histogram], capShare);
    const collected = collector(singles, kind);
    for (let index = 0; index < sizes.length; index++) {
      const value = own.values[index] ?? Number.NaN;
      if (Number.isNaN(value)) continue;
      const [before, beforeBelow] = [capped[index] ?? Number.NaN, cappedBelow[index] ?? 0];
      const now = Math.min(value, cap);
      const nowBelow = divisors === null ? 0 : Math.min(divisors.values[index] ?? 0, capBelow);
      if (before === now && beforeBelow === nowBelow) continue;
      collected.add(index, before, beforeBelow, now, nowBelow);
      capped[index] = now;
      cappedBelow[index] = nowBelow;
    }
    looks.push(collected.take());
    yield;
  }
  return { looks, first: first === null ? null : firstChanges(ofMetric, sizes, singles, { kind, capShare }) };
}

const none: Amounts = { enters: Number.POSITIVE_INFINITY, steps: [], early: null };
const belowOf = (courses: readonly Course[]) => courses.map(({ below }) => below ?? none);

/** Keeps the sum of each class up to a look, NaN while it does not count, and the number of people by value. */
function runningTotals(courses: readonly Amounts[], sizes: Int32Array, looks: number) {
  const values = new Float64Array(sizes.length).fill(Number.NaN);
  const histogram: Histogram = new Map();
  const at = stepsByLook(courses, looks);
  const advance = (look: number) => {
    eachPair(at[look] ?? [], (index, amount) => {
      const [before, people] = [values[index] ?? Number.NaN, sizes[index] ?? 0];
      const value = (Number.isNaN(before) ? 0 : before) + amount;
      if (!Number.isNaN(before)) count(histogram, before, -people);
      count(histogram, value, people);
      values[index] = value;
    });
  };
  return { values, histogram, advance };
}

/** Returns pairs of a class and its amount, by look. */
function stepsByLook(courses: readonly Amounts[], looks: number): number[][] {
  const at: number[][] = Array.from({ length: looks }, () => []);
  for (const [index, { enters, steps }] of courses.entries()) {
    at[enters]?.push(index, 0);
    eachPair(steps, (look, amount) => at[look]?.push(index, amount));
  }
  return at;
}

function eachPair(numbers: readonly number[], visit: (first: number, second: number) => void): void {
  for (let index = 0; index < numbers.length; index += 2) visit(numbers[index] ?? 0, numbers[index + 1] ?? 0);
}

function count(histogram: Histogram, value: number, people: number): void {
  const whole = (histogram.get(value) ?? 0) + people;
  if (whole === 0) histogram.delete(value);
  else histogram.set(value, whole);
}

function firstChanges(
  courses: readonly Course[],
  sizes: Int32Array,
  singles: number,
  { kind, capShare }: { kind: Statistic; capShare?: number | null | undefined },
) {
  const capIn = (some: readonly Amounts[]) => {
    const histogram: Histogram = new Map();
    for (const [index, { early }] of some.entries()) if (early !== null) count(histogram, early, sizes[index] ?? 0);
    return capFor(kind, [histogram], capShare);
  };
  const [cap, capBelow] = [capIn(courses), kind === 'ratio' ? capIn(belowOf(courses)) : 0];
  const collected = collector(singles, kind);
  for (const [index, { early, below }] of courses.entries()) {
    if (early !== null)
      collected.add(index, Number.NaN, 0, Math.min(early, cap), Math.min(below?.early ?? 0, capBelow));
  }
  return collected.take();
}
