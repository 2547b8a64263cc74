import { coverage, dailyWithoutDifference, onceWithoutDifference, powerAtPlan } from './audit.ts';
import type { Cell } from './cells.ts';
import { errorOf, limits } from './limits.ts';
import type { Covered, Said } from './shares.ts';

/** True lifts for which intervals are counted. */
export const lifts = [0, 0.2, 1];
/** The planned effect, percent; daily looks; the usual runs of each kind. */
export const plannedEffect = 10;
export const days = 30;
const usualRuns = { once: 2500, planned: 500, unplanned: 250, coverage: 1200, power: 1200 };

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

/** A share within this many standard errors of its limit is measured again, with more runs. */
export const nearLimit = { errors: 1, times: 4 };

/** Measures again, with another seed, where a share is too close to its limit to tell. */
export function measuredClearly<Shares extends { runs: number } | null>(
  of: (runs: number, seed: number) => Shares,
  runs: number,
  seed: number,
  shares: (shares: NonNullable<Shares>) => [share: number, limit: number][],
): Shares {
  const first = of(runs, seed);
  if (first === null) return first;
  const isOpen = ([share, limit]: [number, number]) =>
    Math.abs(share - limit) < nearLimit.errors * errorOf(limit, first.runs);
  return shares(first).some(isOpen) ? of(nearLimit.times * runs, seed + 100_000) : first;
}

export const eitherOf = ({ better, worse }: Said): [number, number][] => [[better + worse, limits.daily]];
export const atOneLook = ({ better, worse, leading }: Said): [number, number][] => [
  [better, limits.once],
  [worse, limits.once],
  [leading, limits.leading],
];
export const ofCoverage = ({ once }: Covered) => limits.coverage.map((limit): [number, number] => [once, limit]);

/** Measures a cell; the same `seed` gives the same numbers. `part`: share of the usual runs. */
export function measure(cell: Cell, seed: number, part: number): Measured {
  if (!(part > 0)) throw new RangeError(`The part of the runs must be above 0, not ${part}`);
  const times = (count: number) => Math.ceil(count * part);
  const daily = (hasPlan: boolean) => (runs: number, from: number) =>
    dailyWithoutDifference(cell, runs, from, days, hasPlan);
  return {
    variants: cell.variants,
    split: cell.split.name,
    behavior: cell.behavior.name,
    once: measuredClearly(
      (runs, from) => onceWithoutDifference(cell, runs, from),
      times(usualRuns.once),
      seed,
      atOneLook,
    ),
    planned: measuredClearly(daily(true), times(usualRuns.planned), seed + 1, eitherOf),
    unplanned: measuredClearly(daily(false), times(usualRuns.unplanned), seed + 2, eitherOf),
    coverage: lifts.map((lift, index) =>
      measuredClearly(
        (runs, from) => coverage(cell, runs, from, lift),
        times(usualRuns.coverage),
        seed + 3 + index,
        ofCoverage,
      ),
    ),
    power: measuredClearly(
      (runs, from) => powerAtPlan(cell, runs, from, plannedEffect),
      times(usualRuns.power),
      seed + 7,
      ({ power }) => limits.power.map((limit): [number, number] => [power, limit]),
    ),
  };
}
