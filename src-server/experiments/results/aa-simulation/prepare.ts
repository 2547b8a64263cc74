import { dayMs } from '../../../core/text/time-contract.ts';
import type { Database } from '../../../database/open.ts';
import { significanceLevel } from '../../../statistics/contract.ts';
import { daysOf } from '../../metrics/days.ts';
import { kindTraits } from '../../metrics/kind-contract.ts';
import { type Metric, readMetric } from '../../metrics/metric.ts';
import { metricKinds } from '../../metrics/metric-kinds.ts';
import { emptyLog } from '../../metrics/person-values.ts';
import { cohortIn, cohortOf } from '../judge/cohort.ts';
import { weightedOf } from '../judge/family.ts';
import { lookShareOf } from '../judge/weigh.ts';
import { metricsIn } from '../metrics-in.ts';
import { type ExposedRun, type ExposedRunArgs, type Memory, readExposedRun } from '../results.ts';
import { changesOf } from './changes.ts';
import { type Histories, historiesOf } from './histories.ts';
import type { DealtMetrics } from './judge-deal.ts';
import type { PooledMetric } from './pooled.ts';
import type { Named } from './tally.ts';

export type AaSimulationArgs = Omit<ExposedRunArgs, 'hasDays' | 'needsEvents' | 'metrics'>;

/** `named`: by metric. */
export type Prepared = DealtMetrics & {
  histories: Histories;
  weights: number[];
  named: Named[];
  people: number;
  hasCuped: boolean;
};

/** Reads the values of people without their variants; null where nothing can be compared. Yields periodically. */
export function* prepare(database: Database, args: AaSimulationArgs, memory: Memory): Generator<void, Prepared | null> {
  const { projectId, experiment, now } = args;
  const exposedRun = yield* readExposedRun(
    database,
    { ...args, hasDays: false, needsEvents: false, metrics: [] },
    memory,
  );
  const given = [{ name: '', filters: experiment.filters }, ...metricsIn(experiment)].map(
    ({ name, filters }, index) => ({
      index: index === 0 ? null : index - 1,
      name,
      metric: readMetric(database, projectId, filters, now, exposedRun?.run.end),
    }),
  );
  const read = given.filter(({ metric }) => metric.entries.length > 0);
  const { variants } = exposedRun?.experiment ?? experiment;
  const { weights, control } = weightedOf(variants);
  const isCompared = weights.filter((weight) => weight > 0).length > 1;
  if (exposedRun === null || read[0]?.index !== null || exposedRun.exposed.people.length === 0 || !isCompared)
    return null;
  const { exposed, planned } = exposedRun;
  const looks = looksOf(exposedRun);
  const metrics: (PooledMetric & Pick<Metric, 'direction'>)[] = [];
  for (const { metric } of read) {
    const values = yield* readValues(exposedRun, metric, looks, weights.length);
    metrics.push({ ...values, direction: metric.direction });
  }
  const histories = historiesOf({ people: exposed.people, exposedAt: exposed.since, looks, metrics });
  const keys = variants.map(({ key }) => key);
  const dealt: DealtMetrics['metrics'][number][] = [];
  for (const [index, metric] of metrics.entries()) {
    const { first, kind, direction } = metric;
    dealt.push({
      weighed: { kind, weights, control, planned: planned.launched },
      direction,
      changes: yield* changesOf(histories, index, metric),
      firstAt: first === null ? looks.length : looks.findIndex((look) => look >= first.until),
    });
  }
  return {
    metrics: dealt,
    keys,
    looks: looks.length,
    histories,
    weights,
    hasCuped: (exposedRun.options.cuped ?? null) !== null,
    named: read.map(({ index, name }, metric) => ({
      index,
      name,
      allowed: metrics[metric]?.first ? significanceLevel : lookShareOf(planned.launched),
    })),
    people: exposed.people.length,
  };
}

/** Returns the end of each day of the run, and its last moment; milliseconds after the start. */
function looksOf({ run }: ExposedRun): number[] {
  const [end, firstMidnight] = [run.end - run.start, dayMs - (run.start % dayMs)];
  return Array.from({ length: daysOf(run).count }, (_, day) => Math.min(firstMidnight + day * dayMs - 1, end));
}

function* readValues(
  exposedRun: ExposedRun,
  metric: Metric,
  looks: readonly number[],
  variants: number,
): Generator<void, PooledMetric> {
  const { database, exposed, times, bounds, run, people } = exposedRun;
  const { windowMs, cohort } = cohortIn(exposedRun, metric);
  const log = emptyLog();
  const asked = { metric, exposed, bounds, variants, until: null, log };
  const { values } = yield* metricKinds[metric.kind].count(database, asked);
  const sinceAt = (look: number) =>
    cohortOf(times, { ...run, end: run.start + look }, { people, windowMs, planned: null }).since;
  const { capShare } = metric;
  return {
    kind: kindTraits[metric.kind].statistic,
    capShare,
    log,
    below: values.below?.log ?? null,
    since: looks.map(sinceAt),
    first: cohort.first,
  };
}
