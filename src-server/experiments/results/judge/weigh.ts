import { sumOf } from '../../../core/sum-contract.ts';
import { type Direction, significanceLevel } from '../../../statistics/contract.ts';
import {
  capOf,
  type Histogram,
  meanOf,
  momentsOf,
  type Sample,
  sampleOf,
  together,
} from '../../../statistics/sample.ts';
import { holmOf } from '../../../statistics/statistics.ts';
import type { Statistic } from '../../metrics/kind-contract.ts';
import { capShare, finalShare, lookShare, narrowestWithoutPlan } from '../rules-contract.ts';
import { adjustedKind } from './adjust.ts';
import { evidenceAgainst, evidenceOn, finalTestOf, hasValue, type Tested, testAgainst } from './evidence.ts';
import type { Evidence, EvidenceAgainst } from './evidence-contract.ts';
import { comparisonsOf, familyOf } from './family.ts';
import { sharedIntervals } from './shared-intervals.ts';
import { isSuspicious, shrunkenOf } from './shrunken.ts';

/** `weights` are the variants', in any unit; `control` is an index. `planned`: people of all variants at the launch, or null. */
export type Weighed = {
  kind: Statistic;
  weights: readonly number[];
  control: number;
  planned: number | null;
  priorSd: number;
  direction?: Direction;
  /** Percent; null without one. */
  minimumEffect?: number | null;
  isGuardrail?: boolean;
  /** Number of comparisons that p-values are adjusted for: of all metrics of its family; by default of this one alone. */
  comparisons?: number | undefined;
  /** Share of people whose highest values are capped. */
  capShare?: number | null;
};
/** The parts that outcomes need. */
export type Compared = Pick<Weighed, 'kind' | 'weights' | 'control' | 'planned'>;

/** The samples after CUPED, of the same people; `first` is null if it is not applied to them. */
type AfterCuped = { all: readonly Sample[]; first: readonly Sample[] | null };

/**
 * Weighs groups of people, one a variant, and the `first` planned ones of each, if they are complete. `cap`: the value that
 * higher ones count as. P-values are adjusted by `adjustEvidence`.
 */
export function weigh(
  weighed: Weighed,
  groups: readonly Histogram[],
  first: readonly Histogram[] | null,
  adjusted: AfterCuped | null = null,
): Weighing & { cap: number } {
  const cap = capFor(weighed.kind, groups, weighed.capShare);
  const samplesOf = (some: readonly Histogram[]) => {
    const ownCap = capFor(weighed.kind, some, weighed.capShare);
    return some.map((group) => sampleOf(group, ownCap));
  };
  const capped = groups.map((group) => ({ sample: sampleOf(group, cap), count: sampleOf(group).sum }));
  return { ...weighSamples(weighed, capped, first && samplesOf(first), adjusted), cap };
}

/**
 * The evidence on each group; the value of control, with the variance of one person's part in it; and the comparisons among which
 * the quoted intervals are shared.
 */
type Weighing = {
  evidence: Evidence[];
  reference: { value: number; variance: number } | null;
  comparisons: number;
};

/** The sums of a group, and its count before values were capped. */
type Capped = { sample: Sample; count: number };

/** Weighs groups by their sums, as `weigh` does. */
export function weighSamples(
  weighed: Weighed,
  capped: readonly Capped[],
  first: readonly Sample[] | null,
  adjusted: AfterCuped | null = null,
): Weighing {
  const { kind, control, priorSd, isGuardrail = false } = weighed;
  const pairOf = (all: readonly Sample[], test: number) => ({
    control: all[control] as Sample,
    test: all[test] as Sample,
  });
  const firsts = adjusted?.first ?? first;
  const samples = capped.map(({ sample }) => sample);
  const all = samples.reduce(together);
  const reference = samples[control] as Sample;
  const compared = adjusted?.all ?? samples;
  const comparedKind = adjusted === null ? kind : adjustedKind(kind);
  const finals = firsts && finalTestsOf({ kind: comparedKind, control }, firsts);
  const tests = comparisonsOf(weighed, [samples.map(({ n }) => n)]);
  const comparisons = weighed.comparisons ?? tests;
  const evidence = capped.map(({ sample, count }, index): Evidence => {
    const own = compared[index] as Sample;
    const alone = {
      ...evidenceOn(kind, sample, all),
      adjusted_value: adjusted === null || own.n === 0 ? null : meanOf(own),
      count,
    };
    if (index === control || !hasValue(sample) || !hasValue(reference)) return { ...alone, versus: null };
    const looks = { share: lookShareOf(weighed.planned), narrowestAt: narrowestFor(weighed, index) };
    const against = evidenceAgainst(comparedKind, compared[control] as Sample, own, looks);
    const final = finals?.[index] ?? null;
    const sharedAmong = (number: number) =>
      sharedIntervals(comparedKind, looks, number, pairOf(compared, index), firsts && pairOf(firsts, index));
    return {
      ...alone,
      versus: {
        ...against,
        unadjusted: adjusted === null ? null : plainOf(evidenceAgainst(kind, reference, sample, looks)),
        final,
        quoted: comparisons <= 1 ? null : sharedAmong(comparisons),
        // Variants outside the family get no conclusion.
        non_inferiority: isGuardrail ? sharedAmong(Math.max(1, tests)) : null,
        shrunken: shrunkenOf(against, priorSd, weighed.direction),
        is_suspicious: isSuspicious(against, priorSd),
        minimum_effect: againstMinimum(against.always_valid_interval, weighed.minimumEffect),
      },
    };
  });
  const { mean, variance } = momentsOf(reference);
  return { evidence, reference: hasValue(reference) ? { value: mean, variance } : null, comparisons };
}

