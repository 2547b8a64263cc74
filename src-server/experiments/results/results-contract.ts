import { z } from 'zod';
import { dateTime, listOf, wholeNumber } from '../../core/contract.ts';
import { direction } from '../../statistics/contract.ts';
import { experiment } from '../contract.ts';
import { insight } from '../metrics/metric-contract.ts';
import { variantOutcome, verdict } from './verdict-contract.ts';

/** Both ends; 95% lies between them. */
const interval = z.tuple([z.number(), z.number()]);
export type Interval = z.infer<typeof interval>;

export const resultStatus = z.enum(['no_metric', 'draft', 'no_exposures', 'collecting', 'ready']);
export type ResultStatus = z.infer<typeof resultStatus>;
export const significanceCode = z.enum([
  'not_enough_exposure',
  'low_win_probability',
  'high_loss',
  'high_p_value',
  'significant',
]);
export type SignificanceCode = z.infer<typeof significanceCode>;

/**
 * How a test variant stands to control. `lift` is relative ((test - control) / control, null where control is 0), `difference`
 * absolute, in the unit of `value`; `sequential_interval` holds the difference however often one looks (always valid).
 * `person_interval` is that of a trend's difference by how much persons differ, null for a funnel: wider than
 * `difference_interval`, which takes each event for itself, where few persons make many of the events.
 * `p_value` is two-sided; `p_value_adjusted` after Holm, over the test variants (`results/`), or over those of all
 * metrics, the primary one too (`secondary_results/`).
 */
export const comparison = z.object({
  lift: z.number().nullable(),
  lift_interval: interval.nullable(),
  difference: z.number(),
  difference_interval: interval,
  sequential_interval: interval.nullable(),
  person_interval: interval.nullable(),
  p_value: z.number(),
  p_value_adjusted: z.number(),
});
export type Comparison = z.infer<typeof comparison>;

/**
 * `exposures` are persons. Funnel: `success_count` + `failure_count` = `exposures`, and `value` is the share of successes. Trend:
 * `count` events, `relative_exposure` (to control; 1 where exposures were read from `$feature/…`), and `value` is events per
 * person. `credible_interval` is of the value; `density` are points (value, probability density) to draw it by. `comparison` is
 * null for control. `posterior` names the parameters of the distribution: alpha and beta, or shape and rate (per control person).
 */
export const variantResult = z.object({
  key: z.string(),
  outcome: variantOutcome,
  exposures: z.int(),
  success_count: z.int().optional(),
  failure_count: z.int().optional(),
  count: z.int().optional(),
  relative_exposure: z.number().optional(),
  value: z.number(),
  credible_interval: interval,
  probability: z.number(),
  comparison: comparison.nullable(),
  posterior: z.record(z.string(), z.number()),
  density: z.array(z.tuple([z.number(), z.number()])),
});
export type VariantResult = z.infer<typeof variantResult>;

/**
 * Who was exposed. `source` is what it was read from: `$feature_flag_called` events, or, where the run holds none, `$feature/…`
 * properties. Persons seen in several variants are excluded; `other_values` are persons whose only value is none of the variants.
 * `days` are UTC days of the run: new exposures by variant.
 */
export const exposure = z.object({
  source: z.enum(['feature_flag_called', 'feature_property']).nullable(),
  total: z.int(),
  by_variant: z.record(z.string(), z.int()),
  in_several_variants: z.int(),
  other_values: z.int(),
  first_at: dateTime.nullable(),
  last_at: dateTime.nullable(),
  days: z.array(z.object({ date: z.iso.date(), by_variant: z.record(z.string(), z.int()) })),
});
export type Exposure = z.infer<typeof exposure>;

/** Pearson's chi-squared of persons per variant against the weights; `is_alarm` at p < 0.001, from five expected in each. */
export const sampleRatio = z.object({
  expected: z.record(z.string(), z.number()),
  chi_squared: z.number(),
  degrees_of_freedom: z.int(),
  p_value: z.number(),
  is_alarm: z.boolean(),
});
export type SampleRatio = z.infer<typeof sampleRatio>;

