import { defaultPriorSd } from '../../src-server/experiments/benchtop-contract.ts';
import { weigh } from '../../src-server/experiments/results/judge/weigh.ts';
import { defaultPower } from '../../src-server/statistics/contract.ts';
import { seededUniform } from '../../src-server/statistics/seeded-uniform.ts';
import { whole } from '../figures/numbers.ts';
import { drawAll, newGroups, powerWithoutPlan, setupOf, withoutDifference } from './audit.ts';
import { type Cell, cellOf } from './cells.ts';
import { days } from './measure.ts';
import { onAnyDay, percent, shareOf } from './shares.ts';

/** `perDay`: new people of all variants. */
type SuspiciousCell = { cell: Cell; perDay: number; priorSd: number };

/** The prior is the default one, or a narrow one for small effects. */
export const suspiciousCells: readonly SuspiciousCell[] = ['funnel 10%', 'trend, variance 5 × mean'].flatMap((name) =>
  [defaultPriorSd, 0.1].flatMap((priorSd) => [100, 1000].map((perDay) => ({ cell: cellOf(name, 0), perDay, priorSd }))),
);

/** `rate`: of runs without a difference in which a lift is suspicious on any day. */
export type SuspiciousRate = { what: string; rate: number };

export function suspiciousRate({ cell, perDay, priorSd }: SuspiciousCell, runs: number, seed: number): SuspiciousRate {
  const uniform = seededUniform(seed);
  const setup = { ...setupOf(cell), control: 0, planned: null, priorSd };
  const arriving = cell.split.weights.map((weight) => Math.round((perDay * weight) / 100));
  const rate = shareOf(runs, () => {
    const groups = newGroups(cell);
    return onAnyDay(days, () => {
      drawAll(groups, uniform, arriving, withoutDifference(cell));
      return weigh(setup, groups, null).evidence.some(({ versus }) => versus?.is_suspicious === true);
    });
  });
  return { what: `${cell.behavior.name}, ${whole(perDay)} people a day, a prior of ${priorSd}`, rate };
}

/** Returns the row for the document. */
export const suspiciousRow = ({ what, rate }: SuspiciousRate): [what: string, measured: string] => [
  `${what}, no difference: a lift is suspicious on any of ${days} daily looks`,
  percent(rate),
];

/** `effect`: of one test variant, percent. */
type Sought = { name: string; effect: number; variants: number };

export const soughtEffects: readonly Sought[] = [
  { name: 'funnel 10%', effect: 20, variants: 2 },
  { name: 'funnel 10%', effect: 20, variants: 5 },
  { name: 'funnel 10%', effect: 5, variants: 2 },
  { name: 'funnel 1%', effect: 50, variants: 2 },
  { name: 'trend, variance 5 × mean', effect: 10, variants: 2 },
  { name: 'trend, variance 5 × mean', effect: 10, variants: 5 },
  { name: 'trend, heavy tail', effect: 20, variants: 2 },
];

/** `power`: the share of runs without a plan that find an effect at one look at `people`, which the results say are needed. */
export type FoundRate = { what: string; people: number; power: number };

export function foundRate({ name, effect, variants }: Sought, runs: number, seed: number): FoundRate {
  const weights = Array.from({ length: variants }, () => 100 / variants);
  const { people, power } = powerWithoutPlan(cellOf(name, 0, weights), runs, seed, effect);
  return { what: `${name}, ${variants} variants, one with +${effect}%`, people, power };
}

/** Returns the row for the document. */
export const foundRow = ({ what, people, power }: FoundRate): [what: string, measured: string] => [
  `${what}: without a plan, one look at the ${whole(people)} people that the results call needed finds it (claim ${percent(defaultPower)})`,
  percent(power),
];
