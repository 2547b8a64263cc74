import { isoTime } from '../../../core/time.ts';
import type { Histogram } from '../../../statistics/sample.ts';
import type { Covariate } from '../../metrics/covariate.ts';
import type { Run } from '../../metrics/days.ts';
import type { Statistic } from '../../metrics/metric-contract.ts';
import type { PersonValues } from '../../metrics/person-values.ts';
import type { Exposed } from '../exposures.ts';
import { adjust } from './adjust.ts';
import { type Cohort, histogramsOf } from './cohort.ts';
import type { Basis, Evidence, People } from './evidence-contract.ts';
import { capFor, lookShareOf, weigh } from './weigh.ts';

/** `weights` are the variants', in any unit; `control` is an index. `planned`: people of all variants, as at the launch. */
export type Judged = {
  kind: Statistic;
  run: Run;
  people: People;
  windowDays: number | null;
  cohort: Cohort;
  exposed: Exposed;
  values: PersonValues;
  weights: readonly number[];
  control: number;
  planned: { launched: number | null; now: number | null };
  priorSd: number;
  minimumEffect: number | null;
  isGuardrail: boolean;
  /** Null while CUPED is off. */
  covariate: Covariate | null;
};

/** Weighs what the people of the cohort did, per variant. P-values are adjusted by `adjustEvidence`. */
export function judge(judged: Judged): { evidence: Evidence[]; basis: Basis } {
  const { kind, cohort, exposed, values, weights, planned, covariate } = judged;
  const variants = weights.length;
  const groups = histogramsOf(exposed, values.all, cohort.since, variants);
  const { early } = values;
  const first = cohort.first && early && histogramsOf(exposed, early, cohort.first.since, variants);
  const weighed = { ...judged, planned: planned.launched };
  const adjusted = (values: Float64Array, until: number, of: Histogram[]) =>
    covariate && adjust(exposed, { values, until, cap: capFor(kind, of) }, covariate, variants);
  const all = adjusted(values.all, cohort.since, groups);
  const ofFirst = cohort.first && early && first && adjusted(early, cohort.first.since, first);
  const samples = all?.samples && { all: all.samples, first: ofFirst?.samples ?? null };
  const { evidence, cap } = weigh(weighed, groups, first, samples ?? null);
  return { evidence, basis: { ...basisOf(judged, cap), cuped: all?.basis ?? null } };
}

function basisOf(
  { kind, run, people, windowDays, cohort, planned, priorSd }: Judged,
  cap: number,
): Omit<Basis, 'cuped'> {
  const { everyone, mature, first } = cohort;
  const reachedAt = first === null ? null : isoTime(run.start + first.until);
  return {
    people,
    everyone,
    mature,
    window_days: windowDays,
    cap: kind === 'proportion' ? null : cap,
    comparisons: 0,
    look_share: lookShareOf(planned.launched),
    plan: planned.launched === null ? null : { people: planned.launched, reached_at: reachedAt },
    planned_now: planned.now,
    prior_sd: priorSd,
  };
}
