import { z } from 'zod';
import { dateTime } from '../../../core/contract.ts';
import type { RunChangeKind } from '../../lifecycle/history-contract.ts';
import { tooLongRun } from '../schedule-contract.ts';
import { deciding, guardrail, guardrailState } from './guardrail-contract.ts';

/**
 * The conclusion for a metric. `better` and `worse`: by the interval that is valid at all looks, or by the one test at the
 * planned number of people. `leaning`: leading, not conclusive. `unhealthy`: the split of people does not match the weights, so
 * no number is reliable.
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
/** Those that decide. */
export const decidedKind = verdictKind.extract(['better', 'worse', 'no_clear_difference']);

/**
 * Whether the verdict can still change. `open`: the experiment is a draft or runs. After its end: `decided` by better, worse or
 * no clear difference, else `not_decided`.
 */
export const verdictStanding = z.enum(['open', 'decided', 'not_decided']);
export type VerdictStanding = z.infer<typeof verdictStanding>;

/** The conclusion for a variant; `reference` is control. */
export const variantOutcome = verdictKind
  .extract(['collecting', 'unhealthy', 'better', 'worse', 'leaning', 'no_clear_difference'])
  .or(z.literal('reference'));
export type VariantOutcome = z.infer<typeof variantOutcome>;

const coded = <Code extends string, Shape extends z.core.$ZodLooseShape>(code: Code, figures: Shape) =>
  z.object({ code: z.literal(code), ...figures });
const p_value = z.number();
/** Days left at the current rate; null without one. */
const days = z.number().nullable();
/** A reason why a difference is not conclusive, or why no number is. */
const doubt = z.discriminatedUnion('code', [
  coded('split_mismatch', { p_value }),
  /**
   * Each variant is expected to have `conversions` without a difference, of `needed`; `is_at_plan`: at the planned number of
   * people.
   */
  coded('few_conversions', { conversions: z.number(), needed: z.int(), is_at_plan: z.boolean() }),
  /** The one test at the planned number of people, after Holm. */
  coded('final_test', { p_value }),
  /** The same test is significant, but its interval or later people disagree. */
  coded('plan_contradicted', { p_value }),
  /** Ends of the always-valid interval of the lift, at `level`. */
  coded('looks_include_zero', { low: z.number(), high: z.number(), level: z.number() }),
  /** Over all looks and after Holm, over `comparisons`; must be at most `share`. */
  coded('looks_p_value', { p_value, comparisons: z.int(), share: z.number() }),
]);

/**
 * Changes after the start, also after the end, that apply to everyone: they make no difference between earlier and later people,
 * but can follow from what somebody saw.
 */
export const changesOfAll = [
  'metric_changed',
  'test_runs_changed',
  'saved_metric_changed',
  'action_changed',
  'guardrails_changed',
  'cuped_changed',
  'exclusions_changed',
] as const satisfies RunChangeKind[];

/** A limit of any verdict. */
const caution = z.discriminatedUnion('code', [
  coded('fewer_than_needed', { people: z.int(), needed: z.int(), is_planned: z.boolean(), days }),
  coded('too_long', tooLongRun.shape),
  /** Ended before the planned number of people; `day` of the run, from 1. */
  coded('stopped_early', { people: z.int(), planned: z.int(), day: z.int() }),
  /** `now`: the number planned since, null without. */
  coded('plan_changed', { planned: z.int().nullable(), now: z.int().nullable() }),
  /** People whose window has not passed. */
  coded('open_outcomes', { people: z.int(), window_days: z.number() }),
  /** Changes after which earlier and later people may differ. */
  coded('changed_during_run', { changes: z.int() }),
  /** Those of `changesOfAll`. */
  coded('metric_changed', { changes: z.int() }),
  coded('test_runs_changed', { changes: z.int() }),
  coded('saved_metric_changed', { changes: z.int() }),
  coded('action_changed', { changes: z.int() }),
  coded('guardrails_changed', { changes: z.int() }),
  coded('cuped_changed', { changes: z.int() }),
  coded('exclusions_changed', { changes: z.int() }),
  coded('in_several_variants', { people: z.int() }),
  /** All people of a group get the same variant, and each is judged as independent. */
  coded('by_group', {}),
  /**
   * These guardrails will probably stay undecided with `people`, planned or needed, even if nothing differs: `chance` is not
   * reached.
   */
  coded('rare_guardrails', {
    metrics: z.array(z.string()),
    people: z.int(),
    is_planned: z.boolean(),
    chance: z.number(),
  }),
  /** A few people decide the lifts of these variants, so that their intervals may miss more often than they say. */
  coded('skewed', { variants: z.array(z.string()) }),
  /** For the same reason these guardrails stay undecided. */
  coded('skewed_guardrails', { metrics: z.array(z.string()) }),
  /** Lifts with intervals below `low` or above `high`: beyond what a prior of `prior_sd` makes likely. */
  coded('suspicious_lift', { variants: z.array(z.string()), low: z.number(), high: z.number(), prior_sd: z.number() }),
]);

