import { firstFrom } from '../../core/first-from.ts';
import { sumOf } from '../../core/sum-contract.ts';
import { dayMs } from '../../core/text/time-contract.ts';
import { alwaysValidZ } from '../../statistics/always-valid.ts';
import { type Direction, defaultPower, minExpected } from '../../statistics/contract.ts';
import { testSplit } from '../../statistics/split.ts';
import { controlKey, type Experiment, experimentParameters } from '../contract.ts';
import type { Run } from '../metrics/days.ts';
import type { Statistic } from '../metrics/kind-contract.ts';
import { neededAtLooks, neededPeople } from '../planning/planning.ts';
import type { Exposed } from './exposures/exposures.ts';
import { exposureTimesOf } from './judge/cohort.ts';
import { canBeCompared } from './judge/family.ts';
import { lookShareOf, narrowestFor } from './judge/weigh.ts';
import type { Exposure, Health, SampleRatio, SplitCheck } from './results-contract.ts';
import {
  defaultEffect,
  finalShare,
  maxPlannedDays,
  minExposures,
  minRealExposures,
  minSplit,
  paceDays,
  ratioAlarm,
} from './rules-contract.ts';
import { scheduleOf } from './schedule.ts';
import { plannedPeople, type TooLongRun } from './schedule-contract.ts';
import { comparedIn, isExpected } from './verdict/people.ts';

/** A shorter run counts as this long. */
const shortestRunMs = 3_600_000;

type Facts = {
  experiment: Experiment;
  run: Run;
  exposed: Pick<Exposed, 'people' | 'since' | 'variant'>;
  exposure: Exposure;
  changes: Health['changes'];
  areSimulated: boolean;
  isByGroup: boolean;
  /** The number of people planned at the launch, null without a plan, and whether it is reached. */
  planned: { launched: number | null };
  isPlanReached: boolean;
  /** The times of all exposures, rising, and how long after it a person counts, in milliseconds. */
  times: Float64Array;
  waiting: number;
  /** A variant's people whose data counts. */
  countedIn: (key: string) => number;
  /** `value` is control's by now, null while it is not known; `variance` of one person's part in it. */
  metric: { kind: Statistic; direction: Direction; value?: number | null; variance?: number };
};

export function healthOf(facts: Facts): Health {
  const { experiment, run, exposure, changes, areSimulated, isByGroup } = facts;
  const { total } = exposure;
  const goal = goalOf(facts);
  const perDay = paceOf(facts);
  // Nobody new is exposed while the flag gives nobody a variant.
  const forecast = forecastOf(facts, goal.needed, experiment.serves === false ? 0 : perDay);
  const check = ratioOf(experiment, exposure.by_variant);
  return {
    ...goal,
    ...forecast,
    too_long: tooLongOf(facts, goal, forecast),
    sample_ratio: check && withAlarm(check),
    changes,
    is_by_group: isByGroup,
    per_day: perDay,
    schedule: scheduleOf({ experiment, run, people: total, needed: goal.needed, perDay }),
    is_rehearsal: total < minRealExposures || areSimulated,
  };
}

/** Returns the new people per day. */
function paceOf({ run, times }: Facts): number {
  const length = run.end - run.start;
  const span = Math.min(Math.max(length, shortestRunMs), paceDays * dayMs);
  return (times.length - firstFrom(times, length - span)) / (span / dayMs);
}

type Goal = Pick<Health, 'needed' | 'is_planned' | 'effect'>;

/** Until the plan of the launch is reached, its people are needed, whatever was planned since: its test counts them. */
function goalOf({ experiment, planned: { launched }, isPlanReached, metric }: Facts): Goal {
  const known = experimentParameters.safeParse(experiment.parameters).data;
  const planned = plannedPeople(experiment);
  const effect = known?.minimum_detectable_effect ?? defaultEffect;
  if (launched !== null && !isPlanReached) return { needed: launched, is_planned: true, effect: null };
  if (planned !== null) return { needed: planned, is_planned: true, effect: null };
  return { needed: neededOf(experiment, { effect, launched }, metric), is_planned: false, effect };
}

type Forecast = Pick<Health, 'days_left' | 'waits_for'>;

/** Forecasts the later of two: all variants have the needed people, or each has the few that it needs. */
function forecastOf(facts: Facts, needed: number | null, perDay: number): Forecast {
  const { variants, status } = facts.experiment;
  const unknown = { days_left: null, waits_for: null };
  const compared = comparedIn(facts.experiment, facts.countedIn);
  if (status !== 'running' || needed === null || compared.every((key) => key === controlKey)) return unknown;
  const whole = daysUntil(facts, { needed, times: facts.times, perDay });
  if (whole === null) return unknown;
  let slowest: Forecast = { days_left: whole, waits_for: null };
  for (const [index, variant] of variants.entries()) {
    if (!isExpected(variant) || facts.countedIn(variant.key) >= minExposures) continue;
    const people = facts.exposed.people.filter((person) => facts.exposed.variant[person] === index + 1);
    const times = exposureTimesOf({ ...facts.exposed, people });
    const pace = (perDay * variant.rollout_percentage) / 100;
    const days = daysUntil(facts, { needed: minExposures, times, perDay: pace });
    if (days === null) return { days_left: null, waits_for: variant.key };
    if (days > (slowest.days_left ?? 0)) slowest = { days_left: days, waits_for: variant.key };
  }
  return slowest;
}

