import type { z } from 'zod';
import { sumOf } from '../../core/sum-contract.ts';
import { dayMs } from '../../core/text/time-contract.ts';
import type { Database } from '../../database/open.ts';
import {
  capOf,
  type Histogram,
  meanOf,
  momentsOf,
  pairSampleOf,
  type Sample,
  sampleOf,
} from '../../statistics/sample.ts';
import type { Baseline, baselineInput, CupedGain } from '../planning/plan-contract.ts';
import { boundsOf, type Exposed, readActive } from '../results/exposures/exposures.ts';
import { adjust } from '../results/judge/adjust.ts';
import { histogramsOf, pairsOf } from '../results/judge/cohort.ts';
import { hasValue } from '../results/judge/evidence.ts';
import { capsOf } from '../results/judge/weigh-pairs.ts';
import { type Covariate, readCovariate } from './covariate.ts';
import { dateOf, daysOf } from './days.ts';
import { kindTraits } from './kind-contract.ts';
import { type Metric, readMetric } from './metric.ts';
import { metricKinds } from './metric-kinds.ts';
import { leavesTestRunsOut } from './options-contract.ts';
import type { PersonValues } from './person-values.ts';
import type { Bounds, Kept } from './rows/row-cache.ts';

export type BaselineArgs = { projectId: number; input: z.output<typeof baselineInput>; now: number };

/** Counts everyone active in the last days as exposed at their first event in them. Yields periodically. */
export function* readBaseline(
  database: Database,
  { projectId, input, now }: BaselineArgs,
  kept: Kept,
): Generator<void, Baseline> {
  const metric = readMetric(database, projectId, input.filters, now);
  const run = { start: (Math.floor(now / dayMs) - input.days + 1) * dayMs, end: now };
  const testRuns = { testRun: input.test_run, leavesOut: leavesTestRunsOut(input.filters) };
  const bounds = boundsOf(database, kept, projectId, run, testRuns);
  const exposed = yield* readActive(database, bounds);
  const people = exposed.people.length;
  const asked = { metric, exposed, bounds, variants: 1, until: null };
  const rules = metricKinds[metric.kind];
  const { total, successes, steps, trend, values } = yield* rules.baseline(database, asked);
  const { statistic } = kindTraits[metric.kind];
  const sample = sampleIn(exposed, values, metric);
  const cuped =
    input.cuped_days === undefined
      ? null
      : gainIn(exposed, values, metric, yield* readCovariate(database, asked, input.cuped_days));
  const [perDay, peoplePerDay] = [trend.events[0], trend.people[0]];
  return {
    kind: statistic,
    window_days: rules.windowDays(metric),
    people,
    new_people_per_day: newPeoplePerDay(database, bounds, exposed),
    successes,
    events: sumOf(perDay ?? []),
    value: sample === null ? null : statistic === 'ratio' ? meanOf(sample) : total / people,
    variance: sample && momentsOf(sample).variance,
    cuped,
    days: Array.from({ length: input.days }, (_, day) => ({
      date: dateOf(run, day),
      events: perDay?.[day] ?? 0,
      people: peoplePerDay?.[day] ?? 0,
    })),
    steps: steps.map(([ofStep = 0]) => ofStep),
    warnings: metric.warnings,
  };
}

/** Returns the sample of people's values, capped as in the evidence of an experiment; null where there is no value. */
function sampleIn(exposed: Exposed, { all, below }: PersonValues, { capShare }: Metric): Sample | null {
  const share = capShare ?? 0;
  if (below === null) {
    const { group, cap } = groupIn(exposed, all, share);
    return group.size === 0 ? null : sampleOf(group, cap);
  }
  const groups = pairsOf(exposed, all, below.all, Number.POSITIVE_INFINITY, 1);
  const sample = pairSampleOf(groups[0] ?? { values: [], below: [] }, capsOf(groups, share));
  return hasValue(sample) ? sample : null;
}

function groupIn(exposed: Exposed, values: Float64Array, share: number) {
  const [group = new Map()] = histogramsOf(exposed, values, Number.POSITIVE_INFINITY, 1);
  return { group, cap: capOf([group], share) };
}

/** Returns how much CUPED reduces the variance; null where it would not be applied. */
function gainIn(exposed: Exposed, { all }: PersonValues, { capShare }: Metric, covariate: Covariate): CupedGain | null {
  const share = capShare ?? 0;
  const { cap } = groupIn(exposed, all, share);
  const capped = {
    values: all,
    until: Number.POSITIVE_INFINITY,
    cap,
    capOf: (groups: readonly Histogram[]) => capOf(groups, share),
  };
  const { days, variance_reduction: reduction, people_with_history } = adjust(exposed, capped, covariate, 1).basis;
  return reduction === null ? null : { days, variance_reduction: reduction, people_with_history };
}

/** Averages from the first day with activity: earlier days say nothing about the rate. */
function newPeoplePerDay(database: Database, bounds: Bounds, { people, personOf, since, variant }: Exposed): number {
  if (people.length === 0) return 0;
  const created = database
    .prepare<[number, number], number>(
      `SELECT d.id FROM persons p JOIN distinct_ids d ON d.person_id = p.id
       WHERE p.project_id = ? AND p.created_at >= ? AND d.merged_at IS NULL`,
    )
    .pluck()
    .all(bounds.projectId, bounds.start);
  const isActive = (ref: number) => (variant[personOf[ref] || ref] ?? 0) > 0;
  const newPeople = new Set(created.filter(isActive).map((ref) => personOf[ref] || ref)).size;
  const days = daysOf(bounds);
  const first = people.reduce((earliest, person) => Math.min(earliest, since[person] ?? Infinity), Infinity);
  return newPeople / (days.count - days.of(first));
}
