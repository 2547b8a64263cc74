import { maxListedDays } from '../../core/limits.ts';
import { isoTime, parseTime } from '../../core/time.ts';
import type { Database } from '../../database/open.ts';
import { expectedLoss, holm } from '../../statistics/statistics.ts';
import { controlKey, type Experiment } from '../contract.ts';
import { readFlagKeys, readKeyReuse, readRunChanges } from '../lifecycle/run-changes.ts';
import { count, daily, dateOf, daysOf, type Run } from '../metrics/days.ts';
import { type Metric, readMetric } from '../metrics/metric.ts';
import { statisticOf, statisticTraits } from '../metrics/metric-contract.ts';
import { metricKinds } from '../metrics/metric-kinds.ts';
import type { Bounds, RowCache } from '../metrics/row-cache.ts';
import type { Estimate, estimate, Question } from './estimates.ts';
import { explainResult } from './explain.ts';
import { areSimulated, boundsOf, type Exposed, readExposed } from './exposures.ts';
import { healthOf } from './health.ts';
import type { Exposure, Health, MetricResult, ResultStatus } from './results-contract.ts';
import { minExposures } from './rules-contract.ts';
import { significanceOf } from './significance.ts';
import { armsByDay, type Counted, dayStates, variantResults } from './variant-results.ts';
import { conclude, type Numbers } from './verdict.ts';

/** `metrics` are filters as they are stored; `now` is milliseconds UTC. */
export type ResultsArgs = {
  projectId: number;
  experiment: Experiment;
  metrics: unknown[];
  now: number;
  /** Whether the state at the end of each day is computed too. */
  hasDays: boolean;
};

/** Caches used between results. `estimates`: `estimate`, possibly cached. */
export type Memory = { estimates: typeof estimate; kept: RowCache };

/** What the metrics of an experiment share: the run and its exposures. */
type Ground = {
  database: Database;
  experiment: Experiment;
  hasDays: boolean;
  run: Run;
  bounds: Bounds;
  exposed: Exposed;
  exposure: Exposure;
  changes: Health['changes'];
  areSimulated: boolean;
  estimates: typeof estimate;
};

/** Computes the result of each metric; p-values are adjusted for all of them. Reads many rows and yields periodically. */
export function* readResults(
  database: Database,
  { projectId, experiment, metrics: given, now, hasDays }: ResultsArgs,
  { estimates, kept }: Memory,
): Generator<void, MetricResult[]> {
  const metrics = given.map((filters) => readMetric(database, projectId, filters, now));
  const run = runOf(experiment, now);
  if (run === null) return metrics.map((metric) => concluded(experiment, notStarted(metric, now), 0));
  const bounds = boundsOf(database, kept, projectId, run);
  const variants = experiment.variants.map(({ key }) => key);
  const at = { experimentId: experiment.id, now };
  const keys = readFlagKeys(database, at).map((key) => ({ key, until: readKeyReuse(database, experiment.id, key) }));
  const exposed = yield* readExposed(database, bounds, { keys, variants });
  const ground: Ground = {
    database,
    experiment,
    hasDays,
    run,
    bounds,
    exposed,
    estimates,
    exposure: exposureOf(exposed, run, variants),
    changes: readRunChanges(database, at),
    areSimulated: areSimulated(database, bounds, exposed),
  };
  const results: Numbers[] = [];
  for (const metric of metrics) results.push(yield* numbersOf(ground, metric, now));
  const comparisons = adjust(results);
  return results.map((result) => concluded(experiment, result, comparisons));
}

/** Null before the start. Ends at a future end date only if it has passed. */
function runOf({ start_date: from, end_date: to }: Experiment, now: number): Run | null {
  const start = from === null ? undefined : parseTime(from);
  const end = to === null ? undefined : parseTime(to);
  return start === undefined || start > now ? null : { start, end: Math.min(end ?? now, now) };
}

function exposureOf({ people, since, variant, ...rest }: Exposed, run: Run, variants: readonly string[]): Exposure {
  const { count: dayCount, of } = daysOf(run);
  const first = Math.max(0, dayCount - maxListedDays);
  const perDay = daily(variants.length, dayCount);
  let [from, to] = [Infinity, -Infinity];
  for (const person of people) {
    const offset = since[person] as number;
    count(perDay, (variant[person] as number) - 1, of(offset));
    if (offset < from) from = offset;
    if (offset > to) to = offset;
  }
  const byVariant = (numberOf: (ofVariant: Float64Array) => number) =>
    Object.fromEntries(variants.map((key, index) => [key, numberOf(perDay[index] as Float64Array)]));
  return {
    source: rest.source,
    total: people.length,
    by_variant: byVariant((ofVariant) => ofVariant.reduce((sum, number) => sum + number, 0)),
    in_several_variants: rest.inSeveral,
    other_values: rest.otherValues,
    first_at: people.length === 0 ? null : isoTime(run.start + from),
    last_at: people.length === 0 ? null : isoTime(run.start + to),
    days: Array.from({ length: dayCount - first }, (_, index) => ({
      date: dateOf(run, first + index),
      by_variant: byVariant((ofVariant) => ofVariant[first + index] as number),
    })),
  };
}

const metricUsed = ({ insight, direction, windowDays, entries, warnings }: Metric): MetricResult['metric'] => ({
  insight,
  direction,
  funnel_window_days: metricKinds[insight].isOrdered ? windowDays : null,
  steps: entries.map(({ kind, id, name }) => ({ kind, id, name })),
  warnings,
});

