import type { Database } from '../../database/open.ts';
import { holmOf } from '../../statistics/statistics.ts';
import type { Experiment } from '../contract.ts';
import { readMetric } from '../metrics/metric.ts';
import type { Exposed } from '../results/exposures/exposures.ts';
import { canMatch, ratioOf, splitState } from '../results/health.ts';
import { countByVariant } from '../results/judge/cohort.ts';
import type { Evidence } from '../results/judge/evidence-contract.ts';
import { comparisonsOf } from '../results/judge/family.ts';
import { judge } from '../results/judge/judge.ts';
import { adjustEvidence } from '../results/judge/weigh.ts';
import { countMetric, type ExposedRunArgs, type Memory, readExposedRun } from '../results/results.ts';
import type { Breakdown, BreakdownQuery, BreakdownValue } from './breakdown-contract.ts';
import { interactionOf } from './interaction.ts';
import { splitByProperty } from './split.ts';

/** `filters`: of the metric, as stored. `now`: milliseconds UTC. */
export type BreakdownArgs = Omit<ExposedRunArgs, 'hasDays' | 'needsEvents' | 'metrics'> &
  Pick<BreakdownQuery, 'property' | 'type'> & { filters: unknown };

/** Computes a metric by the values of a property. Reads many rows and yields periodically. */
export function* readBreakdown(
  database: Database,
  { filters, property, type, ...args }: BreakdownArgs,
  memory: Memory,
): Generator<void, Breakdown> {
  const { projectId, now, people } = args;
  const asked = { ...args, hasDays: false, needsEvents: type === 'exposure', metrics: [] };
  const exposedRun = yield* readExposedRun(database, asked, memory);
  const metric = readMetric(database, projectId, filters, now, exposedRun?.run.end);
  const empty = {
    property,
    type,
    people,
    metric_kind: metric.kind,
    distinct_values: 0,
    values: [],
    comparisons: 0,
    interaction: interactionOf([]),
  };
  if (exposedRun === null) return { ...empty, state: 'draft' };
  const { experiment } = exposedRun;
  const { facts } = yield* countMetric(exposedRun, metric);
  if (facts === null) return { ...empty, state: 'no_metric' };
  if (exposedRun.exposed.people.length === 0) return { ...empty, state: 'no_exposures' };
  const { distinct, parts } = yield* splitByProperty(database, exposedRun.exposed, { projectId, property, type });
  const exposures = parts.map((part) => ({ ...exposedRun.exposed, people: part.people }));
  // The test at the planned size is for everyone.
  const cohort = { ...facts.cohort, first: null };
  const counts = exposures.map((exposed) => countByVariant(exposed, cohort.since, facts.weights.length));
  const comparisons = comparisonsOf(facts, counts);
  const judged: ReturnType<typeof judge>[] = [];
  for (const exposed of exposures) {
    judged.push(judge({ ...facts, exposed, cohort, comparisons, planned: { launched: null, now: null } }));
    yield;
  }
  const all = judged.map(({ evidence }) => evidence);
  adjustEvidence(all, facts);
  const keys = experiment.variants.map(({ key }) => key);
  const ratios = splitsOf(experiment, exposures);
  return {
    ...empty,
    state: distinct === 0 ? 'unseen_property' : 'ready',
    distinct_values: distinct,
    values: parts.map(({ kind, value, people: own }, index) => ({
      kind,
      value,
      people: own.length,
      ...(ratios[index] as (typeof ratios)[number]),
      variants: (judged[index]?.evidence ?? []).map((evidence, at) => ({ key: keys[at] ?? '', ...evidence })),
    })),
    comparisons,
    interaction: interactionOf(comparedOf(keys, all)),
  };
}

/** Returns the variants that are compared with control, each with its comparison for each value. */
function comparedOf(keys: readonly string[], all: readonly (readonly Evidence[])[]) {
  return keys.flatMap((key, index) => {
    const versus = all.map((evidence) => evidence[index]?.versus ?? null);
    return versus.some((one) => one !== null) ? [{ key, versus }] : [];
  });
}

type Split = Pick<BreakdownValue, 'by_variant' | 'sample_ratio'>;

/** Compares the people of each value with the weights: one check a value, so that p-values are adjusted for all of them. */
function splitsOf(experiment: Experiment, exposures: readonly Exposed[]): Split[] {
  const splits = exposures.map((exposed) => {
    const counts = countByVariant(exposed, Infinity, experiment.variants.length);
    const byVariant = Object.fromEntries(experiment.variants.map(({ key }, index) => [key, counts[index] ?? 0]));
    const ratio = ratioOf(experiment, byVariant);
    return { by_variant: byVariant, ratio };
  });
  // Chosen by the expected people, as a choice by the p-value would need an adjustment of its own; or as a variant without weight has
  // people, which no chance explains.
  const isChecked = (expected: readonly number[]) => canMatch(expected) || expected.includes(0);
  const checked = splits.flatMap(({ ratio }) =>
    ratio !== null && isChecked(Object.values(ratio.expected)) ? ratio : [],
  );
  const adjusted = new Map(holmOf(checked, ({ p_value: p }) => p));
  return splits.map(({ by_variant, ratio }): Split => {
    if (ratio === null) return { by_variant, sample_ratio: null };
    const p = adjusted.get(ratio) ?? 1;
    return {
      by_variant,
      sample_ratio: { ...ratio, p_value_adjusted: p, state: splitState(p, Object.values(ratio.expected)) },
    };
  });
}
