import type { Database } from '../../database/open.ts';
import { betaPosterior, gammaPosterior, type Posterior, poissonP, proportionP } from '../../statistics/statistics.ts';
import type { VariantResult } from '../results/results-contract.ts';
import type { Daily } from './days.ts';
import { countFunnel } from './funnel.ts';
import type { Statistic } from './metric-contract.ts';
import type { MetricKind } from './options-contract.ts';
import type { CountedMetric, PersonValues } from './person-values.ts';
import { countTrend, type Trend } from './trend.ts';

/** What there was of a variant by some moment: persons, and of them successes, or events and the sum of their squares by person. */
export type Arm = { key: string; exposures: number; successes: number; events: number; squares: number };

/** An arm with the value that it has; `relativeExposure` is to control. */
export type Measured = { arm: Arm; relativeExposure: number; value: number };

type Counts = Pick<VariantResult, 'success_count' | 'failure_count' | 'count' | 'relative_exposure'>;

type StatisticRules = {
  posterior(arm: Arm, relativeExposure: number): Posterior;
  /** Divide the posterior by this to get the unit of the value. `persons` are control's. */
  unit(persons: number): number;
  value(arm: Arm, relativeExposure: number, persons: number): number;
  /** Variance of one person's part in a value of this mean. `dispersion`: of a count, variance / mean; 1 for independent events. */
  expectedVariance(mean: number, dispersion: number): number;
  /** Variance of one person's part in the value, as it was counted. */
  variance(measured: Measured): number;
  /** Two-sided p-value of no difference. */
  pValue(control: Measured, test: Measured): number;
  /** Whether one person can make many of the events, so that the difference also has an interval by person. */
  hasPersonInterval: boolean;
  /** What was counted, and what goes with it in a result. */
  counted(arm: Arm): Pick<Counts, 'success_count' | 'count'>;
  beside(measured: Measured): Omit<Counts, 'success_count' | 'count'>;
  /** A value for callers of the API. */
  text(value: number): string;
};

/** Three significant digits, no more than there are. */
export const rounded = (value: number): string => String(Number(value.toPrecision(3)));
export const percent = (share: number): string => `${rounded(share * 100)}%`;

/** How each statistic is computed. */
export const statistics: Record<Statistic, StatisticRules> = {
  proportion: {
    posterior: ({ successes, exposures }) => betaPosterior(successes, exposures - successes),
    unit: () => 1,
    value: ({ successes, exposures }) => successes / exposures,
    expectedVariance: (mean) => mean * (1 - mean),
    variance: ({ value }) => value * (1 - value),
    pValue: (control, test) => proportionP(control.arm, test.arm),
    hasPersonInterval: false,
    counted: ({ successes }) => ({ success_count: successes }),
    beside: ({ arm: { exposures, successes } }) => ({ failure_count: exposures - successes }),
    text: percent,
  },
  count: {
    posterior: ({ events }, relativeExposure) => gammaPosterior(events, relativeExposure),
    unit: (persons) => persons,
    value: ({ events }, relativeExposure, persons) => events / (relativeExposure * persons),
    expectedVariance: (mean, dispersion) => mean * dispersion,
    variance({ arm: { exposures, events, squares }, value }) {
      const mean = events / exposures;
      // Where events are not set against this variant's own persons, the value is not their mean, but as many times it.
      const times = mean === 0 ? 1 : value / mean;
      return Math.max(0, squares / exposures - mean ** 2) * times ** 2;
    },
    pValue: (control, test) =>
      poissonP({ count: control.arm.events, exposure: 1 }, { count: test.arm.events, exposure: test.relativeExposure }),
    hasPersonInterval: true,
    counted: ({ events }) => ({ count: events }),
    beside: ({ relativeExposure }) => ({ relative_exposure: relativeExposure }),
    text: (value) => `${rounded(value)} events per person`,
  },
};

/** By variant: what the statistic is made of, and persons who came to each step; by person its value. */
type Counted = { successes?: Daily; events?: Daily; squares?: Daily; steps?: number[][]; values: PersonValues };

type KindRules = {
  /** Whether entries are steps that are done in order, within the window of the metric. */
  isOrdered: boolean;
  /** Counts what exposed persons did. Yields now and then. */
  count(database: Database, asked: CountedMetric): Generator<void, Counted>;
  /** Of one variant: `total` over the persons is the value; `trend` has the events and persons of each day. */
  baseline(
    database: Database,
    asked: CountedMetric,
  ): Generator<
    void,
    { total: number; successes: number | null; steps: number[][]; trend: Trend; values: PersonValues }
  >;
};

const sumOf = (numbers: Float64Array | undefined): number => numbers?.reduce((sum, number) => sum + number, 0) ?? 0;

const funnel: KindRules = {
  isOrdered: true,
  count: countFunnel,
  *baseline(database, asked) {
    const { steps, values } = yield* countFunnel(database, asked);
    const trend = yield* countTrend(database, { ...asked, entries: asked.metric.entries.slice(-1), windowDays: null });
    const successes = steps.at(-1)?.[0] ?? 0;
    return { total: successes, successes, steps, trend, values };
  },
};
const trend: KindRules = {
  isOrdered: false,
  count: (database, asked) =>
    countTrend(database, { ...asked, entries: asked.metric.entries, windowDays: asked.metric.windowDays }),
  *baseline(database, asked) {
    const trend = yield* countTrend(database, {
      ...asked,
      entries: asked.metric.entries,
      windowDays: asked.metric.windowDays,
    });
    return { total: sumOf(trend.events[0]), successes: null, steps: [], trend, values: trend.values };
  },
};

/** What each kind of metric counts. */
export const metricKinds: Record<MetricKind, KindRules> = {
  conversion: funnel,
  mean_count: trend,
  mean_property: trend,
  ratio: trend,
  retention: funnel,
};
