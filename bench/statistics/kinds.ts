import { sumOf } from '../../src-server/core/sum-contract.ts';
import { defaultPriorSd } from '../../src-server/experiments/benchtop-contract.ts';
import { concludedTogether } from '../../src-server/experiments/planning/simulated/judged.ts';
import { weigh } from '../../src-server/experiments/results/judge/weigh.ts';
import { weighPairs } from '../../src-server/experiments/results/judge/weigh-pairs.ts';
import { seededUniform } from '../../src-server/statistics/seeded-uniform.ts';
import { drawKind, type Group, type KindCell, newGroup } from './kind-cells.ts';
import { atOneLook, days, eitherOf, lifts, type Measured, measuredClearly, ofCoverage } from './measure.ts';
import { type Covered, coveredIn, type Said, saidIn } from './shares.ts';

const usualRuns = { once: 1000, planned: 200, unplanned: 100, coverage: 500 };

/** Judges a metric. `isComplete`: whether the people are the planned ones. */
function judgedKind(
  { behavior, people }: KindCell,
  groups: readonly Group[],
  planned: number | null,
  isComplete: boolean,
) {
  const setup = { kind: behavior.kind, weights: people, control: 0, planned, priorSd: defaultPriorSd };
  const weighed = { ...setup, capShare: behavior.capShare };
  const histograms = groups.map(({ histogram }) => histogram);
  if (behavior.kind === 'ratio') {
    const { evidence, caps } = weighPairs(weighed, groups, isComplete ? groups : null);
    return { ...concludedTogether(setup, [{ evidence, isComplete }], planned)[0], evidence, caps };
  }
  const { evidence, cap } = weigh(weighed, histograms, isComplete ? histograms : null);
  const caps = { value: cap, below: Number.POSITIVE_INFINITY };
  return { ...concludedTogether(setup, [{ evidence, isComplete }], planned)[0], evidence, caps };
}

/** Looks at experiments without a difference, whose people arrive evenly; the last look has all planned people. */
function said(cell: KindCell, looks: number, hasPlan: boolean, runs: number, seed: number): Said {
  const uniform = seededUniform(seed);
  const planned = hasPlan ? sumOf(cell.people) : null;
  return saidIn(runs, looks, () => {
    const groups = cell.people.map(newGroup);
    return (look) => {
      drawKind(groups, cell, uniform, 1 / looks);
      return judgedKind(cell, groups, planned, hasPlan && look === looks).outcomes ?? [];
    };
  });
}

/** Counts the shown intervals of the first test variant's lift that contain the true one, of capped values. */
function covered(cell: KindCell, lift: number, runs: number, seed: number): Covered | null {
  const uniform = seededUniform(seed);
  return coveredIn(runs, () => {
    const groups = cell.people.map(newGroup);
    drawKind(groups, cell, uniform, 1, 1 + lift);
    const { evidence, caps } = judgedKind(cell, groups, sumOf(cell.people), false);
    return { evidence, truth: cell.behavior.meanUnder(1 + lift, caps) / cell.behavior.meanUnder(1, caps) - 1 };
  });
}

/** Measures a kind of metric or a cap. `part`: share of the usual runs. */
export function measureKind(cell: KindCell, seed: number, part: number): Measured {
  const times = (count: number) => Math.ceil(count * part);
  const saying = (looks: number, hasPlan: boolean) => (runs: number, from: number) =>
    said(cell, looks, hasPlan, runs, from);
  return {
    variants: cell.people.length,
    split: cell.split,
    behavior: cell.behavior.name,
    once: measuredClearly(saying(1, true), times(usualRuns.once), seed, atOneLook),
    planned: measuredClearly(saying(days, true), times(usualRuns.planned), seed + 1, eitherOf),
    unplanned: measuredClearly(saying(days, false), times(usualRuns.unplanned), seed + 2, eitherOf),
    coverage: lifts.map((lift, index) =>
      // A doubled mean is covered by the situations above.
      lift === 1
        ? null
        : measuredClearly(
            (runs, from) => covered(cell, lift, runs, from),
            times(usualRuns.coverage),
            seed + 3 + index,
            ofCoverage,
          ),
    ),
    power: null,
  };
}
