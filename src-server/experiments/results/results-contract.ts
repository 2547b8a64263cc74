import { z } from 'zod';
import { codes, dateTime, listOf, named, wholeNumber } from '../../core/contract.ts';
import { direction, interval, splitMethod } from '../../statistics/contract.ts';
import { testRunFilter } from '../../test-runs/contract.ts';
import { experiment, experimentQuery } from '../contract.ts';
import { runChangeKind } from '../lifecycle/history-contract.ts';
import { insight, metricKind } from '../metrics/kind-contract.ts';
import { metricWarning } from '../metrics/warning-contract.ts';
import { basis, dayEvidence, evidence, peopleInRunQuery } from './judge/evidence-contract.ts';
import { schedule, tooLongRun } from './schedule-contract.ts';
import { guardrailState } from './verdict/guardrail-contract.ts';
import { variantOutcome, verdict } from './verdict/verdict-contract.ts';

/** Of 95%. It always includes its value, even where a prior would exclude a value of 0. */
export type Interval = z.infer<typeof interval>;

export const resultStatus = z.enum(['no_metric', 'draft', 'no_exposures', 'collecting', 'ready']);
export type ResultStatus = z.infer<typeof resultStatus>;
/**
 * A test variant compared with control. `lift`: relative, (test - control) / control, null if control is 0. `difference`:
 * absolute, in the unit of `value`. `sequential_interval`: of the difference, valid at any number of looks. `person_interval`: of
 * a trend's difference by variance between persons, null for a funnel; wider than `difference_interval`, which treats events as
 * independent, if few persons cause many events. `p_value`: two-sided. `p_value_adjusted`: after Holm, over the test variants
 * that can be compared (`results/`) or those of all metrics including the primary (`secondary_results/`).
 */
export const variantComparison = z.object({
  lift: z.number().nullable(),
  lift_interval: interval.nullable(),
  difference: z.number(),
  difference_interval: interval,
  sequential_interval: interval.nullable(),
  person_interval: interval.nullable(),
  p_value: z.number(),
  p_value_adjusted: z.number(),
});
export type VariantComparison = z.infer<typeof variantComparison>;

/**
 * `exposures`: persons. Funnel: `success_count` + `failure_count` = `exposures`; `value` is the share of successes. Trend:
 * `count` events; `relative_exposure` to control (1 if exposures came from `$feature/…`); `value` is events per person.
 * `credible_interval`: of the value. `density`: points (value, probability density) to draw. `comparison`: null for control, and
 * without people. `posterior`: alpha and beta, or shape and rate (per control person). `evidence`: the basis of the verdict.
 * A variant without people has 0 of everything.
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
  comparison: variantComparison.nullable(),
  posterior: z.record(z.string(), z.number()),
  density: z.array(z.tuple([z.number(), z.number()])),
  evidence,
});
export type VariantResult = z.infer<typeof variantResult>;

/**
 * The exposures. `source`: `$feature_flag_called` events, or `$feature/…` properties if there are none. `days`: new exposures by
 * UTC day and variant. Whom the project excludes, and what belongs to a test run that is left out, is in `excluded` at most.
 */
export const exposure = z.object({
  source: z.enum(['feature_flag_called', 'feature_property']).nullable(),
  total: z.int(),
  by_variant: z.record(z.string(), z.int()),
  in_several_variants: z
    .int()
    .describe('Persons who saw several variants and count for none, without those whom the project excludes.'),
  other_values: z.int().describe('Persons whose only value is not a variant, without those whom the project excludes.'),
  excluded: z
    .int()
    .describe(
      'Persons with one variant whom the project excludes from its experiments: bots, and people who meet a condition.',
    ),
  first_at: dateTime.nullable(),
  last_at: dateTime.nullable(),
  days: z.array(z.object({ date: z.iso.date(), by_variant: z.record(z.string(), z.int()) })),
});
export type Exposure = z.infer<typeof exposure>;

/**
 * Whether people split as the weights predict. `mismatch`: p below `ratioAlarm`, of at least `minSplit` people. `too_few`: no
 * mismatch, but fewer than two variants are expected to have `minExpected` people, so that only an extreme one would show.
 */
const ratioState = z.enum(['ok', 'mismatch', 'too_few']);

/**
 * Persons per variant against the weights, without variants of weight 0 with fewer people than `minExposures`. `p_value`: of
 * Pearson's chi-squared; where fewer than `minExpected` are expected in a variant with weight, the smallest of exact binomial tests
 * of each variant, times the number of variants if there are more than two (`method`).
 */
export const splitCheck = z.object({
  expected: z.record(z.string(), z.number()),
  chi_squared: z.number(),
  degrees_of_freedom: z.int(),
  method: splitMethod,
  p_value: z.number(),
  state: ratioState,
});
export type SplitCheck = z.infer<typeof splitCheck>;

const sampleRatio = z.discriminatedUnion('state', [
  splitCheck.extend({ state: ratioState.extract(['mismatch']), is_alarm: z.literal(true) }),
  splitCheck.extend({ state: ratioState.exclude(['mismatch']), is_alarm: z.literal(false) }),
]);
export type SampleRatio = z.infer<typeof sampleRatio>;

