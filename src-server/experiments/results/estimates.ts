import { BoundedCache, bytesOfText } from '../../core/bounded-cache.ts';
import type { Direction } from '../../statistics/contract.ts';
import {
  bestProbabilities,
  credibleInterval,
  differenceInterval,
  liftInterval,
  type Posterior,
  sequentialInterval,
  withTable,
} from '../../statistics/statistics.ts';
import { including } from '../../statistics/value-interval.ts';
import { type Arm, compatible, type Measured } from '../metrics/compatible.ts';
import type { CompatibleStatistic } from '../metrics/kind-contract.ts';
import { zOfInterval } from './judge/normal-estimate.ts';
import type { Interval } from './results-contract.ts';

/** `isRelative`: events are divided by the variant's own persons, else by control's. */
export type Question = { kind: CompatibleStatistic; direction: Direction; isRelative: boolean };

/** Against control, in the unit of the value. */
export type Versus = {
  difference: number;
  difference_interval: Interval;
  lift: number | null;
  lift_interval: Interval | null;
  sequential_interval: Interval | null;
};
/** `unit`: divide the posterior by this to get `value` units. */
export type Estimate = {
  arm: Arm;
  relativeExposure: number;
  posterior: Posterior;
  unit: number;
  value: number;
  interval: Interval;
  probability: number;
  versus: Versus | null;
};

/** Estimates every variant, control first; each needs a person. */
export function estimate(question: Question, arms: readonly Arm[]): Estimate[] {
  const { kind, direction, isRelative } = question;
  const persons = (arms[0] as Arm).exposures;
  const rules = compatible[kind];
  const unit = rules.unit(persons);
  const single = arms.map((arm) => {
    const relativeExposure = isRelative ? arm.exposures / persons : 1;
    const posterior = rules.posterior(arm, relativeExposure);
    const tabulated = withTable(posterior);
    const value = rules.value(arm, relativeExposure, persons);
    const interval = including(value, divided(credibleInterval(tabulated), unit));
    return { arm, relativeExposure, posterior, tabulated, unit, value, interval };
  });
  const chances = bestProbabilities(
    single.map(({ tabulated }) => tabulated),
    direction,
  );
  const ofControl = single[0] as Single;
  return single.map(({ tabulated, ...one }, index) => ({
    ...one,
    probability: chances[index] as number,
    versus: index === 0 ? null : compare(kind, ofControl, { ...one, tabulated }),
  }));
}

export const divided = ([low, high]: Interval, by: number): Interval => [low / by, high / by];

/** `tabulated`: the posterior with its table, which an estimate does not keep: it is several kilobytes. */
type Single = Omit<Estimate, 'probability' | 'versus'> & { tabulated: Posterior };

function compare(kind: CompatibleStatistic, control: Single, test: Single): Versus {
  const difference = test.value - control.value;
  const between = divided(differenceInterval(control.tabulated, test.tabulated), test.unit);
  const lift = control.value === 0 ? null : test.value / control.value - 1;
  const ofLift = lift === null ? null : liftInterval(control.tabulated, test.tabulated);
  return {
    difference,
    difference_interval: including(difference, between),
    lift,
    lift_interval: lift === null || ofLift === null ? null : including(lift, ofLift),
    sequential_interval: sequentialInterval(meanOf(kind, control), meanOf(kind, test)),
  };
}

/** Returns the value as a mean over persons, with the variance of one person's part in it. */
const meanOf = (kind: CompatibleStatistic, measured: Measured) => ({
  n: measured.arm.exposures,
  mean: measured.value,
  variance: compatible[kind].variance(measured),
});

/**
 * Returns the 95% interval of the difference of two trends by the variance between persons, as events of one person are not
 * independent. B. L. Welch, The generalization of Student's problem (1947), with the normal quantile, as samples are large.
 */
export function personInterval(kind: CompatibleStatistic, control: Measured, test: Measured): Interval {
  const [one, other] = [meanOf(kind, control), meanOf(kind, test)];
  const half = zOfInterval * Math.sqrt(one.variance / one.n + other.variance / other.n);
  const difference = other.mean - one.mean;
  return [difference - half, difference + half];
}

const estimateBytes = 512;

/** Caches `estimate`: past days are requested repeatedly. */
export function rememberingEstimate(): typeof estimate {
  const known = new BoundedCache<string, Estimate[]>({
    entries: 4000,
    bytes: 16 * 1024 * 1024,
    bytesOf: (key, estimates) => bytesOfText(key) + estimateBytes * estimates.length,
  });
  return (question, arms) => {
    const key = JSON.stringify([question, arms]);
    const answer = known.get(key) ?? estimate(question, arms);
    known.set(key, answer);
    return answer;
  };
}
