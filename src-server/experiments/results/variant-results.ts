import { density } from '../../statistics/statistics.ts';
import { cumulated, type Daily, dateOf, daysOf, type Run, thinned } from '../metrics/days.ts';
import { type Arm, statistics } from '../metrics/metric-kinds.ts';
import { type Estimate, type estimate, personInterval, type Question } from './estimates.ts';
import type { Comparison, DayState } from './results-contract.ts';
import type { Numbers } from './verdict.ts';

/** What was counted by variant and UTC day of the run; what a metric does not count is 0. */
export type Counted = { exposures: Daily; successes: Daily; events: Daily; squares: Daily };

/** The arms as they were at the end of each day. */
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

/** Of each variant; `p_value_adjusted` is still the p-value itself. */
export function variantResults(question: Question, estimates: readonly Estimate[]): Numbers['variants'] {
  const control = estimates[question.control] as Estimate;
  return estimates.map((one) => ({
    key: one.arm.key,
    exposures: one.arm.exposures,
    ...statistics[question.kind].counted(one.arm),
    ...statistics[question.kind].beside(one),
    value: one.value,
    credible_interval: one.interval,
    probability: one.probability,
    comparison: comparisonOf(question, control, one),
    posterior: parametersOf(one),
    density: density(one.posterior).map(([x, y]) => [x / one.unit, y * one.unit]),
  }));
}

function parametersOf({ posterior }: Estimate): Record<string, number> {
  if (posterior.kind === 'beta') return { alpha: posterior.alpha, beta: posterior.beta };
  return { shape: posterior.shape, rate: posterior.rate };
}

function comparisonOf({ kind }: Question, control: Estimate, test: Estimate): Comparison | null {
  const { versus } = test;
  if (versus === null) return null;
  const { pValue, hasPersonInterval } = statistics[kind];
  const p = pValue(control, test);
  const byPerson = hasPersonInterval ? personInterval(kind, control, test) : null;
  return { ...versus, person_interval: byPerson, p_value: p, p_value_adjusted: p };
}

/** Points of a chart over the run. */
const mostDays = 60;

/** The state at the end of the days of the run, as soon as every variant had a person. Yields after each. */
export function* dayStates(
  question: Question,
  run: Run,
  armsAt: (day: number) => Arm[],
  estimates: typeof estimate,
): Generator<void, DayState[]> {
  const { count } = daysOf(run);
  const hasAll = (day: number) => armsAt(day).every(({ exposures }) => exposures > 0);
  // Persons only become more, so it is found by halving: a start may be ages ago.
  let [first, after] = [0, count];
  while (first < after) {
    const middle = Math.floor((first + after) / 2);
    if (hasAll(middle)) after = middle;
    else first = middle + 1;
  }
  const states: DayState[] = [];
  for (const day of thinned(first, count, mostDays)) {
    const variants = estimates(question, armsAt(day)).map((one) => stateOf(question, one));
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
): DayState['variants'][number] {
  return {
    key: arm.key,
    exposures: arm.exposures,
    ...statistics[kind].counted(arm),
    value,
    credible_interval: interval,
    probability,
    ...(versus ?? withoutVersus),
  };
}
