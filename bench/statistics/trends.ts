import { sumOf } from '../../src-server/core/sum-contract.ts';
import { judged, judgedTogether } from '../../src-server/experiments/planning/simulated/judged.ts';
import { significanceLevel } from '../../src-server/statistics/contract.ts';
import { seededUniform } from '../../src-server/statistics/seeded-uniform.ts';
import { drawAll, newGroups, setupOf, withoutDifference } from './audit.ts';
import { type Cell, peopleOf } from './cells.ts';
import { shareOf } from './shares.ts';

const drawn = (cell: Cell, uniform: () => number) => {
  const groups = newGroups(cell);
  drawAll(groups, uniform, peopleOf(cell), withoutDifference(cell));
  return groups;
};

/** Returns the shares of runs without a difference: called worse at the planned size, and a p-value of one look below 5%. */
export function onceOfTrends(cell: Cell, runs: number, seed: number): { worse: number; low: number } {
  const uniform = seededUniform(seed);
  let [worse, low] = [0, 0];
  for (let run = 0; run < runs; run++) {
    const groups = drawn(cell, uniform);
    const { outcomes, evidence } = judged(setupOf(cell), groups, { people: sumOf(peopleOf(cell)), first: groups });
    worse += Number(outcomes.includes('worse'));
    low += Number(evidence.some(({ versus }) => versus !== null && versus.p_value < significanceLevel));
  }
  return { worse: worse / runs, low: low / runs };
}

/** Returns the share of runs without a difference in which any of `metrics` is called worse at the planned size. */
export function worseOfSecondary(cell: Cell, metrics: number, runs: number, seed: number): number {
  const uniform = seededUniform(seed);
  return shareOf(runs, () => {
    const all = Array.from({ length: metrics }, () => {
      const groups = drawn(cell, uniform);
      return { groups, first: groups };
    });
    const said = judgedTogether(setupOf(cell), all, sumOf(peopleOf(cell)));
    return said.some(({ outcomes }) => outcomes.includes('worse'));
  });
}
