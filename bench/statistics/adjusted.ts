import { defaultPriorSd } from '../../src-server/experiments/benchtop-contract.ts';
import { concludedTogether } from '../../src-server/experiments/planning/simulated/judged.ts';
import { weigh } from '../../src-server/experiments/results/judge/weigh.ts';
import { adjustedSample, adjustmentOf } from '../../src-server/statistics/cuped.ts';
import { histogramOf } from '../../src-server/statistics/sample.ts';
import { seededUniform, type Uniform } from '../../src-server/statistics/seeded-uniform.ts';
import { poisson } from './daily.ts';
import { isWithin, type Said, saidIn, shareOf } from './shares.ts';

type Behavior = { kind: 'count' | 'proportion'; weights: readonly [control: number, test: number] };
/** The values of each person of a group since the exposure, and before it. */
type Group = { values: number[]; covariates: number[] };

/** Draws skewed values that correlate with those before; `times`: the mean of the test variant, relative to control's. */
function drawPeople(uniform: Uniform, group: Group, people: number, kind: Behavior['kind'], times: number): void {
  for (let person = 0; person < people; person++) {
    const habit = -Math.log(1 - uniform());
    group.covariates.push(poisson(uniform, 3 * habit));
    const count = poisson(uniform, kind === 'count' ? 3 * habit * times : 0.4 * habit * times);
    group.values.push(kind === 'count' ? count : Math.min(1, count));
  }
}

function judgedAfter({ kind, weights }: Behavior, groups: readonly Group[], planned: number, isComplete: boolean) {
  const by = adjustmentOf(groups);
  const samples = by && groups.map((group) => adjustedSample(group, by));
  const histograms = groups.map(({ values }) => histogramOf(values));
  const setup = { kind, weights, control: 0, planned, priorSd: defaultPriorSd };
  const first = isComplete ? histograms : null;
  const adjusted = samples && { all: samples, first: isComplete ? samples : null };
  const { evidence } = weigh(setup, histograms, first, adjusted);
  const [{ outcomes } = { outcomes: [] }] = concludedTogether({ weights }, [{ evidence, isComplete }], planned);
  return { outcomes, versus: evidence[1]?.versus ?? null };
}

const newGroups = (): Group[] => [
  { values: [], covariates: [] },
  { values: [], covariates: [] },
];

/** Returns the shares of runs without a difference called better or worse on any day after CUPED, up to `perDay * days` people. */
export function adjustedDaily(behavior: Behavior, perDay: number, days: number, runs: number, seed: number): Said {
  const uniform = seededUniform(seed);
  const whole = behavior.weights[0] + behavior.weights[1];
  return saidIn(runs, days, () => {
    const groups = newGroups();
    return (day) => {
      for (const [index, group] of groups.entries()) {
        const people = Math.round((perDay * (behavior.weights[index] as number)) / whole);
        drawPeople(uniform, group, people, behavior.kind, 1);
      }
      return judgedAfter(behavior, groups, perDay * days, day === days).outcomes;
    };
  });
}

/** Returns the share of 95% intervals of the lift after CUPED, of counts, that contain the true lift. */
export function adjustedCoverage(people: readonly [number, number], lift: number, runs: number, seed: number): number {
  const uniform = seededUniform(seed);
  return shareOf(runs, () => {
    const groups = newGroups();
    for (const [index, group] of groups.entries()) {
      drawPeople(uniform, group, people[index] as number, 'count', index === 1 ? 1 + lift : 1);
    }
    const { versus } = judgedAfter({ kind: 'count', weights: people }, groups, people[0] + people[1], false);
    return isWithin(versus?.lift_interval ?? [Number.NaN, Number.NaN], lift);
  });
}
