import { dayMs } from '../../core/time.ts';
import { type Direction, defaultPower } from '../../statistics/contract.ts';
import { testSplit } from '../../statistics/statistics.ts';
import { controlKey, type Experiment, experimentParameters } from '../contract.ts';
import type { Run } from '../metrics/days.ts';
import type { Statistic } from '../metrics/kind-contract.ts';
import { neededPeople } from '../planning/planning.ts';
import type { Exposure, Health, SampleRatio } from './results-contract.ts';
import {
  defaultEffect,
  finalShare,
  maxPlannedDays,
  minExpected,
  minRealExposures,
  ratioAlarm,
} from './rules-contract.ts';
import { scheduleOf } from './schedule.ts';
import { plannedPeople, type TooLongRun } from './schedule-contract.ts';

/** A run in its first hour has the rate of that hour. */
const shortestRunMs = 3_600_000;

type Facts = {
  experiment: Experiment;
  run: Run;
  exposure: Exposure;
  changes: Health['changes'];
  areSimulated: boolean;
  /** The number of people planned at the launch; null without a plan. */
  planned: { launched: number | null };
  /** The times of all exposures, rising, and how long after it a person counts, in milliseconds. */
  times: Float64Array;
  waiting: number;
  /** `value` is control's by now, null while it is not known; `variance` of one person's part in it. */
  metric: { kind: Statistic; direction: Direction; value?: number | null; variance?: number };
};

export function healthOf(facts: Facts): Health {
  const { experiment, run, exposure, changes, areSimulated, metric } = facts;
  const { total } = exposure;
  const known = experimentParameters.safeParse(experiment.parameters).data;
  const plan = plannedPeople(experiment);
  const effect = plan === null ? (known?.minimum_detectable_effect ?? defaultEffect) : null;
  const needed = effect === null ? plan : neededOf(experiment, effect, metric);
  const perDay = total / (Math.max(run.end - run.start, shortestRunMs) / dayMs);
  const isRunning = experiment.status === 'running';
  const isPlanned = plan !== null;
  const arriving = isRunning && needed !== null && perDay > 0 ? Math.max(0, needed - total) / perDay : null;
  const left = arriving === null || needed === null ? null : arriving + waitingDays(facts, needed);
  return {
    needed,
    is_planned: isPlanned,
    effect,
    days_left: left,
    too_long: tooLongOf(facts, left),
    sample_ratio: ratioOf(experiment, exposure),
    changes,
    per_day: perDay,
    schedule: scheduleOf({ experiment, run, people: total, health: { needed, isPlanned, arriving } }),
    is_rehearsal: total < minRealExposures || areSimulated,
  };
}

/** Returns the length of a run that exceeds the limit of plans, of which some days have passed; null if it does not. */
function tooLongOf({ run, planned }: Facts, left: number | null): TooLongRun | null {
  const days = (run.end - run.start) / dayMs + (left ?? 0);
  const isTooLong = left !== null && left > 0 && days > maxPlannedDays;
  return isTooLong ? { days, limit: maxPlannedDays, needs_new_run: planned.launched !== null } : null;
}

/** Returns the days until the last of the needed people counts after the exposure, from now if it was exposed. */
function waitingDays({ run, times, waiting }: Facts, needed: number): number {
  const exposed = times[needed - 1];
  const left = exposed === undefined ? waiting : exposed + waiting - (run.end - run.start);
  return Math.max(0, left) / dayMs;
}

export const splitState = (p: number) => (p < ratioAlarm ? 'mismatch' : 'ok');

/** Compares people by variant with the weights; null without either. The state is of this check alone. */
export function ratioOf(
  { variants }: Experiment,
  { total, by_variant: byVariant }: Pick<Exposure, 'total' | 'by_variant'>,
): SampleRatio | null {
  const weights = variants.map(({ rollout_percentage: weight }) => weight);
  if (total === 0 || variants.length < 2 || !weights.some((weight) => weight > 0)) return null;
  const observed = variants.map(({ key }) => byVariant[key] ?? 0);
  const { chiSquared, degreesOfFreedom, p, expected } = testSplit(observed, weights);
  const isLarge = expected.every((people) => people === 0 || people >= minExpected);
  const state = isLarge ? splitState(p) : 'too_few';
  return {
    expected: Object.fromEntries(variants.map(({ key }, index) => [key, expected[index] ?? 0])),
    chi_squared: chiSquared,
    degrees_of_freedom: degreesOfFreedom,
    p_value: p,
    state,
    is_alarm: state === 'mismatch',
  };
}

function neededOf(
  { variants }: Experiment,
  effect: number,
  { kind, direction, value = null, variance }: Facts['metric'],
): number | null {
  const shown = variants.filter(({ rollout_percentage: weight }) => weight > 0);
  const control = shown.find(({ key }) => key === controlKey);
  if (value === null || control === undefined || shown.length < 2) return null;
  const weights = [control, ...shown.filter((variant) => variant !== control)].map(
    (variant) => variant.rollout_percentage,
  );
  const question = { kind, direction, baseline: value, variance, effect, weights };
  return neededPeople({ ...question, significance: finalShare, power: defaultPower });
}