type Arrivals = { needed: number; times: Float64Array; perDay: number };

/** Returns the days until the needed people count; null where nobody arrives. The last of them waits after the exposure. */
function daysUntil({ run, waiting }: Facts, { needed, times, perDay }: Arrivals): number | null {
  const exposed = times[needed - 1];
  if (exposed !== undefined) return Math.max(0, exposed + waiting - (run.end - run.start)) / dayMs;
  return perDay > 0 ? (needed - times.length) / perDay + waiting / dayMs : null;
}

/** A run has the limit of a plan, in days of which some have passed. */
function tooLongOf(facts: Facts, goal: Goal, { days_left: left, waits_for }: Forecast): TooLongRun | null {
  const { run, planned } = facts;
  const days = (run.end - run.start) / dayMs + (left ?? 0);
  if (left === null || left <= 0 || days <= maxPlannedDays) return null;
  const plan_people = waits_for === null ? fewerByPlan(facts, goal) : null;
  return { days, limit: maxPlannedDays, needs_new_run: planned.launched !== null, waits_for, plan_people };
}

/** Returns the people of a plan for the effect that a run without one looks for, if they are fewer than it still lacks. */
function fewerByPlan({ experiment, planned, metric, times }: Facts, { needed, effect }: Goal): number | null {
  if (planned.launched !== null || needed === null || effect === null) return null;
  const question = questionOf(experiment, effect, metric);
  const people = question && neededPeople({ ...question, significance: finalShare });
  return people !== null && people < needed - times.length ? people : null;
}

/** Reports whether a split can be said to match the weights: people are expected of at least two variants. */
export const canMatch = (expected: readonly number[]): boolean =>
  expected.filter((people) => people >= minExpected).length >= 2;

/** `expected`: people of each variant. A few testers of a rare variant raise no alarm. */
export const splitState = (p: number, expected: readonly number[]) =>
  p < ratioAlarm && sumOf(expected) >= minSplit ? 'mismatch' : canMatch(expected) ? 'ok' : 'too_few';

const withAlarm = ({ state, ...check }: SplitCheck): SampleRatio =>
  state === 'mismatch' ? { ...check, state, is_alarm: true } : { ...check, state, is_alarm: false };

/**
 * Compares people by variant with the weights, of the variants that can be compared: a few testers say nothing of the split. Null
 * without people or weights. The state is of this check alone.
 */
export function ratioOf({ variants }: Experiment, byVariant: Exposure['by_variant']): SplitCheck | null {
  const compared = variants
    .map(({ key, rollout_percentage: weight }) => ({ key, weight, people: byVariant[key] ?? 0 }))
    .filter(canBeCompared);
  const [observed, weights] = [compared.map(({ people }) => people), compared.map(({ weight }) => weight)];
  if (compared.length < 2 || sumOf(observed) === 0 || sumOf(weights) === 0) return null;
  const { chiSquared, degreesOfFreedom, method, p, expected } = testSplit(observed, weights);
  return {
    expected: Object.fromEntries(compared.map(({ key }, index) => [key, expected[index] ?? 0])),
    chi_squared: chiSquared,
    degrees_of_freedom: degreesOfFreedom,
    method,
    p_value: p,
    state: splitState(p, expected),
  };
}

/** Returns what is asked of a plan for the variants with weight, control first; null without a value or a comparison. */
function questionOf(
  { variants }: Pick<Experiment, 'variants'>,
  effect: number,
  { kind, direction, value = null, variance }: Facts['metric'],
) {
  const shown = variants.filter(({ rollout_percentage: weight }) => weight > 0);
  const control = shown.find(({ key }) => key === controlKey);
  if (value === null || control === undefined || shown.length < 2) return null;
  const tests = shown.filter((variant) => variant !== control).map((variant) => variant.rollout_percentage);
  const weights = [control.rollout_percentage, ...tests];
  return { kind, direction, baseline: value, variance, effect, weights, power: defaultPower };
}

/** Returns the people needed to detect an effect by the looks: there is no test at a planned number of people, or it is over. */
export function neededOf(
  experiment: Pick<Experiment, 'variants'>,
  { effect, launched }: { effect: number; launched: number | null },
  metric: Facts['metric'],
): number | null {
  const question = questionOf(experiment, effect, metric);
  if (question === null) return null;
  const { kind, weights } = question;
  const [control = 0, ...tests] = weights;
  const smallest = Math.min(...tests);
  const both = (control + smallest) / sumOf(weights);
  const narrowestAt = narrowestFor({ kind, planned: launched, weights, control: 0 }, weights.indexOf(smallest, 1));
  const significance = lookShareOf(launched);
  return neededAtLooks({ ...question, significance }, (people) =>
    alwaysValidZ(people * both, narrowestAt, significance, significance / tests.length),
  );
}
