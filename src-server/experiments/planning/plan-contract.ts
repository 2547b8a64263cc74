import { z } from 'zod';
import { addIssueAt, named } from '../../core/contract.ts';
import { onlyKnown } from '../../core/known-keys-contract.ts';
import { weightsProblem } from '../../core/sum-contract.ts';
import { type Direction, defaultPower, direction } from '../../statistics/contract.ts';
import { testRunFilter } from '../../test-runs/contract.ts';
import { maxCupedDays } from '../benchtop-contract.ts';
import { maxVariants } from '../contract.ts';
import { type Statistic, statistic, statisticTraits } from '../metrics/kind-contract.ts';
import { sentMetric } from '../metrics/metric-contract.ts';
import { maxEffect } from '../metrics/options-contract.ts';
import { metricWarning } from '../metrics/warning-contract.ts';
import { finalShare } from '../results/rules-contract.ts';

export const baselineDays = 14;

/** Measures a metric over the last days, today included, for all people: the baseline of a plan. */
export const baselineInput = onlyKnown({
  filters: sentMetric,
  days: z.int().min(1).max(90).default(baselineDays),
  /** Days before the exposure with which CUPED is also measured. */
  cuped_days: z.int().min(1).max(maxCupedDays).optional(),
  /** Only rows of this test run, or with `(none)` those without one. */
  test_run: testRunFilter,
});

/**
 * The share by which CUPED, with the same people's values in the `days` before, reduces the variance, and about the number of
 * people that a plan needs. `people_with_history`: people with a value then.
 */
const cupedGain = z.object({ days: z.int(), variance_reduction: z.number(), people_with_history: z.int() });
export type CupedGain = z.infer<typeof cupedGain>;

/**
 * `people`: active people; `new_people_per_day`: those first seen in these days, on average. Funnel: `successes` reached the last
 * step, in order and within the window from their first event in these days; `value` is their share. Trend: `events` matched;
 * `value` is events per person. `value` is null without people. `variance`: between people, with the highest 0.1% of values
 * capped. `days`: by UTC day, the matching events and their people (for a funnel: of its last step). `steps`: people who reached
 * each funnel step. `cuped`: null if not requested, not applicable to the metric, or nobody's earlier values differ.
 */
export const baseline = named('ExperimentBaseline', {
  kind: statistic,
  window_days: z
    .number()
    .nullable()
    .describe(
      'Days since the first event of a person in these days, in which events count; null: up to now. An experiment counts from the exposure.',
    ),
  people: z.int(),
  new_people_per_day: z.number(),
  successes: z.int().nullable(),
  events: z.int(),
  value: z.number().nullable(),
  variance: z.number().nullable(),
  cuped: cupedGain.nullable(),
  days: z.array(z.object({ date: z.iso.date(), events: z.int(), people: z.int() })),
  steps: z.array(z.int()),
  warnings: z.array(metricWarning),
});
export type Baseline = z.infer<typeof baseline>;

type EffectOf = { kind: Statistic; direction?: Direction | undefined; baseline: number };

/** Returns the largest relative effect, percent, that the values of a metric allow; infinite for the rise of a count. */
export const largestEffect = ({ kind, direction, baseline }: EffectOf): number =>
  direction === 'decrease' ? 100 : 100 * (statisticTraits[kind].largest / baseline - 1);

/** The bounds keep the sums and quotients of a plan finite. */
export const planFields = {
  kind: statistic,
  direction: direction.default('increase'),
  baseline: z.number().positive().max(1e9),
  /**
   * Between people, of one person's part in the value; of a count by default that of independent events, which is the baseline.
   * Required for a `mean` and a `ratio`.
   */
  variance: z.number().min(0).max(1e18).optional(),
  weights: z.array(z.number().min(0).max(100)).min(2).max(maxVariants),
  people_per_day: z.number().min(0).max(1e9).default(0),
  /** Share of persons who take part, percent. */
  rollout_percentage: z.number().min(0).max(100).default(100),
};

type Changed = {
  kind: Statistic;
  direction: Direction;
  baseline: number;
  variance?: number | undefined;
  weights: readonly number[];
  rollout_percentage: number;
};