const nextStep = z.discriminatedUnion('code', [
  coded('choose_metric', {}),
  coded('launch', {}),
  coded('wait_for_start', { at: dateTime }),
  coded('check_ids', { people: z.int() }),
  coded('check_conditions', { people: z.int() }),
  /** The project excludes this many exposed people. */
  coded('check_exclusions', { people: z.int() }),
  coded('check_code', {}),
  coded('resume_or_reset', {}),
  coded('check_weights', { variant: z.string() }),
  /** Control has no weight, or null: no test variant has. */
  coded('give_weight', { variant: z.string().nullable() }),
  /** The flag has no control, or null: no test variant. */
  coded('add_variant', { variant: z.string().nullable() }),
  /** There are enough people, and a ratio has nothing to divide by. */
  coded('check_denominator', {}),
  /** A part of the metric counts nothing, as its `warnings` say. */
  coded('fix_metric', {}),
  coded('wait', { days }),
  coded('wait_for_window', { window_days: z.number(), mature: z.int(), everyone: z.int() }),
  coded('end_sooner', tooLongRun.omit({ days: true, limit: true }).shape),
  coded('stop_or_replan', {}),
  coded('repeat_longer', {}),
  coded('conclude_inconclusive', {}),
  coded('find_split_cause', {}),
  /** After a split mismatch: `cause` is what changed during the run. */
  coded('start_new_run', { cause: z.enum(['weights', 'override']) }),
  coded('roll_out', { variant: z.string() }),
  /** Before rolling out: its lift is suspicious. */
  coded('check_lift', { variant: z.string() }),
  coded('keep_control', {}),
  coded('weigh_harm', { variant: z.string(), metrics: z.array(z.string()) }),
  /** `out_of_reach`: those that the people of as many more days as a plan may take would probably leave undecided. */
  coded('decide_guardrails', {
    variant: z.string(),
    metrics: z.array(z.string()),
    out_of_reach: z.array(z.string()),
  }),
  /** A variant that is not better harms these guardrails while the experiment runs. */
  coded('stop_for_harm', { variant: z.string(), metrics: z.array(z.string()) }),
]);

/**
 * Whether enough people count. `too_few`: a variant lacks people, so there is no verdict. `some_too_few`: one is better, and of
 * `few` there is no verdict. `nothing_to_compare`: there are enough, but a variant has no value, such as a ratio with nothing to
 * divide by. `no_control`, `no_test_variant`: few people have control, or any test variant, and nobody new gets it, as it has no
 * weight. `need_unknown`: the needed number is unknown, as the value of control is missing or not above 0, the effect is
 * impossible, or nobody new gets control or any test variant. `fewer_than_needed`: than planned, or than it takes to detect the
 * effect that `health` names.
 */
const peopleState = z.enum([
  'too_few',
  'some_too_few',
  'nothing_to_compare',
  'no_control',
  'no_test_variant',
  'need_unknown',
  'fewer_than_needed',
  'enough',
]);

/**
 * The people whose data counts: in all variants, of the `needed` ones (as in `health`), and in the `smallest` of control and
 * those with weight. `few`: those of them with fewer people than `minExposures`.
 */
const countedPeople = z.object({
  state: peopleState,
  counted: z.int(),
  needed: z.int().nullable(),
  smallest: z.int(),
  few: z.array(z.object({ variant: z.string(), people: z.int() })),
});
export type CountedPeople = z.infer<typeof countedPeople>;

/**
 * `people`: null before the start. `variant`: the test variant with the smallest p-value among those with this conclusion, null
 * without numbers. `also`: others with the same conclusion, none while it is `unhealthy`. `rests_on`: the interval that decides
 * for `variant`; null without a conclusion. `guardrails`: of each test variant, empty for a secondary metric. `guardrail_state`:
 * the worst of them for `variant` where it is better, as that is the one to ship; else for any test variant. Null without numbers
 * or guardrails.
 */
export const verdict = z.object({
  kind: verdictKind,
  standing: verdictStanding,
  variant: z.string().nullable(),
  also: z.array(z.string()),
  people: countedPeople.nullable(),
  rests_on: deciding.nullable(),
  doubts: z.array(doubt),
  cautions: z.array(caution),
  next: z.array(nextStep),
  guardrails: z.array(guardrail),
  guardrail_state: guardrailState.nullable(),
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
