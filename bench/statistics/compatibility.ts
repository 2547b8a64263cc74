import type { Arm } from '../../src-server/experiments/metrics/compatible.ts';
import { compare } from '../../src-server/experiments/results/compare.ts';
import { estimate, type Question } from '../../src-server/experiments/results/estimates.ts';
import { type Histogram, sampleOf } from '../../src-server/statistics/sample.ts';
import { seededUniform } from '../../src-server/statistics/seeded-uniform.ts';
import { drawAll, newGroups, withoutDifference } from './audit.ts';
import { type Cell, peopleOf } from './cells.ts';
import { shareOf } from './shares.ts';

export const armsOf = (groups: readonly Histogram[]): Arm[] =>
  groups.map((group, index) => {
    const { n, sum, squares } = sampleOf(group);
    return { key: String(index), exposures: n, successes: sum, events: sum, squares };
  });

/** Returns the share of looks at experiments without a difference at which the compatibility rule says `significant`. */
export function compatibilityRate(cell: Cell, runs: number, seed: number): number {
  const uniform = seededUniform(seed);
  const question: Question = { kind: cell.behavior.kind, direction: 'increase', isRelative: true };
  return shareOf(runs, () => {
    const groups = newGroups(cell);
    drawAll(groups, uniform, peopleOf(cell), withoutDifference(cell));
    const arms = armsOf(groups);
    const byVariant = Object.fromEntries(arms.map(({ key, exposures }) => [key, exposures]));
    const { code } = compare(question, estimate(question, arms), { by_variant: byVariant });
    return code === 'significant';
  });
}
