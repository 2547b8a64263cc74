import { type Arm, compatible } from '../metrics/compatible.ts';
import { cumulated, type Daily, dateOf, daysOf, type Run, thinned } from '../metrics/days.ts';
import type { Statistic } from '../metrics/kind-contract.ts';
import { type Estimate, type estimate, personInterval, type Question } from './estimates.ts';
import { evidenceOfDays } from './judge/day-evidence.ts';
import { densityOf } from './judge/density.ts';
import type { DayEvidence, Evidence } from './judge/evidence-contract.ts';
import type { Judged, Judgement } from './judge/judge.ts';
import type { DayState, VariantComparison } from './results-contract.ts';
import type { Numbers } from './verdict/verdict.ts';

/** Counts by variant and UTC day of the run; 0 for values that a metric does not count. */
export type Counted = { exposures: Daily; successes: Daily; events: Daily; squares: Daily };

export function armsByDay(keys: readonly string[], counted: Counted): (day: number) => Arm[] {
  const [exposures, successes] = [cumulated(counted.exposures), cumulated(counted.successes)];
  const [events, squares] = [cumulated(counted.events), cumulated(counted.squares)];
  const at = (numbers: Daily, variant: number, day: number) => numbers[variant]?.[day] ?? 0;
  return (day) =>
    keys.map((key, variant) => ({
      key,
      exposures: at(exposures, variant, day),
      successes: at(successes, variant, day),
      events: at(events, variant, day),
      squares: at(squares, variant, day),
    }));
}

/** Lists the numbers of each variant, also of one without people; p-values are not adjusted yet. */
export function variantResults(
  question: Question,
  keys: readonly string[],
  estimates: readonly Estimate[],
  { statistic, evidence }: { statistic: Statistic; evidence: readonly Evidence[] },
): Numbers['variants'] {
  return keys.map((key, index) => {
    const estimate = estimates.find(({ arm }) => arm.key === key);
    const numbers = estimate === undefined ? ofNobody(question) : numbersOf(question, estimates, estimate);
    const own = evidence[index] as Evidence;
    return { key, ...numbers, density: densityOf(statistic, own), evidence: own };
  });
}

const nobody: Arm = { key: '', exposures: 0, successes: 0, events: 0, squares: 0 };
const ofNobody = ({ kind }: Question): Omit<Numbers['variants'][number], 'key' | 'evidence' | 'density'> => ({
  ...compatible[kind].counted(nobody),
  ...compatible[kind].beside({ arm: nobody, relativeExposure: 0, value: 0 }),
  exposures: 0,
  value: 0,
  credible_interval: [0, 0],
  probability: 0,
  comparison: null,
  posterior: {},
});

function numbersOf(question: Question, estimates: readonly Estimate[], one: Estimate) {
  const control = estimates[0] as Estimate;
  return {
    exposures: one.arm.exposures,
    ...compatible[question.kind].counted(one.arm),
    ...compatible[question.kind].beside(one),
    value: one.value,
    credible_interval: one.interval,
    probability: one.probability,
    comparison: comparisonOf(question, control, one),
    posterior: parametersOf(one),
  };
}

function parametersOf({ posterior }: Estimate): Record<string, number> {
  if (posterior.kind === 'beta') return { alpha: posterior.alpha, beta: posterior.beta };
  return { shape: posterior.shape, rate: posterior.rate };
}

function comparisonOf({ kind }: Question, control: Estimate, test: Estimate): VariantComparison | null {
  const { versus } = test;
  if (versus === null) return null;
  const { pValue, hasPersonInterval } = compatible[kind];
  const p = pValue(control, test);
  const byPerson = hasPersonInterval ? personInterval(kind, control, test) : null;
  return { ...versus, person_interval: byPerson, p_value: p, p_value_adjusted: p };
}

/** Points of a chart over the run. */
const maxDays = 60;

/** Computes the numbers at the end of each day from the first on which every variant has a person. Yields after each. */
export function* dayStates(
  question: Question,
  run: Run,
  armsAt: (day: number) => Arm[],
  estimates: typeof estimate,
  { facts, judgement, keys }: { facts: Judged; judgement: Judgement; keys: readonly string[] },
): Generator<void, DayState[]> {
  const { count } = daysOf(run);
  const hasAll = (day: number) => armsAt(day).every(({ exposures }) => exposures > 0);
  // Found by bisection, as people only increase and the start may be long ago.
  let [first, after] = [0, count];
  while (first < after) {
    const middle = Math.floor((first + after) / 2);
    if (hasAll(middle)) after = middle;
    else first = middle + 1;
  }
  const shown = thinned(first, count, maxDays);
  const evidence = yield* evidenceOfDays(facts, judgement, shown);
  const states: DayState[] = [];
  for (const [index, day] of shown.entries()) {
    const evidenceOf = (key: string) => evidence[index]?.[keys.indexOf(key)] as DayEvidence;
    const variants = estimates(question, armsAt(day)).map((one) => ({
      ...stateOf(question, one),
      evidence: evidenceOf(one.arm.key),
    }));
    states.push({ date: dateOf(run, day), variants });
    yield;
  }
  return states;
}

const withoutVersus = {
  difference: null,
  difference_interval: null,
  lift: null,
  lift_interval: null,
  sequential_interval: null,
};

function stateOf(
  { kind }: Question,
  { arm, value, interval, probability, versus }: Estimate,
): Omit<DayState['variants'][number], 'evidence'> {
  return {
    key: arm.key,
    exposures: arm.exposures,
    ...compatible[kind].counted(arm),
    value,
    credible_interval: interval,
    probability,
    ...(versus ?? withoutVersus),
  };
}