/**
 * Adds an issue where the effect in the field, in percent, leads to a value that cannot be, where the variance is missing or of a
 * share, and where somebody gets no people.
 */
export function requirePossible<Field extends string>(
  input: Changed & Record<Field, number>,
  field: Field,
  context: z.core.$RefinementCtx,
): void {
  const { kind, direction, baseline, variance, weights } = input;
  const effect: number = input[field];
  const most = largestEffect(input);
  const { needsVariance, largest } = statisticTraits[kind];
  const add = (at: string, message: `must ${string}`) => addIssueAt(context, [at], message);
  if (needsVariance && variance === undefined)
    add('variance', `must be given for the kind ${kind}: the variance between people, as the baseline has it`);
  if (kind === 'proportion' && variance !== undefined)
    add('variance', 'must be omitted for a share of people: it follows from the baseline');
  if (baseline >= largest) add('baseline', 'must be less than 1, as a share of people');
  else if (direction === 'increase' && effect > most) add(field, 'must not raise the share above 100%');
  else if (direction === 'decrease' && effect >= most) add(field, `must be below ${most} for a decrease`);
  for (const [index, weight] of weights.entries())
    if (weight === 0) addIssueAt(context, ['weights', index], 'must be above 0, or nobody gets the variant');
  const wrongSum = weightsProblem(weights);
  if (wrongSum !== null) add('weights', `must ${wrongSum}`);
  if (input.rollout_percentage === 0) add('rollout_percentage', 'must be above 0, or nobody takes part');
}

/**
 * Plans for a share of persons (`proportion`, 0 to 1), events per person (`count`), or any mean or ratio with its `variance`. The
 * effect is relative, in percent of the baseline: an increase, or a decrease with that `direction`. `weights` are the variants'
 * in percent, control first.
 */
export const planInput = onlyKnown({
  ...planFields,
  minimum_detectable_effect: z.number().positive().max(maxEffect),
  significance: z.number().min(0.0001).max(0.5).default(finalShare),
  power: z.number().min(0.5).max(0.9999).default(defaultPower),
}).superRefine((input, context) => requirePossible(input, 'minimum_detectable_effect', context));
export type PlanInput = z.input<typeof planInput>;

/** The weeks for which a plan states the detectable effect. */
export const plannedWeeks = [1, 2, 4, 8] as const;

/**
 * A shorter alternative to a long plan. `larger_effect`: the smallest one, percent, that `limit` days detect. Otherwise the
 * days that the plan would then take: everyone takes part, all variants have the same weight, or one test variant is left.
 */
const shorterPlan = z.discriminatedUnion('code', [
  z.object({ code: z.literal('larger_effect'), effect: z.number() }),
  z.object({ code: z.literal('full_rollout'), days: z.number() }),
  z.object({ code: z.literal('even_weights'), days: z.number() }),
  z.object({ code: z.literal('one_test_variant'), days: z.number() }),
]);
export type ShorterPlan = z.infer<typeof shorterPlan>;

/**
 * `people`: needed in all variants together for the power in the smallest test variant (several share the level); `per_variant`:
 * in each, in the order of the weights. `days` at the given pace, not rounded, null without one. `power_curve`: the power by true
 * effect, percent. `effect_curve`: the smallest effect, percent, that is detected after `days`. `weeks`: the people of 1, 2, 4
 * and 8 weeks, and the smallest increase and decrease, percent, that they detect, null where none up to `maxEffect`. `too_long`:
 * null unless the plan takes more than `limit` days.
 */
export const plan = named('ExperimentPlan', {
  people: z.int(),
  per_variant: z.array(z.int()),
  days: z.number().nullable(),
  power_curve: z.array(z.object({ effect: z.number(), power: z.number() })),
  effect_curve: z.array(z.object({ days: z.number(), effect: z.number() })),
  weeks: z.array(
    z.object({
      weeks: z.int(),
      people: z.number(),
      increase: z.number().nullable(),
      decrease: z.number().nullable(),
    }),
  ),
  too_long: z.object({ days: z.number(), limit: z.int(), instead: z.array(shorterPlan) }).nullable(),
});
export type Plan = z.infer<typeof plan>;
