import { type Histogram, type Sample, sampleOf } from '../../../statistics/sample.ts';
import { capFor } from '../judge/weigh.ts';
import type { Course, Histories } from './histories.ts';
import { parts, type ReplayedMetric } from './replayed.ts';

/**
 * How a sample changes at a look. Class `classes[i]` makes the transition `which[i]`; `by` has the parts that a person adds in a
 * transition, in a row. The first `ones` are of single persons.
 */
export type LookChanges = { classes: Int32Array; which: Int32Array; ones: number; by: Float64Array };

/** `looks`: from each look to the next. `first`: of the one test at the planned number of people. */
export type MetricChanges = { looks: LookChanges[]; first: LookChanges | null };

/** Returns how the samples of a metric change from look to look. Values are capped as the page does: over everyone at the look. */
export function* changesOf(
  { sizes, singles, courses }: Histories,
  metric: number,
  { kind, capShare, since, first }: ReplayedMetric,
): Generator<void, MetricChanges> {
  const ofMetric = courses[metric] ?? [];
  const values = new Float64Array(sizes.length).fill(Number.NaN);
  const capped = new Float64Array(sizes.length).fill(Number.NaN);
  const at = stepsByLook(ofMetric, since.length);
  const histogram: Histogram = new Map();
  const looks: LookChanges[] = [];
  for (const steps of at) {
    for (let step = 0; step < steps.length; step += 2) {
      const [index, amount] = [steps[step] as number, steps[step + 1] as number];
      const [before, people] = [values[index] as number, sizes[index] as number];
      const value = (Number.isNaN(before) ? 0 : before) + amount;
      if (!Number.isNaN(before)) count(histogram, before, -people);
      count(histogram, value, people);
      values[index] = value;
    }
    const cap = capFor(kind, [histogram], capShare);
    const collected = collector(singles);
    for (let index = 0; index < values.length; index++) {
      const value = values[index] as number;
      if (Number.isNaN(value)) continue;
      const [before, now] = [capped[index] as number, Math.min(value, cap)];
      if (before === now) continue;
      collected.add(index, before, now);
      capped[index] = now;
    }
    looks.push(collected.take());
    yield;
  }
  return { looks, first: first === null ? null : firstChanges(ofMetric, sizes, singles, { kind, capShare }) };
}

/** By look, pairs of a class and its amount. */
function stepsByLook(courses: readonly Course[], looks: number): number[][] {
  const at: number[][] = Array.from({ length: looks }, () => []);
  for (const [index, { enters, steps }] of courses.entries()) {
    at[enters]?.push(index, 0);
    for (let step = 0; step < steps.length; step += 2)
      at[steps[step] as number]?.push(index, steps[step + 1] as number);
  }
  return at;
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
  { kind, capShare }: Pick<ReplayedMetric, 'kind' | 'capShare'>,
) {
  const histogram: Histogram = new Map();
  for (const [index, { early }] of courses.entries()) {
    if (early !== null) count(histogram, early, sizes[index] as number);
  }
  const cap = capFor(kind, [histogram], capShare);
  const collected = collector(singles);
  for (const [index, { early }] of courses.entries()) {
    if (early !== null) collected.add(index, Number.NaN, Math.min(early, cap));
  }
  return collected.take();
}

const nobody: Sample = { n: 0, sum: 0, squares: 0, cubes: 0, active: 0 };
const sampleWith = (value: number) => (Number.isNaN(value) ? nobody : sampleOf(new Map([[value, 1]])));

/** Collects changes of values, of rising classes; NaN is the value of somebody who is not counted. */
function collector(singles: number) {
  const transitions = new Map<number, Map<number, number>>();
  const classes: number[] = [];
  const which: number[] = [];
  const by: number[] = [];
  let ones = 0;
  const transition = (before: number, now: number): number => {
    const from = transitions.get(before) ?? new Map<number, number>();
    transitions.set(before, from);
    const known = from.get(now);
    if (known !== undefined) return known;
    const added = by.length / parts.length;
    from.set(now, added);
    const [old, sample] = [sampleWith(before), sampleWith(now)];
    for (const part of parts) by.push(sample[part] - old[part]);
    return added;
  };
  return {
    add(index: number, before: number, now: number) {
      classes.push(index);
      which.push(transition(before, now));
      if (index < singles) ones += 1;
    },
    take: (): LookChanges => ({
      ...{ classes: Int32Array.from(classes), which: Int32Array.from(which) },
      ...{ ones, by: Float64Array.from(by) },
    }),
  };
}