/** The result before anything is counted. */
const nothing = {
  run: null,
  exposure: null,
  health: null,
  variants: [],
  probability: {},
  expected_loss: null,
  p_value: null,
  significant: false,
  significance_code: null,
  steps: [],
  days: [],
} satisfies Partial<Numbers>;

function notStarted(metric: Metric, now: number): Numbers {
  const status = metric.entries.length === 0 ? 'no_metric' : 'draft';
  return { ...nothing, status, metric: metricUsed(metric), computed_at: isoTime(now) };
}

function concluded(experiment: Experiment, result: Numbers, comparisons: number): MetricResult {
  const { verdict, outcomes } = conclude({ experiment, result, comparisons });
  const variants = result.variants.map((variant, index) => ({ ...variant, outcome: outcomes[index] ?? 'reference' }));
  return { ...result, variants, verdict, explanation: explainResult({ experiment, result, verdict }) };
}

function statusOf({ entries }: Metric, { total, by_variant: byVariant }: Exposure): ResultStatus {
  if (entries.length === 0) return 'no_metric';
  if (total === 0) return 'no_exposures';
  return Object.values(byVariant).some((persons) => persons < minExposures) ? 'collecting' : 'ready';
}

function* numbersOf(ground: Ground, metric: Metric, now: number): Generator<void, Numbers> {
  const { experiment, exposure, run, exposed } = ground;
  const keys = experiment.variants.map(({ key }) => key);
  const status = statusOf(metric, exposure);
  const question: Question = {
    kind: statisticOf[metric.insight],
    direction: metric.direction,
    control: Math.max(0, keys.indexOf(controlKey)),
    isRelative: exposed.source === 'feature_flag_called',
  };
  const hasAll = status !== 'no_metric' && keys.length > 0 && keys.every((key) => (exposure.by_variant[key] ?? 0) > 0);
  const { counted, steps } = yield* countMetric(ground, metric, keys);
  const armsAt = armsByDay(keys, counted);
  const last = armsAt(daysOf(run).count - 1);
  const estimates = hasAll ? ground.estimates(question, last) : [];
  const value = estimates[question.control]?.value ?? null;
  const health = healthOf({ ...ground, metric: { ...question, value } });
  const judged = judge(question, estimates);
  return {
    ...nothing,
    status,
    metric: metricUsed(metric),
    computed_at: isoTime(now),
    run: { start: isoTime(run.start), end: isoTime(run.end) },
    exposure,
    health,
    variants: hasAll ? judged.variants : [],
    probability: Object.fromEntries(estimates.map(({ arm, probability }) => [arm.key, probability])),
    expected_loss: judged.loss,
    p_value: judged.pValue,
    significant: judged.code === 'significant',
    significance_code: status === 'no_metric' ? null : (judged.code ?? 'not_enough_exposure'),
    steps: steps.map((ofStep) => Object.fromEntries(keys.map((key, index) => [key, ofStep[index] ?? 0]))),
    days: hasAll && ground.hasDays ? yield* dayStates(question, run, armsAt, ground.estimates) : [],
  };
}

function* countMetric(
  { database, run, bounds, exposed }: Ground,
  metric: Metric,
  keys: readonly string[],
): Generator<void, { counted: Counted; steps: number[][] }> {
  const days = daysOf(run);
  const none = () => daily(keys.length, days.count);
  const counted: Counted = { exposures: none(), successes: none(), events: none(), squares: none() };
  for (const person of exposed.people) {
    count(counted.exposures, (exposed.variant[person] as number) - 1, days.of(exposed.since[person] as number));
  }
  if (metric.entries.length === 0) return { counted, steps: [] };
  const asked = { metric, exposed, bounds, variants: keys.length };
  const { steps = [], ...rest } = yield* metricKinds[metric.insight].count(database, asked);
  return { counted: { ...counted, ...rest }, steps };
}

/** Compares the best test variant with control. */
function judge(question: Question, estimates: readonly Estimate[]) {
  const { kind, direction, control: index } = question;
  const control = estimates[index];
  if (control === undefined) return { loss: null, pValue: null, code: null, variants: [] };
  const tests = estimates.filter((one) => one !== control);
  const sign = direction === 'decrease' ? -1 : 1;
  const best = tests.toSorted((one, other) => sign * (other.value - one.value))[0] ?? null;
  const variants = variantResults(question, estimates);
  const ofBest = variants.find(({ key }) => key === best?.arm.key);
  const { evidence } = statisticTraits[kind];
  const loss =
    evidence === 'high_loss' && best !== null ? expectedLoss(control.posterior, best.posterior, direction) : null;
  const pValue = evidence === 'high_p_value' ? (ofBest?.comparison?.p_value ?? null) : null;
  const code = significanceOf({
    kind,
    control: control.arm,
    tests: tests.map(({ arm }) => arm),
    probabilities: [control, ...tests].map(({ probability }) => probability),
    expectedLoss: loss,
    pValue,
  });
  return { loss, pValue, code, variants };
}

/** Adjusts the p-values over all comparisons; returns their number. */
function adjust(results: readonly Numbers[]): number {
  const comparisons = results.flatMap(({ variants }) => variants.flatMap(({ comparison }) => comparison ?? []));
  const pValues = holm(comparisons.map(({ p_value: p }) => p));
  for (const [index, comparison] of comparisons.entries()) comparison.p_value_adjusted = pValues[index] as number;
  return comparisons.length;
}
