import { z } from 'zod';
import { dateTime } from '../../core/contract.ts';

/**
 * The conclusion for a metric. `leaning`: significant by its code, but in doubt. `unhealthy`: the split of people does not match
 * the weights, so no number is reliable.
 */
export const verdictKind = z.enum([
  'no_metric',
  'draft',
  'no_exposures',
  'collecting',
  'unhealthy',
  'better',
  'worse',
  'leaning',
  'no_clear_difference',
]);
export type VerdictKind = z.infer<typeof verdictKind>;

/** The conclusion for a variant; `reference` is control. */
export const variantOutcome = verdictKind
  .extract(['collecting', 'unhealthy', 'better', 'worse', 'leaning', 'no_clear_difference'])
  .or(z.literal('reference'));
export type VariantOutcome = z.infer<typeof variantOutcome>;

const coded = <Code extends string, Shape extends z.core.$ZodLooseShape>(code: Code, figures: Shape) =>
  z.object({ code: z.literal(code), ...figures });
const probability = z.number();
const p_value = z.number();
/** Days left at the current rate; null without one. */
const days = z.number().nullable();
/** Ends of the 95% interval of the difference. */
const ends = { low: z.number(), high: z.number() };

/** A reason why a difference is uncertain. */
const doubt = z.discriminatedUnion('code', [
  coded('split_mismatch', { p_value }),
  coded('control_leads', { probability }),
  coded('low_win_probability', { probability }),
  coded('high_loss', { loss: z.number() }),
  coded('high_p_value', { p_value }),
  coded('interval_includes_zero', ends),
  /** The interval by person, for a trend. */
  coded('few_people_many_events', ends),
  /** After Holm, over `comparisons`. */
  coded('adjusted_p_value', { p_value, comparisons: z.int() }),
]);

/** A limit of any verdict. `planned`: whether the planned number of people is reached; null without a plan. */
const caution = z.discriminatedUnion('code', [
  coded('several_lead', { probability }),
  coded('early_look', { planned: z.enum(['open', 'reached']).nullable() }),
  coded('fewer_than_needed', { people: z.int(), needed: z.int(), is_planned: z.boolean(), days }),
  coded('changed_during_run', { changes: z.int() }),
  coded('in_several_variants', { people: z.int() }),
]);

/** The next step. */
const nextStep = z.discriminatedUnion('code', [
  coded('choose_metric', {}),
  coded('launch', {}),
  coded('wait_for_start', { at: dateTime }),
  coded('check_ids', { people: z.int() }),
  coded('check_conditions', { people: z.int() }),
  coded('check_code', {}),
  coded('resume_or_reset', {}),
  coded('check_weights', { variant: z.string() }),
  coded('wait', { days }),
  coded('plan_larger_effect', {}),
  coded('stop_or_replan', {}),
  coded('repeat_longer', {}),
  coded('conclude_inconclusive', {}),
  coded('find_split_cause', {}),
  coded('start_new_run', {}),
  coded('add_variant', {}),
  coded('roll_out', { variant: z.string() }),
  coded('keep_control', {}),
]);

/** `variant`: the best test variant by value, null without numbers. `also`: others with the same conclusion. */
export const verdict = z.object({
  kind: verdictKind,
  variant: z.string().nullable(),
  also: z.array(z.string()),
  doubts: z.array(doubt),
  cautions: z.array(caution),
  next: z.array(nextStep),
});
export type Verdict = z.infer<typeof verdict>;

export type Doubt = Verdict['doubts'][number];
export type Caution = Verdict['cautions'][number];
export type NextStep = Verdict['next'][number];
type Finding = Doubt | Caution | NextStep;
export type FindingCode = Finding['code'];
type ByCode = { [One in Finding as One['code']]: One };
/** A doubt, caution or step with the numbers for its code. */
export type FindingOf<Code extends FindingCode = FindingCode> = { [One in Code]: { code: One } & ByCode[One] }[Code];
