import { type Direction, significanceLevel } from '../../statistics/contract.ts';
import { normalQuantile } from '../../statistics/distributions.ts';
import {
  bestProbabilities,
  betaPosterior,
  credibleInterval,
  differenceInterval,
  gammaPosterior,
  liftInterval,
  type Posterior,
  sequentialInterval,
} from '../../statistics/statistics.ts';
import type { Interval } from './results-contract.ts';

/** What there was of a variant by some moment: persons, and of them successes, or events and the sum of their squares by person. */
export type Arm = { key: string; exposures: number; successes: number; events: number; squares: number };

/**
 * What is asked of the arms. `control` is its index. `isRelative`: the events of a trend are set against how many persons have
 * the variant; else against as many as have control.
 */
export type Question = { kind: 'proportion' | 'count'; direction: Direction; control: number; isRelative: boolean };

/** Against control; all in the unit of the value. */
export type Versus = {
  difference: number;
  difference_interval: Interval;
  lift: number | null;
  lift_interval: Interval | null;
  sequential_interval: Interval | null;
};
/** `unit`: by how much the posterior's own unit is to be divided to be the value's. */
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

/** What can be said of every variant; each must have a person. */
export function estimate(question: Question, arms: readonly Arm[]): Estimate[] {
  const { kind, direction, control, isRelative } = question;
  const persons = (arms[control] as Arm).exposures;
  const unit = kind === 'proportion' ? 1 : persons;
  const single = arms.map((arm) => {
    const relativeExposure = isRelative ? arm.exposures / persons : 1;
    const posterior =
      kind === 'proportion'
        ? betaPosterior(arm.successes, arm.exposures - arm.successes)
        : gammaPosterior(arm.events, relativeExposure);
    const value = kind === 'proportion' ? arm.successes / arm.exposures : arm.events / (relativeExposure * persons);
    return { arm, relativeExposure, posterior, unit, value, interval: divided(credibleInterval(posterior), unit) };
  });
  const chances = bestProbabilities(
    single.map(({ posterior }) => posterior),
    direction,
  );
  const ofControl = single[control] as (typeof single)[number];
  return single.map((one, index) => ({
    ...one,
    probability: chances[index] as number,
    versus: index === control ? null : compare(kind, ofControl, one),
  }));
}

export const divided = ([low, high]: Interval, by: number): Interval => [low / by, high / by];

type Single = Omit<Estimate, 'probability' | 'versus'>;

function compare(kind: Question['kind'], control: Single, test: Single): Versus {
  return {
    difference: test.value - control.value,
    difference_interval: divided(differenceInterval(control.posterior, test.posterior), test.unit),
    lift: control.value === 0 ? null : test.value / control.value - 1,
    lift_interval: control.value === 0 ? null : liftInterval(control.posterior, test.posterior),
    sequential_interval: sequentialInterval(meanOf(kind, control), meanOf(kind, test)),
  };
}

/** The value as a mean over persons, with the variance of one person's part in it. */
function meanOf(kind: Question['kind'], { arm, value }: Single): { n: number; mean: number; variance: number } {
  const { exposures: n, events, squares } = arm;
  if (kind === 'proportion') return { n, mean: value, variance: value * (1 - value) };
  const mean = events / n;
  // Where events are not set against this variant's own persons, the value is not their mean, but as many times it.
  const times = mean === 0 ? 1 : value / mean;
  return { n, mean: value, variance: Math.max(0, squares / n - mean ** 2) * times ** 2 };
}

const z = -normalQuantile(significanceLevel / 2);

/**
 * 95% interval of the difference of two trends by the variances between persons: those who do something often are no chance of
 * single events. B. L. Welch, The generalization of Student's problem (1947), with the normal quantile, as there are many persons.
 */
export function personInterval(control: Single, test: Single): Interval {
  const [one, other] = [meanOf('count', control), meanOf('count', test)];
  const half = z * Math.sqrt(one.variance / one.n + other.variance / other.n);
  const difference = other.mean - one.mean;
  return [difference - half, difference + half];
}

const mostRemembered = 4000;

/** `estimate` that remembers what it answered: the state at the end of a past day is asked for again and again. */
export function rememberingEstimate(): typeof estimate {
  const known = new Map<string, Estimate[]>();
  return (question, arms) => {
    const key = JSON.stringify([question, arms]);
    const answer = known.get(key) ?? estimate(question, arms);
    if (known.size >= mostRemembered) known.clear();
    known.set(key, answer);
    return answer;
  };
}
