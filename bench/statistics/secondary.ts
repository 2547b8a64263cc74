import { sumOf } from '../../src-server/core/sum-contract.ts';
import { judgedTogether } from '../../src-server/experiments/planning/simulated/judged.ts';
import { seededUniform } from '../../src-server/statistics/seeded-uniform.ts';
import { drawAll, newGroups, setupOf, withoutDifference } from './audit.ts';
import { type Cell, peopleOf } from './cells.ts';
import { shareOf } from './shares.ts';

/** Returns the share of runs without a difference in which any of `metrics` is called worse at the planned size. */
export function worseOfSecondary(cell: Cell, metrics: number, runs: number, seed: number): number {
  const uniform = seededUniform(seed);
  return shareOf(runs, () => {
    const all = Array.from({ length: metrics }, () => {
      const groups = newGroups(cell);
      drawAll(groups, uniform, peopleOf(cell), withoutDifference(cell));
      return { groups, first: groups };
    });
    const said = judgedTogether(setupOf(cell), all, sumOf(peopleOf(cell)));
    return said.some(({ outcomes }) => outcomes.includes('worse'));
  });
}
