import { z } from 'zod';
import { maxName, named } from '../../core/contract.ts';
import { metricKind } from '../metrics/kind-contract.ts';
import { evidence, peopleInRunQuery, people as peopleOf } from '../results/judge/evidence-contract.ts';
import { splitCheck } from '../results/results-contract.ts';

/** The most values that a breakdown shows singly. */
export const maxBreakdownValues = 20;

const metricRule = 'must be `primary`, or the index of a secondary metric such as 0';
/** Source of a property: the person, as stored now, or the event that exposed the person, as sent. */
export const breakdownType = z.enum(['person', 'exposure']);
export type BreakdownType = z.infer<typeof breakdownType>;

export const breakdownQuery = peopleInRunQuery.extend({
  property: z.string().min(1).max(maxName).describe('Name of the property that splits the people, such as `$browser`.'),
  type: breakdownType
    .default('person')
    .describe(
      'Reads the property of the person as stored now (`person`), or of the event that exposed them (`exposure`).',
    ),
  metric: z
    .string()
    .regex(/^(primary|\d{1,6})$/, metricRule)
    .default('primary')
    .describe('The primary metric, or the index of a secondary metric, from 0.'),
});
export type BreakdownQuery = z.output<typeof breakdownQuery>;
export type BreakdownSearch = z.input<typeof breakdownQuery>;

/**
 * The people with one value. `kind`: a value by itself, all rarer ones together, or people without the property or with null.
 * `value`: as text, cut at 200 characters, null for the last two. `people`: exposed, also `by_variant`. `sample_ratio`: null
 * without weights; its `p_value_adjusted` and its `state` are after Holm over the values that are checked, and 1 and `too_few` for
 * the others. `variants`: the evidence of those whose data counts, with no test at the planned size; `p_value_adjusted` is after
 * Holm over values and variants.
 */
const breakdownValue = z.object({
  kind: z.enum(['value', 'other', 'not_set']),
  value: z.string().nullable(),
  people: z.int(),
  by_variant: z.record(z.string(), z.int()),
  sample_ratio: splitCheck.extend({ p_value_adjusted: z.number() }).nullable(),
  variants: z.array(evidence.extend({ key: z.string() })),
});
export type BreakdownValue = z.infer<typeof breakdownValue>;

/** Whether the effects differ between values, not for which value. */
export const interactionJudgement = z.enum(['differs', 'no_sign_of_difference', 'too_little']);
export type InteractionJudgement = z.infer<typeof interactionJudgement>;

/**
 * One test, for one look, of whether the effects differ between the values: Cochran's Q by variant, of `values` with enough data,
 * on the scale of test / control (`ratio`) or test - control. `p_value`: the smallest times the number of variants tested.
 * `differs` is said where nothing differs in at most 5% of properties.
 */
const interaction = z.object({
  judgement: interactionJudgement,
  p_value: z.number().nullable(),
  variants: z.array(
    z.object({
      key: z.string(),
      scale: z.enum(['ratio', 'difference']),
      values: z.int(),
      q: z.number(),
      degrees_of_freedom: z.int(),
      p_value: z.number(),
    }),
  ),
});
export type Interaction = z.infer<typeof interaction>;

/**
 * Reasons why there is no breakdown. `unseen_property`: no exposed person has the property, so that all people are in one row.
 */
export const breakdownState = z.enum(['no_metric', 'draft', 'no_exposures', 'unseen_property', 'ready']);
export type BreakdownState = z.infer<typeof breakdownState>;

/**
 * A metric by the values of a property, those with most people first. Exploratory: it suggests what to test next, and proves no
 * effect. `metric_kind`: of the metric, which decides the unit of its values. `distinct_values`: how many the property has.
 * `comparisons`: the number that Holm adjusts p-values for. Without a metric, and before the start, there are no values.
 */
export const breakdown = named('ExperimentBreakdown', {
  state: breakdownState,
  property: z.string(),
  type: breakdownType,
  people: peopleOf,
  metric_kind: metricKind,
  distinct_values: z.int(),
  values: z.array(breakdownValue),
  comparisons: z.int(),
  interaction,
});
export type Breakdown = z.infer<typeof breakdown>;
