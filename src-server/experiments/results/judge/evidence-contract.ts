import { z } from 'zod';
import { dateTime } from '../../../core/contract.ts';
import { interval } from '../../../statistics/contract.ts';
import { testRunFilter } from '../../../test-runs/contract.ts';

/**
 * The people behind the evidence. `mature`: people whose window has passed since the exposure, so that nobody's outcome is open;
 * everyone where the metric has no window (a trend).
 */
export const people = z.enum(['mature', 'everyone']);
export type People = z.infer<typeof people>;
/** Whose data counts, within one test run. */
export const peopleInRunQuery = z.object({
  people: people
    .default('mature')
    .describe('Whose data counts: people whose window has passed since their exposure (`mature`), or everyone.'),
  test_run: testRunFilter,
});

/**
 * The one test at the planned number of people: of the first ones, with their values when the last of them was complete. It does
 * not change afterwards. `interval`: of the lift, at the level of the test. `p_value`: after Holm.
 */
const finalTest = z.object({
  lift: z.number().nullable(),
  difference: z.number(),
  interval: interval.nullable(),
  p_value: z.number(),
  conversions: z.number(),
});

/** An interval of the lift at `level`; null where it has none. */
const leveledInterval = z.object({ interval: interval.nullable(), level: z.number() });

/**
 * Intervals of the lift whose error is shared among several comparisons: at all looks together, and of the test at the planned
 * number of people.
 */
const sharedIntervals = z.object({ looks: leveledInterval, final: leveledInterval.nullable() });
export type SharedIntervals = z.infer<typeof sharedIntervals>;

/**
 * Whether the change is at least the smallest that matters, by the deciding interval: the always-valid one of the lift, or that
 * of the final test. `beyond`: all of the interval is, in one direction, and the difference is conclusive; `below`: none of it,
 * with the people and conversions that a verdict needs.
 */
const minimumEffect = z.enum(['beyond', 'below', 'open']);

/** A comparison without CUPED, at one look. */
const unadjusted = z.object({
  lift: z.number().nullable(),
  lift_interval: interval.nullable(),
  difference: z.number(),
  difference_interval: interval,
  p_value: z.number(),
});

/**
 * A test variant against control. `lift_interval` and `difference_interval`: 95%, for one look. `p_value`: for one look,
 * two-sided (twice the smaller tail); Fisher's exact test of a share, the permutation test of a mean. `always_valid_interval`: of
 * the lift, at the level of the looks (see `basis`), valid at all looks together; `always_valid_p_value` likewise. `*_adjusted`:
 * after Holm, over the test variants of the primary metric, of all guardrails, or of all other secondary metrics: those with
 * weight, or `minExposures` people; it is 1 of others, of which nothing is concluded. `conversions`: those that the smaller of the
 * two groups is expected to have without a difference. `is_too_little`: the intervals cover less often than they say. `shrunken`:
 * the lift and its 95% interval under the prior (see `basis`), and under the same prior the chance that the variant is truly better
 * than control (`chance_to_win`); null where the lift has no interval or says too little. `is_suspicious`: the
 * whole interval of the lift is beyond what the prior makes likely. `minimum_effect`: null where the metric sets none, or the lift has no interval.
 * `quoted`: those that a verdict quotes, shared among the comparisons that Holm adjusts for, as the verdict names the variant with
 * the smallest p-value; null of a single comparison. `non_inferiority`: those that a guardrail compares with its margin, shared
 * among the test variants, as any of them may be chosen; null unless it is one. `unadjusted`: where CUPED is applied, which all
 * other fields are with; else null.
 */
const evidenceAgainst = z.object({
  unadjusted: unadjusted.nullable(),
  ...unadjusted.shape,
  p_value_adjusted: z.number(),
  always_valid_interval: interval.nullable(),
  always_valid_p_value: z.number(),
  always_valid_p_value_adjusted: z.number(),
  final: finalTest.nullable(),
  conversions: z.number(),
  is_too_little: z.boolean(),
  shrunken: z.object({ lift: z.number(), interval, chance_to_win: z.number() }).nullable(),
  is_suspicious: z.boolean(),
  minimum_effect: minimumEffect.nullable(),
  quoted: sharedIntervals.nullable(),
  non_inferiority: sharedIntervals.nullable(),
});
export type EvidenceAgainst = z.infer<typeof evidenceAgainst>;

/**
 * By person. `count`: successes, events, or the sum of the property, before they are capped. `value`: the share, the capped mean,
 * or the ratio; null without people, or nothing to divide by. `interval`: 95%. `adjusted_value`: the mean after CUPED, null where
 * it is not applied. `versus`: null for control, and without people.
 */
export const evidence = z.object({
  people: z.int(),
  count: z.number(),
  value: z.number().nullable(),
  interval: interval.nullable(),
  adjusted_value: z.number().nullable(),
  is_too_little: z.boolean(),
  versus: evidenceAgainst.nullable(),
});
export type Evidence = z.infer<typeof evidence>;

/**
 * CUPED: what people did in the `days` before their exposure explains `variance_reduction`, a share, of the variance. `state`:
 * `not_for_kind` of a ratio or retention; `person_conditions` where a condition on a person's property decides what counts;
 * `no_history` where nobody's events before differ; `unbalanced` where the variants differed before the exposure (`p_value` below
 * `ratioAlarm`), so that it is not applied. `theta`: values are adjusted by this times a person's earlier deviation from the mean.
 */
const cuped = z.object({
  days: z.int(),
  state: z.enum(['applied', 'not_for_kind', 'person_conditions', 'no_history', 'unbalanced']),
  theta: z.number().nullable(),
  variance_reduction: z.number().nullable(),
  people_with_history: z.int(),
  p_value: z.number().nullable(),
});
export type Cuped = z.infer<typeof cuped>;

/**
 * The evidence at the end of a day: by person and for one look, with today's caps and today's adjustment by CUPED;
 * `always_valid_interval` is valid at all looks together. Lifts are null for control, and without people.
 */
export const dayEvidence = evidence
  .pick({ people: true, value: true, interval: true, is_too_little: true })
  .extend(evidenceAgainst.pick({ lift: true, lift_interval: true, always_valid_interval: true }).shape);
export type DayEvidence = z.infer<typeof dayEvidence>;

/**
 * What the evidence rests on. `everyone`, `mature` and `counted` are numbers of people, the last as `people` says. `window_days`:
 * null without a window. `cap`: the value that higher ones count as, null without one; `denominator_cap` likewise, of a ratio.
 * `comparisons`: the number that Holm adjusts for. `look_share`: the error of all looks together. `plan`: as at the launch;
 * `people` of all variants, `reached_at` when the last of them was complete. `planned_now`: the number planned by now.
 * `prior_sd`: of the logarithm of true ratios to control, around 0. `cuped`: null while it is off.
 */
export const basis = z.object({
  people,
  everyone: z.int(),
  mature: z.int(),
  counted: z.int(),
  window_days: z.number().nullable(),
  cap: z.number().nullable(),
  denominator_cap: z.number().nullable(),
  comparisons: z.int(),
  look_share: z.number(),
  plan: z.object({ people: z.int(), reached_at: dateTime.nullable() }).nullable(),
  planned_now: z.int().nullable(),
  prior_sd: z.number(),
  cuped: cuped.nullable(),
});
export type Basis = z.infer<typeof basis>;