type Comparison = ReturnType<typeof evidenceAgainst>;

function plainOf({ lift, lift_interval, difference, difference_interval, p_value }: Comparison) {
  return { lift, lift_interval, difference, difference_interval, p_value };
}

/** Compares the interval of a lift with the smallest effect that matters, in percent; null without either. */
export function againstMinimum(lift: [number, number] | null, minimum: number | null = null) {
  if (lift === null || minimum === null) return null;
  const [low, high] = lift;
  const least = minimum / 100;
  if (low >= least || high <= -least) return 'beyond';
  return low > -least && high < least ? 'below' : 'open';
}

export const lookShareOf = (planned: number | null): number => (planned === null ? significanceLevel : lookShare);

/** Returns the persons for whom the always-valid interval is narrowest: those planned in both groups. */
export function narrowestFor({ planned, weights, control }: Compared, test: number): number {
  const whole = sumOf(weights);
  const both = (weights[control] ?? 0) + (weights[test] ?? 0);
  return planned === null || !(both > 0) ? narrowestWithoutPlan : (planned * both) / whole;
}

/** Returns the cap of a metric; the values of a share have none. */
export const capFor = (kind: Statistic, groups: readonly Histogram[], share: number | null = null): number =>
  kind === 'proportion' ? 1 : capOf(groups, share ?? capShare);

type FinalTest = NonNullable<EvidenceAgainst['final']>;

/** Returns the one test of each variant against control, at the planned number of people. */
export function finalTestsOf({ kind, control }: Pick<Weighed, 'kind' | 'control'>, samples: readonly Sample[]) {
  const reference = samples[control] as Sample;
  return samples.map((sample, index): FinalTest | null =>
    index === control || !hasValue(sample) || !hasValue(reference)
      ? null
      : finalTestOf(kind, reference, sample, finalShare),
  );
}

/** Returns the tests that decide, of samples that are capped already: `weigh` without the parts for readers. */
export function testsOf(weighed: Compared, samples: readonly Sample[], finals: readonly (FinalTest | null)[] | null) {
  const reference = samples[weighed.control] as Sample;
  return samples.map((sample, index) => {
    if (index === weighed.control || !hasValue(sample) || !hasValue(reference))
      return { people: sample.n, versus: null };
    const looks = { share: lookShareOf(weighed.planned), narrowestAt: narrowestFor(weighed, index) };
    const versus = testAgainst(weighed.kind, reference, sample, looks);
    return { people: sample.n, versus: Object.assign(versus, { final: finals?.[index] ?? null }) };
  });
}

type Adjusted = Pick<
  Tested,
  'p_value' | 'p_value_adjusted' | 'always_valid_p_value' | 'always_valid_p_value_adjusted'
> & {
  final: { p_value: number } | null;
};
type Group = { people: number; versus: Adjusted | null };

/**
 * Adjusts the p-values of some metrics over the test variants that can be compared. One without data yet counts too, so that
 * their number does not depend on who came first. Of others nothing is concluded: their p is 1.
 */
export function adjustEvidence(
  metrics: readonly (readonly Group[])[],
  weighted: Pick<Compared, 'weights' | 'control'>,
): void {
  const family: (Adjusted | null)[] = [];
  for (const evidence of metrics) {
    const people = evidence.map((one) => one.people);
    const isCompared = familyOf(weighted, people);
    for (const [index, { versus }] of evidence.entries()) {
      if (isCompared[index]) family.push(versus);
      else if (versus !== null) leaveOut(versus);
    }
  }
  for (const [versus, p] of holmOf(family, (one) => one?.p_value ?? 1))
    if (versus !== null) versus.p_value_adjusted = p;
  for (const [versus, p] of holmOf(family, (one) => one?.always_valid_p_value ?? 1))
    if (versus !== null) versus.always_valid_p_value_adjusted = p;
  for (const [versus, p] of holmOf(family, (one) => one?.final?.p_value ?? 1))
    if (versus !== null && versus.final !== null) versus.final.p_value = p;
}

function leaveOut(versus: Adjusted): void {
  versus.p_value_adjusted = 1;
  versus.always_valid_p_value_adjusted = 1;
  if (versus.final !== null) versus.final.p_value = 1;
}
