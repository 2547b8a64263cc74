import { defaultPriorSd } from '../../src-server/experiments/benchtop-contract.ts';
import { drawInto } from '../../src-server/experiments/planning/simulated/draw.ts';
import { estimate } from '../../src-server/experiments/results/estimates.ts';
import { weigh } from '../../src-server/experiments/results/judge/weigh.ts';
import type { Histogram } from '../../src-server/statistics/sample.ts';
import { seededUniform } from '../../src-server/statistics/seeded-uniform.ts';
import { whole } from '../figures/numbers.ts';
import { type Behavior, behaviors } from './cells.ts';
import { armsOf } from './compatibility.ts';
import { percent } from './shares.ts';

/** `people`: of each of two variants. `trueSd`: of the true effects, on the log scale around 0. */
type EffectCell = { behavior: Behavior; people: number; trueSd: number; priorSd?: number };

/** A true effect, and what is shown of it, on the log scale. `chance`: to win. `compatible`: the same by the compatibility rule. */
export type Seen = {
  effect: number;
  shown: number;
  expected: number;
  interval: [low: number, high: number];
  chance: number;
  compatible: number;
};

/** Draws true effects, then counts of people with these effects. Leaves out those of which too little is said. */
export function effectsSeen(cell: EffectCell, runs: number, seed: number): Seen[] {
  const { behavior, people, trueSd, priorSd = defaultPriorSd } = cell;
  const { kind, of } = behavior;
  const uniform = seededUniform(seed);
  const normal = () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
  const weighed = { kind, weights: [50, 50], control: 0, planned: null, priorSd };
  return Array.from({ length: runs }).flatMap((): Seen[] => {
    const effect = normal() * trueSd;
    const groups = [1, Math.exp(effect)].map((times) => {
      const group: Histogram = new Map();
      drawInto(group, uniform, people, of(times));
      return group;
    });
    const { lift = null, shrunken = null } = weigh(weighed, groups, null).evidence[1]?.versus ?? {};
    if (lift === null || shrunken === null) return [];
    const [shown, expected] = [Math.log1p(lift), Math.log1p(shrunken.lift)];
    const [low, high] = shrunken.interval;
    const interval: Seen['interval'] = [Math.log1p(low), Math.log1p(high)];
    const question = { kind, direction: 'increase', isRelative: true } as const;
    const compatible = estimate(question, armsOf(groups))[1]?.probability ?? 0;
    return [{ effect, shown, expected, interval, chance: shrunken.chance_to_win, compatible }];
  });
}

/** What people do, and how true effects spread in relation to the default prior. */
export const effectCells: readonly EffectCell[] = ['funnel 10%', 'trend, variance 5 × mean'].flatMap((name) => {
  const behavior = behaviors.find((one) => one.name === name);
  const of = (trueSd: number): EffectCell[] => (behavior === undefined ? [] : [{ behavior, people: 2000, trueSd }]);
  return [...of(defaultPriorSd), ...of(defaultPriorSd / 10)];
});

/** `situation`: for the document. Shares of right ones, of chances that are at least 95% or at most 5%: `own`, of the chance to win. */
export type ChanceRates = { situation: string; own: number; compatible: number };

export function chanceRates(cell: EffectCell, runs: number, seed: number): ChanceRates {
  const seen = effectsSeen(cell, runs, seed);
  const rightOf = (chanceOf: (one: Seen) => number) => {
    const said = seen.filter((one) => Math.abs(chanceOf(one) - 0.5) >= 0.45);
    return said.filter((one) => chanceOf(one) > 0.5 === one.effect > 0).length / said.length;
  };
  const { behavior, people, trueSd } = cell;
  const situation = `${behavior.name}, ${whole(people)} people a variant, true log lifts with the standard deviation ${trueSd}`;
  return { situation, own: rightOf(({ chance }) => chance), compatible: rightOf((one) => one.compatible) };
}

/** Returns the row for the document. */
export const chanceRow = ({ situation, own, compatible }: ChanceRates): [what: string, measured: string] => [
  `${situation} (the prior says ${defaultPriorSd}): a chance to win of at least 95% or at most 5% is right / so is the compatibility field \`probability\``,
  `${percent(own)} / ${percent(compatible)}`,
];
