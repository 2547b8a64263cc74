import { isoTime } from '../../../core/text/time-contract.ts';
import type { Direction } from '../../../statistics/contract.ts';
import type { Histogram } from '../../../statistics/sample.ts';
import type { Covariate } from '../../metrics/covariate.ts';
import type { Run } from '../../metrics/days.ts';
import type { Statistic } from '../../metrics/kind-contract.ts';
import type { PersonValues } from '../../metrics/person-values.ts';
import type { Exposed } from '../exposures/exposures.ts';
import { type Applied, adjust } from './adjust.ts';
import { type Cohort, histogramsOf, pairsOf } from './cohort.ts';
import type { Basis, People } from './evidence-contract.ts';
import { capFor, lookShareOf, weigh } from './weigh.ts';
import { weighPairs } from './weigh-pairs.ts';

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
  direction: Direction;
  minimumEffect: number | null;
  isGuardrail: boolean;
  /** As in `Weighed`. */
  comparisons?: number | undefined;
  /** Null while CUPED is off. */
  covariate: Covariate | null;
  capShare: number | null;
};

/** `applied`: the adjustment by CUPED, null without. */
export type Judgement = Pick<ReturnType<typeof weigh>, 'evidence' | 'reference'> & {
  basis: Basis;
  applied: Applied | null;
};

/** Weighs the values of the people of the cohort, per variant. P-values are adjusted by `adjustEvidence`. */
export function judge(judged: Judged): Judgement {
  const { kind, cohort, exposed, values, weights, planned, covariate, capShare } = judged;
  const variants = weights.length;
  const weighed = { ...judged, planned: planned.launched };
  const { below } = values;
  const capOf = (of: readonly Histogram[]) => capFor(kind, of, capShare);
  if (below !== null) {
    const groupsAt = (all: Float64Array, divisors: Float64Array, until: number) =>
      pairsOf(exposed, all, divisors, until, variants);
    const first =
      cohort.first && values.early && below.early && groupsAt(values.early, below.early, cohort.first.since);
    const { caps, comparisons, ...weighing } = weighPairs(
      weighed,
      groupsAt(values.all, below.all, cohort.since),
      first,
    );
    // CUPED does not apply to ratios.
    const cuped =
      covariate && adjust(exposed, { values: values.all, until: cohort.since, cap: 0, capOf }, covariate, variants);
    const basis = { ...basisOf(judged, caps), comparisons, cuped: cuped?.basis ?? null };
    return { ...weighing, basis, applied: null };
  }
  const groups = histogramsOf(exposed, values.all, cohort.since, variants);
  const { early } = values;
  const first = cohort.first && early && histogramsOf(exposed, early, cohort.first.since, variants);
  const adjusted = (values: Float64Array, until: number, of: Histogram[]) =>
    covariate && adjust(exposed, { values, until, cap: capOf(of), capOf }, covariate, variants);
  const all = adjusted(values.all, cohort.since, groups);
  const ofFirst = cohort.first && early && first && adjusted(early, cohort.first.since, first);
  const samples = all?.samples && { all: all.samples, first: ofFirst?.samples ?? null };
  const { cap, comparisons, ...weighing } = weigh(weighed, groups, first, samples ?? null);
  const basis = { ...basisOf(judged, { value: cap, below: null }), comparisons, cuped: all?.basis ?? null };
  return { ...weighing, basis, applied: all?.applied ?? null };
}

function basisOf(
  { capShare, run, people, windowDays, cohort, planned, priorSd }: Judged,
  caps: { value: number; below: number | null },
): Omit<Basis, 'cuped' | 'comparisons'> {
  const { everyone, mature, first } = cohort;
  const isCapped = capShare !== null && capShare > 0;
  const reachedAt = first === null ? null : isoTime(run.start + first.until);
  return {
    people,
    everyone,
    mature,
    counted: people === 'mature' ? mature : everyone,
    window_days: windowDays,
    cap: isCapped ? caps.value : null,
    denominator_cap: isCapped ? caps.below : null,
    look_share: lookShareOf(planned.launched),
    plan: planned.launched === null ? null : { people: planned.launched, reached_at: reachedAt },
    planned_now: planned.now,
    prior_sd: priorSd,
  };
}
