import { sumOf } from '../../src-server/core/sum-contract.ts';
import { controlKey } from '../../src-server/experiments/contract.ts';
import { neededPeople } from '../../src-server/experiments/planning/planning.ts';
import { type Distribution, drawInto } from '../../src-server/experiments/planning/simulated/draw.ts';
import { judged } from '../../src-server/experiments/planning/simulated/judged.ts';
import { neededOf } from '../../src-server/experiments/results/health.ts';
import { capShare, finalShare } from '../../src-server/experiments/results/rules-contract.ts';
import { defaultPower } from '../../src-server/statistics/contract.ts';
import { capOf, type Histogram, meanOf, momentsOf, sampleOf } from '../../src-server/statistics/sample.ts';
import { seededUniform, type Uniform } from '../../src-server/statistics/seeded-uniform.ts';
import { type Cell, peopleOf } from './cells.ts';
import { type Covered, coveredIn, type Said, saidIn } from './shares.ts';

export const setupOf = ({ behavior, split }: Cell) => ({ kind: behavior.kind, weights: split.weights });
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
  const planned = sumOf(people);
  return saidIn(runs, 1, () => {
    const groups = newGroups(cell);
    return () => {
      drawAll(groups, uniform, people, values);
      return judged(setupOf(cell), groups, { people: planned, first: groups }).outcomes;
    };
  });
}

/** Looks daily at experiments without a difference. With a plan, they have its people on the last day. */
export function dailyWithoutDifference(cell: Cell, runs: number, seed: number, days: number, hasPlan: boolean): Said {
  const uniform = seededUniform(seed);
  const whole = peopleOf(cell);
  const perDay = whole.map((people) => Math.max(1, Math.round(people / days)));
  const planned = perDay.reduce((sum, part) => sum + part * days, 0);
  const values = withoutDifference(cell);
  return saidIn(runs, days, () => {
    const groups = newGroups(cell);
    return (day) => {
      drawAll(groups, uniform, perDay, values);
      const plan = hasPlan ? { people: planned, first: day === days ? groups : null } : null;
      return judged(setupOf(cell), groups, plan).outcomes;
    };
  });
}

/** Counts the shown intervals of the first test variant's lift that contain the true one, of capped means. */
export function coverage(cell: Cell, runs: number, seed: number, lift: number): Covered | null {
  const times = 1 + lift;
  const { behavior } = cell;
  if (behavior.kind === 'proportion' && (behavior.of(times)[1] ?? 0) >= 1) return null;
  const uniform = seededUniform(seed);
  const people = peopleOf(cell);
  const values = cell.split.weights.map((_, index) => behavior.of(index === 1 ? times : 1));
  return coveredIn(runs, () => {
    const groups = newGroups(cell);
    drawAll(groups, uniform, people, values);
    const { evidence } = judged(setupOf(cell), groups, { people: sumOf(people), first: null });
    const cap = behavior.kind === 'proportion' ? 1 : capOf(groups, capShare);
    const truth = meanUnder(values[1] as Distribution, cap) / meanUnder(values[0] as Distribution, cap) - 1;
    return { evidence, truth };
  });
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
  const { kind, value: baseline, variance } = capturedOf(cell.behavior);
  const question = { kind, baseline, variance, effect, weights: cell.split.weights };
  const people = neededPeople({ ...question, significance: finalShare, power: defaultPower });
  return people === null ? null : { ...calledAt(cell, { people, effect, hasPlan: true }, runs, seed), people };
}

/** Returns the mean and variance of capped values, as captured data has them. */
function capturedOf({ kind, of }: Cell['behavior']) {
  const captured = new Map(of(1).map((chance, value) => [value, chance * 1e9]));
  const expected = sampleOf(captured, kind === 'proportion' ? 1 : capOf([captured], capShare));
  return { kind, direction: 'increase' as const, value: meanOf(expected), variance: momentsOf(expected).variance };
}

type Look = { people: number; effect: number; hasPlan: boolean };

/** Looks once at this many people, of whom the first test variant has the effect: the shares of runs that call it better or worse. */
function calledAt(cell: Cell, { people, effect, hasPlan }: Look, runs: number, seed: number) {
  const { behavior, split } = cell;
  const uniform = seededUniform(seed);
  const parts = split.weights.map((weight) => Math.ceil((people * weight) / 100));
  const values = split.weights.map((_, index) => behavior.of(index === 1 ? 1 + effect / 100 : 1));
  let [found, worse] = [0, 0];
  for (let run = 0; run < runs; run++) {
    const groups = newGroups(cell);
    drawAll(groups, uniform, parts, values);
    const { outcomes } = judged(setupOf(cell), groups, hasPlan ? { people, first: groups } : null);
    found += Number(outcomes[1] === 'better');
    worse += Number(outcomes[1] === 'worse');
  }
  return { runs, power: found / runs, worse: worse / runs };
}

/** Returns the people that results without a plan say are needed, and the share of runs that find the effect at one look at them. */
export function powerWithoutPlan(cell: Cell, runs: number, seed: number, effect: number) {
  const variants = cell.split.weights.map((weight, index) => {
    return { key: index === 0 ? controlKey : `test-${index}`, name: '', rollout_percentage: weight };
  });
  const people = neededOf({ variants }, { effect, launched: null }, capturedOf(cell.behavior));
  if (people === null) throw new Error(`No number of people finds ${effect}%`);
  return { ...calledAt(cell, { people, effect, hasPlan: false }, runs, seed), people };
}
