import { sumOf } from '../../core/sum-contract.ts';
import { type Direction, signOf } from '../../statistics/contract.ts';
import { normalCdf, normalQuantile, twoSidedZ } from '../../statistics/distributions.ts';
import { findRoot } from '../../statistics/find-root.ts';
import { type Statistic, statisticTraits } from '../metrics/kind-contract.ts';
import { expectedVariance } from '../metrics/metric-kinds.ts';
import { chanceOfVerdict } from './gate.ts';
import { largestEffect } from './plan-contract.ts';

/** `effect` is relative, in percent of `baseline`; `weights` in any unit, control first. */
export type PlanQuestion = {
  kind: Statistic;
  direction?: Direction;
  baseline: number;
  /** Of one person's value at the baseline; of a count, by default the baseline. */
  variance?: number | undefined;
  effect: number;
  weights: readonly number[];
  significance: number;
  power: number;
  /** People for each one of the published formula. */
  reserve?: number;
};

/**
 * A difference is conclusive where the exact p-value, the interval and the sign agree, for which the published formulas ask too
 * few people: their power would be 1 to 2 points lower (docs/statistics.md).
 */
const agreementReserve = 1.04;

/**
 * Returns, for the comparison of control with the smallest test variant, the difference and its standard error times the square
 * root of all persons. `ofNone`: without an effect, both pooled; `ofEffect`: with it. `correction`: the persons of the correction
 * of the test, at least twice those that it adds: of a count for the skewness of the permutation test, of a share for the larger
 * of skewness and continuity. `z`: the critical value. Fleiss, Levin & Paik, Statistical Methods for Rates and Proportions, 3rd
 * edition, 4.3; for counts the same with Poisson variances: Gu, Ng, Tang & Schucany, Testing the ratio of two Poisson rates
 * (2008).
 */
function comparisonOf(
  { kind, direction, baseline, effect, weights, variance }: Omit<PlanQuestion, 'significance' | 'power'>,
  z: number,
) {
  const whole = sumOf(weights);
  const [control = 0, ...tests] = weights.map((weight) => weight / whole);
  const test = Math.min(...tests);
  const sign = signOf(direction);
  const dispersion = (variance ?? baseline) / baseline;
  const varianceAt = (mean: number) => expectedVariance[kind](mean, dispersion, baseline);
  // Clamped against rounding at the largest effect.
  const changed = Math.max(0, Math.min(statisticTraits[kind].largest, baseline * (1 + (sign * effect) / 100)));
  const pooled = (control * baseline + test * changed) / (control + test);
  const difference = Math.abs(changed - baseline);
  const ofNone = Math.sqrt(varianceAt(pooled) * (1 / control + 1 / test));
  const deviation = Math.sqrt(varianceAt(baseline));
  const skewness =
    sign * (kind === 'proportion' ? (1 - 2 * baseline) / deviation : (shapeSkewness * deviation) / baseline);
  // Of the difference, as skewness * sqrt(all persons); an effect on its longer tail is harder to detect (Cornish & Fisher).
  const ofDifference = (skewness * (control - test)) / Math.sqrt(control * test * (control + test));
  const skewed = (Math.max(0, ofDifference) * Math.max(0, z * z - 1) * ofNone) / 3;
  // Fisher's exact test needs more for a share.
  const corrected = kind === 'proportion' ? Math.max(1 / control + 1 / test, skewed) : skewed;
  return {
    difference,
    ofNone,
    ofEffect: Math.sqrt(varianceAt(baseline) / control + varianceAt(changed) / test),
    correction: corrected === 0 ? 0 : corrected / difference,
    control: { share: control, active: leastActive(baseline, varianceAt(baseline)) },
    test: { share: test, active: leastActive(changed, varianceAt(changed)) },
  };
}

/**
 * Returns the least share of people with a value other than 0 that a mean and its variance allow (Cauchy & Schwarz); of a share
 * itself.
 */
function leastActive(mean: number, variance: number): number {
  return mean === 0 ? 0 : mean ** 2 / (mean ** 2 + variance);
}

