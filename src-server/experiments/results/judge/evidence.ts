import { alwaysValidP, alwaysValidZ } from '../../../statistics/always-valid.ts';
import type { Ends } from '../../../statistics/contract.ts';
import { normalQuantile, twoSidedZ } from '../../../statistics/distributions.ts';
import { fisherTails, meanTails, type Tails } from '../../../statistics/permutation.ts';
import { meanRatioInterval, shareRatioInterval } from '../../../statistics/ratio.ts';
import { meanOf, momentsOf, type Sample, together } from '../../../statistics/sample.ts';
import {
  countInterval,
  including,
  meanInterval,
  shareInterval,
  valueDifferenceOf,
} from '../../../statistics/value-interval.ts';
import type { Statistic } from '../../metrics/kind-contract.ts';
import { tooLittle } from '../rules-contract.ts';
import type { Evidence, EvidenceAgainst } from './evidence-contract.ts';
import { zOfInterval as z95 } from './normal-estimate.ts';

type Rules = {
  tails(control: Sample, test: Sample): Tails;
  /**
   * Returns the interval of test / control; `isAlways`: for all looks together. Null where control is zero, or a mean of either
   * is.
   */
  ratio(control: Sample, test: Sample, z: number, isAlways: boolean): Ends | null;
  /** `all`: of all groups. */
  value(sample: Sample, z: number, all: Sample): Ends;
  /** Whether the values can be more skewed than their number compensates. */
  canBeSkewed: boolean;
};

const rules: Record<Statistic, Rules> = {
  proportion: { tails: fisherTails, ratio: shareRatioInterval, value: shareInterval, canBeSkewed: false },
  count: { tails: meanTails, ratio: meanRatioInterval, value: countInterval, canBeSkewed: true },
  mean: { tails: meanTails, ratio: meanRatioInterval, value: meanInterval, canBeSkewed: true },
  ratio: { tails: meanTails, ratio: meanRatioInterval, value: meanInterval, canBeSkewed: true },
};

const twoSided = ({ lower, upper }: Tails) => Math.min(1, 2 * Math.min(lower, upper));
/** Returns the lift; null where control is not above 0, since there is no percentage of nothing. */
export const liftOf = (control: Sample, test: Sample) =>
  meanOf(control) > 0 ? meanOf(test) / meanOf(control) - 1 : null;

/** Returns the interval of the lift; null where there is none, or where it is infinite. */
export function liftIntervalOf(
  kind: Statistic,
  control: Sample,
  test: Sample,
  z: number,
  isAlways: boolean,
): Ends | null {
  const [ratio, lift] = [rules[kind].ratio(control, test, z, isAlways), liftOf(control, test)];
  if (ratio === null || lift === null || !ratio.every(Number.isFinite)) return null;
  return including(lift, [ratio[0] - 1, ratio[1] - 1]);
}

/** Reports whether there are people, and a divisor above 0 for a ratio. */
export const hasValue = ({ n, below }: Sample): boolean => n > 0 && (below === undefined || below.x > 0);

/** Returns the conversions that the smaller group is expected to have without a difference; of a trend, people with an event. */
export function conversionsOf(control: Sample, test: Sample): number {
  const { n, active } = together(control, test);
  return n === 0 ? 0 : (active / n) * Math.min(control.n, test.n);
}

/** Reports whether the values of all are more skewed than the `n` people of a group compensate. */
export const isTooSkewed = (all: Sample, n: number): boolean =>
  Math.abs(momentsOf(all).skewness) / Math.sqrt(n) > tooLittle.skewness;

function saysTooLittle(kind: Statistic, one: Sample, conversions: number, all: Sample): boolean {
  if (one.n < tooLittle.people || conversions < tooLittle.conversions) return true;
  return rules[kind].canBeSkewed && isTooSkewed(all, one.n);
}

/** Returns the evidence on one of the groups, which may be empty. `all`: of all groups together. */
export function evidenceOn(
  kind: Statistic,
  sample: Sample,
  all: Sample,
): Omit<Evidence, 'versus' | 'count' | 'adjusted_value'> {
  const { n, active } = sample;
  if (!hasValue(sample)) return { people: n, value: null, interval: null, is_too_little: true };
  const isTooLittle = saysTooLittle(kind, sample, active, all);
  const interval = rules[kind].value(sample, z95, all);
  return { people: n, value: meanOf(sample), interval, is_too_little: isTooLittle };
}

/** `share`: of error for all looks. `narrowestAt`: people in both groups. */
export type Looks = { share: number; narrowestAt: number };

/** The part of the evidence that outcomes rest on. */
export type Tested = Pick<
  EvidenceAgainst,
  | 'difference'
  | 'conversions'
  | 'p_value'
  | 'p_value_adjusted'
  | 'always_valid_p_value'
  | 'always_valid_p_value_adjusted'
  | 'always_valid_interval'
>;

/**
 * Tests two groups that have people. P-values are not adjusted yet. The interval is computed when it is read, as few callers need
 * it.
 */
export function testAgainst(kind: Statistic, control: Sample, test: Sample, { share, narrowestAt }: Looks): Tested {
  const tails = rules[kind].tails(control, test);
  const persons = control.n + test.n;
  const p = twoSided(tails);
  const always = alwaysValidP(-normalQuantile(Math.min(0.5, tails.lower, tails.upper)), persons, narrowestAt, share);
  return {
    difference: meanOf(test) - meanOf(control),
    conversions: conversionsOf(control, test),
    p_value: p,
    p_value_adjusted: p,
    always_valid_p_value: always,
    always_valid_p_value_adjusted: always,
    get always_valid_interval() {
      return liftIntervalOf(kind, control, test, alwaysValidZ(persons, narrowestAt, share), true);
    },
  };
}

/** Compares two groups that have people. P-values are not adjusted yet. */
export function evidenceAgainst(
  kind: Statistic,
  control: Sample,
  test: Sample,
  looks: Looks,
): Omit<
  EvidenceAgainst,
  'unadjusted' | 'final' | 'shrunken' | 'is_suspicious' | 'minimum_effect' | 'quoted' | 'non_inferiority'
> {
  const { value } = rules[kind];
  const tested = testAgainst(kind, control, test, looks);
  const smaller = control.n < test.n ? control : test;
  const both = together(control, test);
  const partOf = (sample: Sample) => ({ value: meanOf(sample), interval: value(sample, z95, both) });
  return {
    lift: liftOf(control, test),
    lift_interval: liftIntervalOf(kind, control, test, z95, false),
    difference_interval: valueDifferenceOf(partOf(control), partOf(test)),
    ...tested,
    is_too_little: saysTooLittle(kind, smaller, tested.conversions, both),
  };
}

/** Returns the one test at the planned size, at its level. */
export function finalTestOf(kind: Statistic, control: Sample, test: Sample, level: number) {
  return {
    lift: liftOf(control, test),
    difference: meanOf(test) - meanOf(control),
    interval: liftIntervalOf(kind, control, test, twoSidedZ(level), false),
    p_value: twoSided(rules[kind].tails(control, test)),
    conversions: conversionsOf(control, test),
  };
}
