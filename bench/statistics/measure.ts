import {
  type Covered,
  coverage,
  dailyWithoutDifference,
  onceWithoutDifference,
  powerAtPlan,
  type Said,
} from './audit.ts';
import type { Cell } from './cells.ts';

/** Lifts whose intervals are counted. */
export const lifts = [0, 0.2, 1];
/** The planned effect, percent; daily looks; the usual runs of each kind. */
export const plannedEffect = 10;
export const days = 30;
const usualRuns = { once: 4000, daily: 500, coverage: 1500, power: 2000 };

export type Measured = {
  variants: number;
  split: string;
  behavior: string;
  once: Said;
  planned: Said;
  unplanned: Said;
  coverage: (Covered | null)[];
  power: { runs: number; power: number } | null;
};

/** Measures a cell; `seed` gives the same numbers in each run. `part` of the usual runs. */
export function measure(cell: Cell, seed: number, part = 1): Measured {
  if (!(part > 0)) throw new RangeError(`The part of the runs must be above 0, not ${part}`);
  const times = (count: number) => Math.ceil(count * part);
  return {
    variants: cell.variants,
    split: cell.split.name,
    behavior: cell.behavior.name,
    once: onceWithoutDifference(cell, times(usualRuns.once), seed),
    planned: dailyWithoutDifference(cell, times(usualRuns.daily), seed + 1, days, true),
    unplanned: dailyWithoutDifference(cell, times(usualRuns.daily), seed + 2, days, false),
    coverage: lifts.map((lift, index) => coverage(cell, times(usualRuns.coverage), seed + 3 + index, lift)),
    power: powerAtPlan(cell, times(usualRuns.power), seed + 7, plannedEffect),
  };
}
