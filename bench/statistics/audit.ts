import { neededPeople } from '../../src-server/experiments/planning/planning.ts';
import {
  type Distribution,
  drawInto,
  seededUniform,
  type Uniform,
} from '../../src-server/experiments/planning/simulated/draw.ts';
import { judged } from '../../src-server/experiments/planning/simulated/judged.ts';
import { capShare, finalShare } from '../../src-server/experiments/results/rules-contract.ts';
import { defaultPower } from '../../src-server/statistics/contract.ts';
import { capOf, type Histogram, meanOf, momentsOf, sampleOf } from '../../src-server/statistics/sample.ts';
import { type Cell, peopleOf } from './cells.ts';

/** Shares of runs. `better` and `worse`: of any variant. */
export type Said = { runs: number; better: number; worse: number; leading: number };
/** `once`: of the 95% intervals. `always`: of the always-valid ones. */
export type Covered = { runs: number; once: number; always: number };

const setupOf = ({ behavior, split }: Cell) => ({ kind: behavior.kind, weights: split.weights });
export const newGroups = (cell: Cell): Histogram[] => cell.split.weights.map(() => new Map());

export function drawAll(
  groups: Histogram[],
  uniform: Uniform,
  people: readonly number[],
  values: readonly Distribution[],
) {
  for (const [index, group] of groups.entries()) {
    drawInto(group, uniform, people[index] as number, values[index] as Distribution);
  }
}

export const withoutDifference = (cell: Cell) => cell.split.weights.map(() => cell.behavior.of(1));

/** Looks once at experiments without a difference, which have their planned people. */
export function onceWithoutDifference(cell: Cell, runs: number, seed: number): Said {
  const uniform = seededUniform(seed);
  const people = peopleOf(cell);
  const values = withoutDifference(cell);
  const planned = people.reduce((sum, part) => sum + part, 0);
  const said = { better: 0, worse: 0, leading: 0 };
  for (let run = 0; run < runs; run++) {
    const groups = newGroups(cell);
    drawAll(groups, uniform, people, values);
    const { outcomes } = judged(setupOf(cell), groups, { people: planned, first: groups });
    if (outcomes.includes('better')) said.better += 1;
    if (outcomes.includes('worse')) said.worse += 1;
    if (outcomes.includes('leaning')) said.leading += 1;
  }
  return { runs, better: said.better / runs, worse: said.worse / runs, leading: said.leading / runs };
}

/** Looks daily at experiments without a difference. With a plan, they have its people on the last day. */
export function dailyWithoutDifference(cell: Cell, runs: number, seed: number, days: number, hasPlan: boolean): Said {
  const uniform = seededUniform(seed);
  const whole = peopleOf(cell);
  const perDay = whole.map((people) => Math.max(1, Math.round(people / days)));
  const planned = perDay.reduce((sum, part) => sum + part * days, 0);
  const values = withoutDifference(cell);
  const said = { better: 0, worse: 0, leading: 0 };
  for (let run = 0; run < runs; run++) {
    const groups = newGroups(cell);
    const ever = { better: false, worse: false, leaning: false };
    for (let day = 1; day <= days; day++) {
      drawAll(groups, uniform, perDay, values);
      const plan = hasPlan ? { people: planned, first: day === days ? groups : null } : null;
      const { outcomes } = judged(setupOf(cell), groups, plan);
      for (const outcome of outcomes) if (outcome in ever) ever[outcome as keyof typeof ever] = true;
    }
    said.better += Number(ever.better);
    said.worse += Number(ever.worse);
    said.leading += Number(ever.leaning);
  }
  return { runs, better: said.better / runs, worse: said.worse / runs, leading: said.leading / runs };
}

/** Counts the shown intervals of the first test variant's lift that contain the true one, of capped means. */
export function coverage(cell: Cell, runs: number, seed: number, lift: number): Covered | null {
  const times = 1 + lift;
  const { behavior } = cell;
  if (behavior.kind === 'proportion' && (behavior.of(times)[1] ?? 0) >= 1) return null;
  const uniform = seededUniform(seed);
  const people = peopleOf(cell);
  const values = cell.split.weights.map((_, index) => behavior.of(index === 1 ? times : 1));
  const counts = { shown: 0, once: 0, always: 0 };
  for (let run = 0; run < runs; run++) {
    const groups = newGroups(cell);
    drawAll(groups, uniform, people, values);
    const { evidence } = judged(setupOf(cell), groups, {
      people: people.reduce((sum, part) => sum + part, 0),
      first: null,
    });
    const versus = evidence[1]?.versus;
    if (versus?.lift_interval == null || versus.always_valid_interval === null || versus.is_too_little) continue;
    const cap = behavior.kind === 'proportion' ? 1 : capOf(groups, capShare);
    const truth = meanUnder(values[1] as Distribution, cap) / meanUnder(values[0] as Distribution, cap) - 1;
    counts.shown += 1;
    counts.once += Number(versus.lift_interval[0] <= truth && truth <= versus.lift_interval[1]);
    counts.always += Number(versus.always_valid_interval[0] <= truth && truth <= versus.always_valid_interval[1]);
  }
  const { shown } = counts;
  // Where most intervals are marked as too little data, the shown ones are a biased selection.
  if (shown < runs / 2) return null;
  return { runs: shown, once: counts.once / shown, always: counts.always / shown };
}

function meanUnder(distribution: Distribution, cap: number): number {
  return distribution.reduce((sum, chance, value) => sum + chance * Math.min(value, cap), 0);
}

/** Returns the power: the share of runs of the planned size and effect that call the variant better. */
export function powerAtPlan(
  cell: Cell,
  runs: number,
  seed: number,
  effect: number,
): { runs: number; power: number; worse: number; people: number } | null {
  const { behavior, split } = cell;
  const usual = behavior.of(1);
  const times = 1 + effect / 100;
  const [low, high] = [usual, behavior.of(times)];
  // As from captured data: mean and variance of the capped values.
  const captured = new Map(low.map((chance, value) => [value, chance * 1e9]));
  const expected = sampleOf(captured, behavior.kind === 'proportion' ? 1 : capOf([captured], capShare));
  const { variance } = momentsOf(expected);
  const baseline = meanOf(expected);
  const question = { kind: behavior.kind, baseline, variance, effect, weights: split.weights };
  const people = neededPeople({ ...question, significance: finalShare, power: defaultPower });
  if (people === null) return null;
  const uniform = seededUniform(seed);
  const parts = split.weights.map((weight) => Math.ceil((people * weight) / 100));
  const values = split.weights.map((_, index) => (index === 1 ? high : low));
  let [found, worse] = [0, 0];
  for (let run = 0; run < runs; run++) {
    const groups = newGroups(cell);
    drawAll(groups, uniform, parts, values);
    const { outcomes } = judged(setupOf(cell), groups, { people, first: groups });
    found += Number(outcomes[1] === 'better');
    worse += Number(outcomes[1] === 'worse');
  }
  return { runs, power: found / runs, worse: worse / runs, people };
}