/**
 * Facts that may distort the results. `changes`: after the start, of weights, metric or flag. `is_by_group`: all people of a
 * group get the same variant, so they are not independent. `needed`: total persons, as planned (`is_planned`: by
 * `recommended_sample_size`, and by that of the launch until it is reached), or else for a look to detect `effect`. `effect`:
 * the minimum detectable effect in percent, by default `defaultEffect`; null with a plan. `per_day`: new people a day in the
 * last `paceDays`. `days_left`: until all of them count, at that rate, and `minExposures` in control and each variant with
 * weight; null while unknown, as where nobody new gets control. `waits_for`: the variant whose people take the longest; null
 * where the needed people do. `too_long`: as `tooLongRun`. `is_rehearsal`: fewer persons than `minRealExposures`, or simulated
 * ones.
 */
export const health = z.object({
  sample_ratio: sampleRatio.nullable(),
  changes: z.array(z.object({ kind: runChangeKind, at: dateTime })),
  is_by_group: z.boolean(),
  needed: z.int().nullable(),
  is_planned: z.boolean(),
  effect: z.number().nullable(),
  per_day: z.number(),
  days_left: z.number().nullable(),
  waits_for: z.string().nullable(),
  too_long: tooLongRun.nullable(),
  schedule,
  is_rehearsal: z.boolean(),
});
export type Health = z.infer<typeof health>;

/** The state at the end of a UTC day of the run. `evidence`: the numbers shown; all else is the compatibility rule. */
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
      evidence: dayEvidence,
    }),
  ),
});
export type DayState = z.infer<typeof dayState>;

const metricSteps = z.array(
  z.object({ kind: z.enum(['event', 'action']), id: z.union([z.string(), z.int()]).nullable(), name: z.string() }),
);

/**
 * The metric as it was read; `warnings` say why it counts less than expected. `insight`: of the compatibility fields.
 * `window_days`: the days since the exposure that count, null up to the end of the run; of a funnel also
 * `funnel_window_days`. `property`: the one that is summed, null where events are counted. `cap_share`: null where nothing can be
 * capped. `minimum_effect`: percent. `guardrail_margin`: percent, null unless it is a guardrail.
 */
const metricUsed = z.object({
  kind: metricKind,
  insight,
  direction,
  funnel_window_days: z.number().nullable(),
  window_days: z.number().nullable(),
  return_days: z.tuple([z.int(), z.int()]).nullable(),
  property: z.string().nullable(),
  denominator: z.object({ property: z.string().nullable(), steps: metricSteps }).nullable(),
  cap_share: z.number().nullable(),
  minimum_effect: z.number().nullable(),
  guardrail_margin: z.number().nullable(),
  steps: metricSteps,
  warnings: z.array(metricWarning),
});

/**
 * The result for one metric. `explanation`: the verdict, its cautions and next steps in the words of the window. Statistics are
 * present once control has a person. `basis`: of the evidence, null without a metric or before the start. `run`: the counted
 * range, both inclusive; `end` is now while running. `steps`: persons who reached each funnel step, by variant, of those whose
 * data counts (see `basis`).
 */
export const metricResult = named('ExperimentResult', {
  status: resultStatus,
  explanation: z.string(),
  verdict,
  metric: metricUsed.nullable(),
  run: z.object({ start: dateTime, end: dateTime }).nullable(),
  computed_at: dateTime,
  exposure: exposure.nullable(),
  health: health.nullable(),
  basis: basis.nullable(),
  variants: z.array(variantResult),
  probability: z.record(z.string(), z.number()),
  /** Funnel: expected loss of the best test variant against control, as a share. */
  expected_loss: z.number().nullable(),
  /** Trend: two-sided p-value of the best test variant against control. */
  p_value: z.number().nullable(),
  significant: z.boolean(),
  significance_code: codes({
    not_enough_exposure: 'A variant has too few people.',
    low_win_probability: 'No variant is likely enough to win.',
    high_loss: 'The expected loss of shipping the best variant is too high.',
    high_p_value: 'The difference may be chance.',
    significant: 'The difference is significant.',
  }).nullable(),
  steps: z.array(z.record(z.string(), z.int())),
  days: z.array(dayState),
});
export type MetricResult = z.infer<typeof metricResult>;
export type SignificanceCode = NonNullable<MetricResult['significance_code']>;

export const experimentResults = experiment.extend({ result: metricResult }).meta({ id: 'ExperimentResults' });
export type ExperimentResults = z.infer<typeof experimentResults>;

export const secondaryQuery = peopleInRunQuery.extend({ id: wholeNumber.optional() });
/** With the name and index of its metric. `guardrail_state`: the worst of the test variants; null unless the metric is a guardrail. */
export const secondaryResult = metricResult
  .extend({ index: z.int(), name: z.string(), guardrail_state: guardrailState.nullable() })
  .meta({ id: 'SecondaryResult' });
export type SecondaryResult = z.infer<typeof secondaryResult>;
export const secondaryResults = experiment
  .extend({ results: z.array(secondaryResult) })
  .meta({ id: 'SecondaryResults' });
export type SecondaryResults = z.infer<typeof secondaryResults>;

/** A result for a list. Its p-values are adjusted over the test variants. */
export const resultSummary = metricResult
  .omit({ steps: true, days: true })
  .extend({
    exposure: exposure.omit({ days: true }).nullable(),
    variants: z.array(variantResult.omit({ density: true, posterior: true })),
  })
  .meta({ id: 'ResultSummary' });
export type ResultSummary = z.infer<typeof resultSummary>;
export const summariesQuery = experimentQuery.extend({ test_run: testRunFilter });
/** `result` is null if the time budget ran out: repeat the request. It may be a minute old. */
export const experimentSummary = z.object({ id: z.int(), result: resultSummary.nullable() });
export type ExperimentSummary = z.infer<typeof experimentSummary>;
export const experimentSummaries = listOf(experimentSummary).meta({ id: 'ExperimentSummaries' });