/**
 * What may spoil the numbers. `changes` happened after the start (weights, metric, flag). `needed` persons in all, by
 * `recommended_sample_size` or else by the minimum detectable effect (5% where none is given); `days_left` at the pace of
 * the run so far, null while there is none. `is_planned`: the experiment says how many people or how large an effect it looks for. `is_rehearsal`: fewer than 1,000 persons, or simulated ones.
 */
export const health = z.object({
  sample_ratio: sampleRatio.nullable(),
  changes: z.array(z.object({ kind: z.string(), at: dateTime })),
  needed: z.int().nullable(),
  is_planned: z.boolean(),
  per_day: z.number(),
  days_left: z.number().nullable(),
  is_rehearsal: z.boolean(),
});
export type Health = z.infer<typeof health>;

/** The state at the end of a UTC day of the run, from what had happened by then. */
const dayState = z.object({
  date: z.iso.date(),
  variants: z.array(
    z.object({
      key: z.string(),
      exposures: z.int(),
      success_count: z.int().optional(),
      count: z.int().optional(),
      value: z.number(),
      credible_interval: interval,
      probability: z.number(),
      difference: z.number().nullable(),
      difference_interval: interval.nullable(),
      lift: z.number().nullable(),
      lift_interval: interval.nullable(),
      sequential_interval: interval.nullable(),
    }),
  ),
});
export type DayState = z.infer<typeof dayState>;

/** What of the metric was used, in words of the contract; `warnings` name what of it was not understood. */
const metricUsed = z.object({
  insight,
  direction,
  funnel_window_days: z.number().nullable(),
  steps: z.array(
    z.object({ kind: z.enum(['event', 'action']), id: z.union([z.string(), z.int()]).nullable(), name: z.string() }),
  ),
  warnings: z.array(z.string()),
});

/**
 * The result for one metric. `explanation` words the verdict and the next step, for callers of the API. The statistics are
 * there as soon as every variant has a person. `run` is what events were counted in, both ends included; `end` is now while it
 * runs. `steps` of a funnel: persons who came to each, by variant.
 */
export const metricResult = z
  .object({
    status: resultStatus,
    explanation: z.string(),
    verdict,
    metric: metricUsed.nullable(),
    run: z.object({ start: dateTime, end: dateTime }).nullable(),
    computed_at: dateTime,
    exposure: exposure.nullable(),
    health: health.nullable(),
    variants: z.array(variantResult),
    probability: z.record(z.string(), z.number()),
    /** Of the best test variant against control: the funnel's expected loss, in its share of successes. */
    expected_loss: z.number().nullable(),
    /** Of the best test variant against control, two-sided: the trend's. */
    p_value: z.number().nullable(),
    significant: z.boolean(),
    significance_code: significanceCode.nullable(),
    steps: z.array(z.record(z.string(), z.int())),
    days: z.array(dayState),
  })
  .meta({ id: 'ExperimentResult' });
export type MetricResult = z.infer<typeof metricResult>;

export const experimentResults = experiment.extend({ result: metricResult }).meta({ id: 'ExperimentResults' });
export type ExperimentResults = z.infer<typeof experimentResults>;

/** `id` is the index of one metric. */
export const secondaryQuery = z.object({ id: wholeNumber.optional() });
/** Each result has the metric's name and its index. */
export const secondaryResult = metricResult
  .extend({ index: z.int(), name: z.string() })
  .meta({ id: 'SecondaryResult' });
export type SecondaryResult = z.infer<typeof secondaryResult>;
export const secondaryResults = experiment
  .extend({ results: z.array(secondaryResult) })
  .meta({ id: 'SecondaryResults' });
export type SecondaryResults = z.infer<typeof secondaryResults>;

/** A result as far as a list shows it. Its p-values are adjusted over the test variants. */
export const resultSummary = metricResult
  .omit({ steps: true, days: true })
  .extend({
    exposure: exposure.omit({ days: true }).nullable(),
    variants: z.array(variantResult.omit({ density: true, posterior: true })),
  })
  .meta({ id: 'ResultSummary' });
export type ResultSummary = z.infer<typeof resultSummary>;
/** `result` is null where the time of one request did not reach: ask again. It may be a minute old. */
export const experimentSummary = z.object({ id: z.int(), result: resultSummary.nullable() });
export type ExperimentSummary = z.infer<typeof experimentSummary>;
export const experimentSummaries = listOf(experimentSummary).meta({ id: 'ExperimentSummaries' });
