import { z } from 'zod';
import { addIssueAt, named } from '../../core/contract.ts';
import { defaultPower, direction } from '../../statistics/contract.ts';
import { maxVariants } from '../contract.ts';
import { metricFilters, statistic, statisticTraits } from '../metrics/metric-contract.ts';
import { finalShare } from '../results/rules-contract.ts';

/** Measures a metric over the last days, today included, for all people: the baseline of a plan. */
export const baselineInput = z.object({
  filters: metricFilters,
  days: z.int().min(1).max(90).default(14),
});
/**
 * `people`: active people; `new_people_per_day`: those first seen in these days, on average. Funnel: `successes` reached the last
 * step, in order and within the window from their first event in these days; `value` is their share. Trend: `events` matched;
 * `value` is events per person. `value` is null without people. `variance`: between people, with the highest 0.1% of
 * values capped. `days`: by UTC day, the matching events and their people (for a funnel: of its last step). `steps`: people who reached each funnel step.
 */
export const baseline = named('ExperimentBaseline', {
  kind: statistic,
  people: z.int(),
  new_people_per_day: z.number(),
  successes: z.int().nullable(),
  events: z.int(),
  value: z.number().nullable(),
  variance: z.number().nullable(),
  days: z.array(z.object({ date: z.iso.date(), events: z.int(), people: z.int() })),
  steps: z.array(z.int()),
  warnings: z.array(z.string()),
});
export type Baseline = z.infer<typeof baseline>;

/** Beyond these bounds, sums and quotients of a plan become infinite. */
const between = (least: number, most: number) => {
  const message = `Must be a number from ${least} to ${most}`;
  return z.number(message).min(least, message).max(most, message);
};

/**
 * Plans for a share of persons (`proportion`, 0 to 1) or events per person (`count`). The effect is relative, in percent of the
 * baseline: an increase, or a decrease with that `direction`. `weights` are the variants' in percent, control first.
 */
export const planInput = z
  .object({
    kind: statistic,
    direction: direction.default('increase'),
    baseline: z.number().positive().max(1e9),
    /** Between people, of a count; by default that of independent events, which is the baseline. */
    variance: between(1e-9, 1e18).optional(),
    minimum_detectable_effect: z.number().positive().max(1000),
    weights: z.array(between(1e-6, 1e6)).min(2).max(maxVariants),
    people_per_day: between(0, 1e9).default(0),
    /** Share of persons who take part, percent. */
    rollout_percentage: between(0, 100).default(100),
    significance: z.number().min(0.0001).max(0.5).default(finalShare),
    power: z.number().min(0.5).max(0.9999).default(defaultPower),
  })
  .superRefine(({ kind, baseline, direction, minimum_detectable_effect: effect }, context) => {
    const add = (field: string, message: string) => addIssueAt(context, [field], message);
    const [least, most] = [0, statisticTraits[kind].largest];
    const changed = baseline * (1 + (direction === 'decrease' ? -effect : effect) / 100);
    if (baseline >= most) add('baseline', 'must be less than 1, as a share of people');
    else if (changed > most) add('minimum_detectable_effect', 'must not raise the share above 100%');
    else if (changed < least) add('minimum_detectable_effect', 'must be at most 100 for a decrease');
  });
export type PlanInput = z.input<typeof planInput>;

/**
 * `people`: needed in all variants together for the power in the smallest test variant (several share the level); `per_variant`:
 * in each, in the order of the weights. `days` at the given pace, not rounded, null without one. `power_curve`: the power by
 * true effect, percent. `effect_curve`: the smallest effect, percent, that is detected after `days`.
 */
export const plan = named('ExperimentPlan', {
  people: z.int(),
  per_variant: z.array(z.int()),
  days: z.number().nullable(),
  power_curve: z.array(z.object({ effect: z.number(), power: z.number() })),
  effect_curve: z.array(z.object({ days: z.number(), effect: z.number() })),
});
export type Plan = z.infer<typeof plan>;
