import { isoTime } from '../../core/text/time-contract.ts';
import type { Database } from '../../database/open.ts';
import { type BenchtopParameters, defaultPriorSd } from '../benchtop-contract.ts';
import { controlPlace, type Experiment, experimentParameters } from '../contract.ts';
import { runOf } from '../lifecycle/life-cycle.ts';
import {
  readFlagKeys,
  readIsByGroup,
  readKeyReuse,
  readPlannedPeople,
  readRunChanges,
  withVariantsOfRun,
} from '../lifecycle/run-changes.ts';
import type { Arm } from '../metrics/compatible.ts';
import { readCovariate } from '../metrics/covariate.ts';
import { type Daily, daily, daysOf, type Run } from '../metrics/days.ts';
import { kindTraits, statisticOf } from '../metrics/kind-contract.ts';
import { type Metric, type MetricEntry, readMetric } from '../metrics/metric.ts';
import { metricKinds } from '../metrics/metric-kinds.ts';
import { leavesTestRunsOut } from '../metrics/options-contract.ts';
import { emptyLog } from '../metrics/person-values.ts';
import type { Bounds, Kept } from '../metrics/rows/row-cache.ts';
import { compare } from './compare.ts';
import type { estimate, Question } from './estimates.ts';
import { countByDay, exposureOf } from './exposures/exposure-counts.ts';
import { areSimulated, boundsOf, type Exposed, readExposed } from './exposures/exposures.ts';
import { healthOf } from './health.ts';
import { cohortIn, countByVariant, exposureTimesOf } from './judge/cohort.ts';
import type { People } from './judge/evidence-contract.ts';
import { comparisonsOf, secondaryFamily, weightedOf } from './judge/family.ts';
import { type Judged, judge } from './judge/judge.ts';
import { metricsIn } from './metrics-in.ts';
import type { Exposure, Health, MetricResult, ResultStatus } from './results-contract.ts';
import { armsByDay, type Counted, dayStates, variantResults } from './variant-results.ts';
import { concludeAll, type Results, type SecondaryNumbers } from './verdict/conclude-all.ts';
import { fewIn } from './verdict/people.ts';
import type { Numbers } from './verdict/verdict.ts';

/** The secondary metrics that are computed beside the primary one; its verdict needs the guardrails. */
export type Secondary = 'guardrails' | 'all';
/** `now`: milliseconds UTC. `people`: whose data decides. */
export type ResultsArgs = {
  projectId: number;
  experiment: Experiment;
  secondary: Secondary;
  now: number;
  people: People;
  /** Only rows of this test run, or those without one. */
  testRun?: string | undefined;
  /** Whether the state at the end of each day is computed too. */
  hasDays: boolean;
};

/** Caches used between results. `estimates`: `estimate`, possibly cached. */
export type Memory = { estimates: typeof estimate; kept: Kept };

/** Data that the metrics of an experiment share: the run and its exposures. `times`: as in `exposureTimesOf`. */
export type ExposedRun = {
  database: Database;
  experiment: Experiment;
  hasDays: boolean;
  run: Run;
  bounds: Bounds;
  exposed: Exposed;
  times: Float64Array;
  exposuresByDay: Daily;
  exposure: Exposure;
  changes: Health['changes'];
  areSimulated: boolean;
  isByGroup: boolean;
  estimates: typeof estimate;
  people: People;
  planned: ReturnType<typeof readPlannedPeople>;
  options: BenchtopParameters;
};

/** Computes the results of the primary metric and of secondary ones. Reads many rows and yields periodically. */
export function* readResults(
  database: Database,
  { secondary, ...args }: ResultsArgs,
  memory: Memory,
): Generator<void, Results> {
  const { projectId, experiment, now } = args;
  const run = countedRun(experiment, now);
  const metricOf = (filters: unknown) => readMetric(database, projectId, filters, now, run?.end);
  const primary = metricOf(experiment.filters);
  const others = metricsIn(experiment)
    .map(({ name, filters }, index) => ({ name, index, metric: metricOf(filters) }))
    .filter(({ metric }) => secondary === 'all' || metric.guardrailMargin !== null);
  const metrics = [primary, ...others.map(({ metric }) => metric)];
  const exposedRun = yield* readExposedRun(database, { ...args, needsEvents: false, metrics }, memory);
  if (exposedRun === null) {
    const found = others.map(({ metric, ...one }) => ({ ...one, numbers: notStarted(metric, now) }));
    return concludeAll(experiment, notStarted(primary, now), found);
  }
  const result = yield* numbersOf(exposedRun, primary, now);
  const families = Map.groupBy(
    others.map(({ metric }) => metric).filter(({ entries }) => entries.length > 0),
    ({ guardrailMargin }) => secondaryFamily(guardrailMargin),
  );
  const shared = new Map([...families].map(([family, ofFamily]) => [family, comparisonsIn(exposedRun, ofFamily)]));
  const counted: SecondaryNumbers[] = [];
  // States of days are only shown with all secondary metrics.
  const beside = { ...exposedRun, hasDays: args.hasDays && secondary === 'all' };
  for (const { metric, ...one } of others) {
    const comparisons = shared.get(secondaryFamily(metric.guardrailMargin));
    counted.push({ ...one, numbers: yield* numbersOf(beside, metric, now, comparisons) });
  }
  return concludeAll(exposedRun.experiment, result, counted);
}

