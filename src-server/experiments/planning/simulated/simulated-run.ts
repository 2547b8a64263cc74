import type { Histogram } from '../../../statistics/sample.ts';
import { seededUniform } from '../../../statistics/seeded-uniform.ts';
import type { VariantOutcome } from '../../results/verdict/verdict-contract.ts';
import { type Distribution, drawInto, sharesOf } from './draw.ts';
import { judged, type Setup } from './judged.ts';

/** `people` of all variants arrive evenly over `days` and get a variant by chance; `values` by variant, control first. */
export type SimulatedRun = { setup: Setup; values: readonly Distribution[]; people: number; days: number };

/** `firstDay` with the requested outcomes, from 1, or null; `isAtEnd`: on the last one, at the planned number of people. */
export type RunOutcome = { firstDay: number | null; isAtEnd: boolean };

/** Simulates one run and judges it on each day, as the results page does. The same seed gives the same run. */
export function lookDaily(
  { setup, values, people, days }: SimulatedRun,
  seed: number,
  says: (outcomes: readonly VariantOutcome[]) => boolean,
): RunOutcome {
  const uniform = seededUniform(seed);
  const peopleBy = (day: number) => Math.round((people * day) / days);
  const shares = sharesOf(setup.weights);
  const groups = setup.weights.map((): Histogram => new Map());
  let firstDay: number | null = null;
  for (let day = 1; day <= days; day++) {
    const arriving = new Map<number, number>();
    drawInto(arriving, uniform, peopleBy(day) - peopleBy(day - 1), shares);
    for (const [index, group] of groups.entries())
      drawInto(group, uniform, arriving.get(index) ?? 0, values[index] ?? []);
    const isLast = day === days;
    if (firstDay !== null && !isLast) continue;
    const isSaid = says(judged(setup, groups, { people, first: isLast ? groups : null }).outcomes);
    if (isSaid) firstDay ??= day;
    if (isLast) return { firstDay, isAtEnd: isSaid };
  }
  return { firstDay, isAtEnd: false };
}