/** Skewness of a person's value over its coefficient of variation: that of a gamma distribution. */
const shapeSkewness = 2;

/**
 * Returns the two-sided critical z. Several test variants share the level (Bonferroni), which is what Holm's adjustment of the
 * results asks of the first one.
 */
export const criticalZ = (significance: number, weights: readonly number[]): number =>
  twoSidedZ(significance / Math.max(1, weights.length - 1));

/**
 * Returns the chance that an effect, of either sign, is conclusive with `people` in all variants together: significant, of enough
 * people and conversions. `z`: the critical value.
 */
export function powerAt(
  question: Omit<PlanQuestion, 'power'>,
  people: number,
  z = criticalZ(question.significance, question.weights),
): number {
  const { difference, ofNone, ofEffect, correction, control, test } = comparisonOf(question, z);
  const needed = z * ofNone;
  // The inverse of `peoplePerVariant`.
  const root = Math.sqrt(people / (question.reserve ?? agreementReserve));
  const seen = difference * Math.max(0, root - correction / (2 * root));
  // Without variance the outcome is certain.
  const chanceOf = (distance: number) => (ofEffect > 0 ? normalCdf(distance / ofEffect) : Number(distance > 0));
  const significant = chanceOf(seen - needed) + chanceOf(-seen - needed);
  const groupOf = ({ share, active }: typeof control) => ({ people: people * share, active });
  return significant * chanceOfVerdict(groupOf(control), groupOf(test), people);
}

/** Returns the persons needed in each variant to detect the effect with `power`; null as in `neededPeople`. */
export function peoplePerVariant(question: PlanQuestion): number[] | null {
  const { baseline, effect, weights, significance, power, reserve = agreementReserve } = question;
  if (!(baseline > 0 && effect > 0 && effect <= largestEffect(question))) return null;
  const z = criticalZ(significance, weights);
  const { difference, ofNone, ofEffect, correction } = comparisonOf(question, z);
  const uncorrected = (z * ofNone + normalQuantile(power) * ofEffect) / difference;
  // Fleiss, Tytun & Ury, A simple approximation for calculating sample sizes for comparing independent proportions (1980).
  const root = (uncorrected + Math.sqrt(uncorrected ** 2 + 2 * correction)) / 2;
  const whole = sumOf(weights);
  const least = peopleWithPower(question, reserve * root * root, () => z);
  const people = weights.map((weight) => Math.ceil((least * weight) / whole));
  // 0 where the baseline is so near to 0 that its variance is 0.
  const total = sumOf(people);
  return total > 0 && Number.isSafeInteger(total) ? people : null;
}

/** Allows for rounding of the power. */
const powerTolerance = 1e-9;

/** Returns the critical z of so many persons in all variants together. */
type CriticalZ = (people: number) => number;

/** Returns the number of persons, raised to the power: a group may have too few people or conversions for a verdict. */
function peopleWithPower(question: PlanQuestion, people: number, zAt: CriticalZ): number {
  const missing = (asked: number) => powerAt(question, asked, zAt(asked)) - question.power;
  if (missing(people) > -powerTolerance) return people;
  let most = Math.max(2, people);
  while (missing(most) < 0 && most < Number.MAX_SAFE_INTEGER) most *= 2;
  return findRoot(missing, people, most, 0.01);
}

/**
 * Returns the persons needed in all variants together to detect the effect with `power`; null where that is impossible (a share
 * above 1, a baseline of 0) or the number is too large. Formula: see `comparisonOf`.
 */
export function neededPeople(question: PlanQuestion): number | null {
  const people = peoplePerVariant(question);
  return people === null ? null : sumOf(people);
}

/**
 * Returns the persons needed as `neededPeople` does, for a verdict by the looks alone. `zAt`: their critical value, which is never
 * below that of the one test.
 */
export function neededAtLooks(question: PlanQuestion, zAt: CriticalZ): number | null {
  const once = neededPeople(question);
  const people = once === null ? null : Math.ceil(peopleWithPower(question, once, zAt));
  return Number.isSafeInteger(people) ? people : null;
}
