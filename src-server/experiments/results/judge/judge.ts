import { isoTime } from '../../../core/time.ts';
import { significanceLevel } from '../../../statistics/contract.ts';
import { capOf, type Histogram, type Sample, sampleOf } from '../../../statistics/sample.ts';
import { holm } from '../../../statistics/statistics.ts';
import type { Run } from '../../metrics/days.ts';
import type { Statistic } from '../../metrics/metric-contract.ts';
import type { PersonValues } from '../../metrics/person-values.ts';
import type { Exposed } from '../exposures.ts';
import { capShare, finalShare, lookShare, narrowestWithoutPlan } from '../rules-contract.ts';
import { type Cohort, histogramsOf } from './cohort.ts';
import { evidenceAgainst, evidenceOn, finalTestOf } from './evidence.ts';
import type { Basis, Evidence, EvidenceAgainst, People } from './evidence-contract.ts';

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
};

/** Weighs what the people did, per variant. P-values are adjusted by `adjustEvidence`. */
export function judge(judged: Judged): { evidence: Evidence[]; basis: Basis } {
  const { kind, cohort, exposed, values, weights, control } = judged;
  const groups = histogramsOf(exposed, values.all, cohort.since, weights.length);
  const cap = capFor(kind, groups);
  const samples = groups.map((group) => sampleOf(group, cap));
  const tests = finalTests(judged);
  const evidence = samples.map((sample, index): Evidence => {
    const reference = samples[control] as Sample;
    const alone = { ...evidenceOn(kind, sample), count: sampleOf(groups[index] as Histogram).sum };
    if (index === control || sample.n === 0 || reference.n === 0) return { ...alone, versus: null };
    const looks = { share: lookShareOf(judged), narrowestAt: narrowestFor(judged, index) };
    const versus = { ...evidenceAgainst(kind, reference, sample, looks), final: tests?.[index] ?? null };
    return { ...alone, versus };
  });
  return { evidence, basis: basisOf(judged, cap) };
}

const lookShareOf = ({ planned }: Judged) => (planned.launched === null ? significanceLevel : lookShare);

/** The always-valid interval is narrowest for the planned people of both groups. */
function narrowestFor({ planned, weights, control }: Judged, test: number): number {
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  const both = (weights[control] ?? 0) + (weights[test] ?? 0);
  return planned.launched === null || !(both > 0) ? narrowestWithoutPlan : (planned.launched * both) / whole;
}

/** Of a share nothing is capped. */
const capFor = (kind: Statistic, groups: readonly Histogram[]): number =>
  kind === 'proportion' ? 1 : capOf(groups, capShare);

type FinalTest = NonNullable<EvidenceAgainst['final']>;

/** Tests the first so many people by variant, adjusted for the number of variants; null before there are as many. */
function finalTests({ kind, cohort, exposed, values, weights, control }: Judged): (FinalTest | null)[] | null {
  if (cohort.first === null || values.early === null) return null;
  const groups = histogramsOf(exposed, values.early, cohort.first.since, weights.length);
  const cap = capFor(kind, groups);
  const samples = groups.map((group) => sampleOf(group, cap));
  const reference = samples[control] as Sample;
  return samples.map((sample, index) =>
    index === control || sample.n === 0 || reference.n === 0 ? null : finalTestOf(kind, reference, sample, finalShare),
  );
}

function basisOf(judged: Judged, cap: number): Basis {
  const { kind, run, people, windowDays, cohort, planned } = judged;
  const { everyone, mature, first } = cohort;
  const reachedAt = first === null ? null : isoTime(run.start + first.until);
  return {
    people,
    everyone,
    mature,
    window_days: windowDays,
    cap: kind === 'proportion' ? null : cap,
    comparisons: 0,
    look_share: lookShareOf(judged),
    plan: planned.launched === null ? null : { people: planned.launched, reached_at: reachedAt },
    planned_now: planned.now,
  };
}

type Family = readonly { evidence: readonly Evidence[]; basis: Basis | null }[];

/** Adjusts the p-values of all comparisons of a family of metrics, and says how many they are. */
export function adjustEvidence(family: Family): void {
  const comparisons = family.flatMap(({ evidence }) => evidence.flatMap(({ versus }) => versus ?? []));
  const finals = comparisons.flatMap(({ final }) => final ?? []);
  const single = holm(comparisons.map(({ p_value: p }) => p));
  const always = holm(comparisons.map(({ always_valid_p_value: p }) => p));
  for (const [index, comparison] of comparisons.entries()) {
    comparison.p_value_adjusted = single[index] as number;
    comparison.always_valid_p_value_adjusted = always[index] as number;
  }
  const once = holm(finals.map(({ p_value: p }) => p));
  for (const [index, final] of finals.entries()) final.p_value = once[index] as number;
  for (const { basis } of family) if (basis !== null) basis.comparisons = comparisons.length;
}
