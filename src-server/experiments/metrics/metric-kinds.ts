import { sumOf } from '../../core/sum-contract.ts';
import type { Database } from '../../database/open.ts';
import type { Daily } from './days.ts';
import { countFunnel } from './funnel.ts';
import type { MetricKind, Statistic } from './kind-contract.ts';
import type { Metric } from './metric.ts';
import { type CountedMetric, emptyLog, type PersonValues } from './person-values.ts';
import { countReturns } from './retention.ts';
import { countTrend, type Trend } from './trend.ts';

/**
 * Variance of one person's part in a value of this mean. `dispersion`: variance / mean at the baseline; 1 for independent events.
 */
type ExpectedVariance = (mean: number, dispersion: number, baseline: number) => number;

export const expectedVariance: Record<Statistic, ExpectedVariance> = {
  proportion: (mean) => mean * (1 - mean),
  count: (mean, dispersion) => Math.max(leastVariance(mean), mean * dispersion),
  // The amounts may grow, rather than the people who have one: then it grows with the square.
  mean: (mean, dispersion, baseline) => dispersed(mean, dispersion) * Math.max(1, mean / baseline),
  ratio: dispersed,
};

/** Returns the least variance that whole numbers with this mean have. */
function leastVariance(mean: number): number {
  const part = mean - Math.floor(mean);
  return part * (1 - part);
}

function dispersed(mean: number, dispersion: number): number {
  return mean * dispersion;
}

/** By variant: the counts behind the statistic, and persons who reached each step; by person: values. */
type Counted = { successes?: Daily; events?: Daily; squares?: Daily; steps?: number[][]; values: PersonValues };

type KindRules = {
  /** Returns the days after the exposure until no outcome is open; null if open until the end of the run. */
  windowDays(metric: Metric): number | null;
  /** Counts what exposed persons did, and warns of values that are no numbers. Yields periodically. */
  count(database: Database, asked: CountedMetric): Generator<void, Counted>;
  /** Counts the baseline of one variant: `total` over the persons; `trend` has the events and persons of each day. */
  baseline(database: Database, asked: CountedMetric): Generator<void, Baseline>;
};

type Baseline = { total: number; successes: number | null; steps: number[][]; trend: Trend; values: PersonValues };

function* countValues(database: Database, asked: CountedMetric): Generator<void, Trend> {
  const { entries, property, windowDays, warnings, denominator } = asked.metric;
  const trend = yield* countTrend(database, { ...asked, entries, property, windowDays, warnings });
  if (denominator === null) return trend;
  const log = asked.log && emptyLog();
  const { values } = yield* countTrend(database, { ...asked, ...denominator, windowDays, warnings, log });
  return { ...trend, values: { ...trend.values, below: values } };
}

const byEvent: KindRules = {
  windowDays: ({ windowDays }) => windowDays,
  count: countValues,
  *baseline(database, asked) {
    const trend = yield* countValues(database, asked);
    return { total: sumOf(trend.values.all ?? []), successes: null, steps: [], trend, values: trend.values };
  },
};

/** Creates the rules of a share of people; the trend of its baseline has the events of the last step by day. */
const byPerson = ({ windowDays, count }: Pick<KindRules, 'windowDays' | 'count'>): KindRules => ({
  windowDays,
  count,
  *baseline(database, asked) {
    const { steps = [], values } = yield* count(database, asked);
    const trend = yield* countTrend(database, { ...asked, entries: asked.metric.entries.slice(-1), windowDays: null });
    const successes = sumOf(values.all ?? []);
    return { total: successes, successes, steps, trend, values };
  },
});

export const metricKinds: Record<MetricKind, KindRules> = {
  conversion: byPerson({ windowDays: ({ windowDays }) => windowDays, count: countFunnel }),
  mean_count: byEvent,
  mean_property: byEvent,
  ratio: byEvent,
  retention: byPerson({ windowDays: ({ returnDays }) => (returnDays?.[1] ?? 0) + 1, count: countReturns }),
};