/** `needsEvents`: whether the events that exposed people are used. `metrics`: to be counted next, read ahead. */
export type ExposedRunArgs = Omit<ResultsArgs, 'secondary'> & { needsEvents: boolean; metrics: readonly Metric[] };

/** Reads who was exposed; null before the start. Yields periodically. */
export function* readExposedRun(
  database: Database,
  { projectId, experiment: current, now, people, testRun, hasDays, needsEvents, metrics }: ExposedRunArgs,
  { estimates, kept }: Memory,
): Generator<void, ExposedRun | null> {
  const run = countedRun(current, now);
  if (run === null) return null;
  const experiment = withVariantsOfRun(database, current);
  const testRuns = { testRun, leavesOut: leavesTestRunsOut(experiment.filters) };
  const bounds = boundsOf(database, kept, projectId, run, testRuns);
  const variants = experiment.variants.map(({ key }) => key);
  const at = { experimentId: experiment.id, now };
  const keys = readFlagKeys(database, at).map((key) => ({ key, until: readKeyReuse(database, experiment.id, key) }));
  const exposed = yield* readExposed(database, bounds, { keys, variants, needsEvents, metrics });
  const [times, exposuresByDay] = [exposureTimesOf(exposed), countByDay(exposed, run, variants.length)];
  return {
    database,
    experiment,
    hasDays,
    run,
    bounds,
    exposed,
    times,
    exposuresByDay,
    estimates,
    exposure: exposureOf({ ...exposed, times, exposuresByDay }, run, variants),
    changes: readRunChanges(database, at),
    areSimulated: areSimulated(database, bounds, exposed),
    isByGroup: readIsByGroup(database, experiment.id),
    people,
    planned: readPlannedPeople(database, experiment.id),
    options: experimentParameters.safeParse(experiment.parameters).data?.benchtop ?? {},
  };
}

/** Returns the run of an experiment; null before the start. Ends at a future end date only if it has passed. */
function countedRun(experiment: Experiment, now: number): Run | null {
  const { start, end } = runOf(experiment);
  return start === null || start > now ? null : { start, end: Math.min(end ?? now, now) };
}

const stepsOf = (entries: readonly MetricEntry[]) => entries.map(({ kind, id, name }) => ({ kind, id, name }));

const metricUsed = ({ kind, entries, denominator, ...metric }: Metric): MetricResult['metric'] => ({
  kind,
  insight: kindTraits[kind].insight,
  direction: metric.direction,
  funnel_window_days: kind === 'conversion' ? metric.windowDays : null,
  window_days: metric.windowDays,
  return_days: metric.returnDays,
  property: metric.property,
  denominator: denominator && { property: denominator.property, steps: stepsOf(denominator.entries) },
  cap_share: metric.capShare,
  minimum_effect: metric.minimumEffect,
  guardrail_margin: metric.guardrailMargin,
  steps: stepsOf(entries),
  warnings: metric.warnings,
});

