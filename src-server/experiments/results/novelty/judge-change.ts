import { significanceLevel } from '../../../statistics/contract.ts';
import { pairedSampleOf, ratioChangeP } from '../../../statistics/ratio-change.ts';
import { capOf, histogramOf, type Sample, sampleOf, together } from '../../../statistics/sample.ts';
import type { Statistic } from '../../metrics/kind-contract.ts';
import { conversionsOf, isTooSkewed, liftIntervalOf, liftOf } from '../judge/evidence.ts';
import { zOfInterval } from '../judge/normal-estimate.ts';
import { minConversions, minExposures } from '../rules-contract.ts';
import type { NoveltyChange, NoveltyJudgement } from './novelty-contract.ts';

/** The values of each person of a group on day 0, and in the later days. */
export type EarlyAndLate = readonly (readonly [early: number, late: number])[];

type Lift = Pick<NonNullable<NoveltyChange['first']>, 'lift' | 'lift_interval'>;
export type LiftChange = { first: Lift; later: Lift; p: number | null };

/**
 * Compares the lift of the test group in the later days with that on day 0. P is not adjusted. Null for too few people or
 * conversions, or too skewed values.
 */
export function changeOf(
  kind: Statistic,
  control: EarlyAndLate,
  test: EarlyAndLate,
  capShare: number | null,
): LiftChange | null {
  const groups = [control, test];
  if (groups.some((group) => group.length < minExposures)) return null;
  const halves = ([0, 1] as const).map((half) => {
    const histograms = groups.map((group) => histogramOf(group.map((person) => person[half])));
    const cap = capShare === null ? Number.POSITIVE_INFINITY : capOf(histograms, capShare);
    return { cap, samples: histograms.map((one) => sampleOf(one, cap)) as [Sample, Sample] };
  });
  const smaller = Math.min(control.length, test.length);
  if (halves.some(({ samples }) => conversionsOf(...samples) < minConversions)) return null;
  if (halves.some(({ samples }) => isTooSkewed(together(...samples), smaller))) return null;
  const caps = halves.map(({ cap }) => cap) as [number, number];
  const [ofControl, ofTest] = groups.map((group) => pairedSampleOf(group, caps));
  const [first, later] = halves.map(({ samples: [ofControl, ofTest] }) => ({
    lift: liftOf(ofControl, ofTest),
    lift_interval: liftIntervalOf(kind, ofControl, ofTest, zOfInterval, false),
  }));
  if (ofControl === undefined || ofTest === undefined || first === undefined || later === undefined) return null;
  return { first, later, p: ratioChangeP(ofControl, ofTest) };
}

const excludesZero = (interval: [number, number] | null) => interval !== null && (interval[0] > 0 || interval[1] < 0);

/** Names a change by the lifts, where its p-value after Holm is significant. */
export function judgementOf(change: LiftChange | null, p: number | null): NoveltyJudgement {
  if (change === null || p === null) return 'too_little';
  if (p > significanceLevel) return 'steady';
  const { first, later } = change;
  const [before, after] = [Math.log1p(first.lift ?? 0), Math.log1p(later.lift ?? 0)];
  const isTurned = before * after < 0 && excludesZero(first.lift_interval) && excludesZero(later.lift_interval);
  if (isTurned) return 'reversed';
  return Math.abs(after) < Math.abs(before) ? 'fading' : 'growing';
}
