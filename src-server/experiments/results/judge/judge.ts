import { isoTime } from '../../../core/time.ts';
import type { Run } from '../../metrics/days.ts';
import type { Statistic } from '../../metrics/metric-contract.ts';
import type { PersonValues } from '../../metrics/person-values.ts';
import type { Exposed } from '../exposures.ts';
import { type Cohort, histogramsOf } from './cohort.ts';
import type { Basis, Evidence, People } from './evidence-contract.ts';
import { lookShareOf, weigh } from './weigh.ts';

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
};

/** Weighs what the people of the cohort did, per variant. P-values are adjusted by `adjustEvidence`. */
export function judge(judged: Judged): { evidence: Evidence[]; basis: Basis } {
  const { kind, cohort, exposed, values, weights, control, planned, priorSd, minimumEffect, isGuardrail } = judged;
  const variants = weights.length;
  const groups = histogramsOf(exposed, values.all, cohort.since, variants);
  const { early } = values;
  const first = cohort.first && early && histogramsOf(exposed, early, cohort.first.since, variants);
  const weighed = { kind, weights, control, planned: planned.launched, priorSd, minimumEffect, isGuardrail };
  const { evidence, cap } = weigh(weighed, groups, first);
  return { evidence, basis: basisOf(judged, cap) };
}

function basisOf({ kind, run, people, windowDays, cohort, planned, priorSd }: Judged, cap: number): Basis {
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