/** The result before counting. */
const nothing = {
  run: null,
  exposure: null,
  health: null,
  basis: null,
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

function statusOf({ entries }: Metric, experiment: Experiment, exposure: Exposure): ResultStatus {
  const { total, by_variant: byVariant } = exposure;
  if (entries.length === 0) return 'no_metric';
  if (total === 0) return 'no_exposures';
  return fewIn(experiment, (key) => byVariant[key] ?? 0).length > 0 ? 'collecting' : 'ready';
}

/** Returns the number of comparisons of metrics whose p-values are adjusted together. */
function comparisonsIn(exposedRun: ExposedRun, metrics: readonly Metric[]): number {
  const { variants } = exposedRun.experiment;
  const peopleOf = (until: number) => countByVariant(exposedRun.exposed, until, variants.length);
  const people = metrics.map((metric) => peopleOf(cohortIn(exposedRun, metric).cohort.since));
  return comparisonsOf(weightedOf(variants), people);
}

function* numbersOf(
  exposedRun: ExposedRun,
  metric: Metric,
  now: number,
  comparisons?: number,
): Generator<void, Numbers> {
  const { experiment, exposure, run, exposed } = exposedRun;
  const keys = experiment.variants.map(({ key }) => key);
  const control = controlPlace(keys);
  const status = statusOf(metric, experiment, exposure);
  const question: Question = {
    kind: statisticOf[kindTraits[metric.kind].insight],
    direction: metric.direction,
    isRelative: exposed.source === 'feature_flag_called',
  };
  const { counted, steps, facts } = yield* countMetric(exposedRun, metric);
  const judgement = facts === null ? null : judge({ ...facts, comparisons });
  const { evidence, basis, reference } = judgement ?? { evidence: [], basis: null, reference: null };
  const used = status === 'no_metric' ? [] : estimatedIn(exposure, keys, control);
  const hasNumbers = used.length > 0;
  const armsAt = armsByDay(keys, counted);
  const usedAt = (day: number) => used.map((index) => armsAt(day)[index] as Arm);
  const estimates = hasNumbers ? exposedRun.estimates(question, usedAt(daysOf(run).count - 1)) : [];
  const { statistic } = kindTraits[metric.kind];
  const baseline = statistic === 'proportion' ? { value: estimates[0]?.value ?? null } : reference;
  const health = healthOf({
    ...exposedRun,
    waiting: facts?.cohort.waiting ?? 0,
    isPlanReached: facts !== null && facts.cohort.first !== null,
    countedIn: (key) => evidence[keys.indexOf(key)]?.people ?? exposure.by_variant[key] ?? 0,
    metric: { kind: statistic, direction: metric.direction, ...baseline },
  });
  const hasDays = used.length > 1 && exposedRun.hasDays;
  const judged = hasDays && facts !== null && judgement !== null ? { facts, judgement, keys } : null;
  const compared = compare(question, estimates, exposure);
  return {
    ...nothing,
    status,
    metric: metricUsed(metric),
    computed_at: isoTime(now),
    run: { start: isoTime(run.start), end: isoTime(run.end) },
    exposure,
    health,
    basis,
    variants: hasNumbers ? variantResults(question, keys, estimates, { statistic, evidence }) : [],
    probability: Object.fromEntries(estimates.map(({ arm, probability }) => [arm.key, probability])),
    expected_loss: compared.loss,
    p_value: compared.pValue,
    significant: compared.code === 'significant',
    significance_code: status === 'no_metric' ? null : (compared.code ?? 'not_enough_exposure'),
    steps: steps.map((ofStep) => Object.fromEntries(keys.map((key, index) => [key, ofStep[index] ?? 0]))),
    days: judged === null ? [] : yield* dayStates(question, run, usedAt, exposedRun.estimates, judged),
  };
}

/** Returns the variants with people, by index, control first; none while nobody has control. */
function estimatedIn({ by_variant: people }: Exposure, keys: readonly string[], control: number): number[] {
  const withPeople = [...keys.keys()].filter((index) => (people[keys[index] ?? ''] ?? 0) > 0);
  if (!withPeople.includes(control)) return [];
  return [control, ...withPeople.filter((index) => index !== control)];
}

/** `facts`: the inputs of `judge`, null without a metric. */
type CountedMetric = { counted: Counted; steps: number[][]; facts: Judged | null };

/** Counts what each exposed person did. Yields periodically. */
export function* countMetric(exposedRun: ExposedRun, metric: Metric): Generator<void, CountedMetric> {
  const { database, run, bounds, exposed, exposuresByDay, experiment, people, planned, options } = exposedRun;
  const variants = experiment.variants.length;
  const none = () => daily(variants, daysOf(run).count);
  const counted: Counted = { exposures: exposuresByDay, successes: none(), events: none(), squares: none() };
  if (metric.entries.length === 0) return { counted, steps: [], facts: null };
  const rules = metricKinds[metric.kind];
  const { windowDays, cohort } = cohortIn(exposedRun, metric);
  const log = exposedRun.hasDays ? emptyLog() : undefined;
  const counting = { until: cohort.first?.until ?? null, exposedUntil: cohort.since, log };
  const asked = { metric, exposed, bounds, variants, ...counting };
  const { steps = [], values, ...rest } = yield* rules.count(database, asked);
  const kind = kindTraits[metric.kind].statistic;
  const priorSd = options.prior_sd ?? defaultPriorSd;
  const { direction, minimumEffect, guardrailMargin, capShare } = metric;
  const before = { metric, exposed, bounds, variants };
  const covariate = options.cuped ? yield* readCovariate(database, before, options.cuped.days) : null;
  const settings = { priorSd, direction, minimumEffect, isGuardrail: guardrailMargin !== null, capShare, covariate };
  const facts = { kind, run, people, windowDays, cohort, exposed, values, ...weightedOf(experiment.variants), planned };
  return { counted: { ...counted, ...rest }, steps, facts: { ...facts, ...settings } };
}
