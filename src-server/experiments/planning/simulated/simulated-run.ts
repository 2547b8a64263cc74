import type { Histogram } from '../../../statistics/sample.ts';
import type { VariantOutcome } from '../../results/verdict/verdict-contract.ts';
import { type Distribution, drawInto, seededUniform } from './draw.ts';
import { judged, type Setup } from './judged.ts';

/** `people` of all variants arrive evenly over `days`; `values` by variant, control first. */
export type SimulatedRun = { setup: Setup; values: readonly Distribution[]; people: number; days: number };

/** `firstDay` on which the outcomes were as asked, from 1, or null; `isAtEnd`: on the last one, at the planned number of people. */
export type Said = { firstDay: number | null; isAtEnd: boolean };

/** Simulates one run and judges it on each day, as the results page does. The same seed gives the same run. */
export function lookDaily(
  { setup, values, people, days }: SimulatedRun,
  seed: number,
  says: (outcomes: readonly VariantOutcome[]) => boolean,
): Said {
  const uniform = seededUniform(seed);
  const whole = setup.weights.reduce((sum, weight) => sum + weight, 0);
  const peopleBy = (weight: number, day: number) => Math.round((people * weight * day) / (whole * days));
  const arms = setup.weights.map((weight, index) => ({
    weight,
    distribution: values[index] ?? [],
    group: new Map() as Histogram,
  }));
  const groups = arms.map(({ group }) => group);
  let firstDay: number | null = null;
  for (let day = 1; day <= days; day++) {
    for (const { weight, distribution, group } of arms) {
      const arriving = peopleBy(weight, day) - peopleBy(weight, day - 1);
      drawInto(group, uniform, arriving, distribution);
    }
    const isLast = day === days;
    if (firstDay !== null && !isLast) continue;
    const isSaid = says(judged(setup, groups, { people, first: isLast ? groups : null }).outcomes);
    if (isSaid) firstDay ??= day;
    if (isLast) return { firstDay, isAtEnd: isSaid };
  }
  return { firstDay, isAtEnd: false };
}
