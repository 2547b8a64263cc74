import { type Adjustment, adjustedSample, adjustmentOf } from '../../../statistics/cuped.ts';
import type { Histogram, Sample } from '../../../statistics/sample.ts';
import type { Covariate } from '../../metrics/covariate.ts';
import type { Statistic } from '../../metrics/kind-contract.ts';
import { type Exposed, groupsOf } from '../exposures/exposures.ts';
import { ratioAlarm } from '../rules-contract.ts';
import { histogramsOf } from './cohort.ts';
import type { Basis } from './evidence-contract.ts';

/**
 * The people exposed up to `until`, in milliseconds after the start, with their values since. `capOf`: as the metric caps values.
 */
type People = { values: Float64Array; until: number; cap: number; capOf: (groups: readonly Histogram[]) => number };

/** The adjustment of values. `cap`: of the values before. */
export type Applied = Pick<Adjustment, 'theta' | 'mean'> & { cap: number };

type Found = { basis: NonNullable<Basis['cuped']>; samples: Sample[] | null; applied: Applied | null };

const nothing = { theta: null, variance_reduction: null, people_with_history: 0, p_value: null };
const none = { samples: null, applied: null };

/** Adjusts values of people by their earlier values, both capped. Null samples where that does not help, or would mislead. */
export function adjust(
  exposed: Exposed,
  { values, until, cap, capOf }: People,
  { days, problem, values: before }: Covariate,
  variants: number,
): Found {
  if (problem !== null) return { basis: { ...nothing, days, state: problem }, ...none };
  const covariateCap = capOf(histogramsOf(exposed, before, until, variants));
  const people = groupsOf(exposed, until, variants);
  const withHistory = people.flat().filter((person) => (before[person] ?? 0) !== 0).length;
  const groups = people.map((ofVariant) => ({
    values: ofVariant.map((person) => Math.min(values[person] ?? 0, cap)),
    covariates: ofVariant.map((person) => Math.min(before[person] ?? 0, covariateCap)),
  }));
  const by = adjustmentOf(groups);
  if (by === null) {
    return { basis: { ...nothing, days, state: 'no_history', people_with_history: withHistory }, ...none };
  }
  const isBalanced = by.p >= ratioAlarm;
  const figures = {
    theta: by.theta,
    variance_reduction: by.reduction,
    people_with_history: withHistory,
    p_value: by.p,
  };
  return {
    basis: { days, state: isBalanced ? 'applied' : 'unbalanced', ...figures },
    ...(isBalanced
      ? {
          samples: groups.map((group) => adjustedSample(group, by)),
          applied: { theta: by.theta, mean: by.mean, cap: covariateCap },
        }
      : none),
  };
}

/** Returns the statistic of adjusted values: those of a share are no longer 0 or 1. */
export const adjustedKind = (kind: Statistic): Statistic => (kind === 'proportion' ? 'count' : kind);
