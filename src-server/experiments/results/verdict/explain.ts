import { controlKey, type Experiment } from '../../contract.ts';
import { kindTraits, statisticTraits } from '../../metrics/kind-contract.ts';
import { percent, rounded, statistics } from '../../metrics/metric-kinds.ts';
import { finalShare, maxForecastDays, maxPlannedDays, minExposures, ratioAlarm } from '../rules-contract.ts';
import { type Deciding, guardsAlone } from './guardrail-contract.ts';
import type { Numbers } from './verdict.ts';
import type { Doubt, FindingOf, NextStep, Verdict, VerdictKind } from './verdict-contract.ts';

type Explained = { experiment: Experiment; result: Numbers; verdict: Verdict };
type Code = Doubt['code'] | NextStep['code'];

/** Words the verdict and the next steps for callers of the API; the window words the same data in `verdict-words.ts`. */
export function explainResult(explained: Explained): string {
  const { doubts, cautions, next } = explained.verdict;
  const several = cautions.flatMap((caution) =>
    caution.code === 'in_several_variants'
      ? `${peopleText(caution.people)} saw several variants and are excluded.`
      : [],
  );
  const sentences = [
    openings[explained.verdict.kind](explained),
    guardrailText(explained.verdict),
    ...[...doubts, ...next].map((finding) => textOf(finding, explained)),
    ...several,
  ];
  return sentences.filter((sentence) => sentence !== '').join(' ');
}

const openings = {
  no_metric: () => 'No primary metric chosen yet.',
  draft: () => '',
  no_exposures: () => '',
  collecting: fewText,
  unhealthy: standingText,
  better: standingText,
  worse: standingText,
  leaning: (of) => `${standingText(of)} It ${isOver(of) ? 'led' : 'leads'}, but not conclusively.`,
  no_clear_difference: standingText,
} satisfies Record<VerdictKind, (of: Explained) => string>;

const isOver = ({ verdict }: Explained) => verdict.standing !== 'open';

const statisticOf = ({ result }: Explained) => kindTraits[result.metric?.kind ?? 'conversion'].statistic;

function fewText(of: Explained): string {
  const { people } = of.verdict;
  if (people?.state === 'no_control') return `"${controlKey}" has the weight 0.`;
  if (people?.state === 'no_test_variant') return 'Only control has a weight above 0.';
  if (people?.state === 'nothing_to_compare')
    return 'A variant has no value to compare: there is nothing to divide by.';
  const [needs, has] = isOver(of) ? ['needed', 'had'] : ['needs', 'has'];
  const counts = people?.few.map(({ variant, people: count }) => `"${variant}" ${has} ${count}`) ?? [];
  return `A verdict ${needs} ${minExposures} people in control and each variant with weight: ${counts.join(', ')}.`;
}

/** States the values of control and the variant that the verdict speaks of, by person, and the lift. */
function standingText(of: Explained): string {
  const { result, verdict } = of;
  const control = result.variants.find(({ key }) => key === controlKey)?.evidence.value ?? null;
  const best = result.variants.find(({ key }) => key === verdict.variant)?.evidence;
  if (control === null || best?.value == null) return '';
  const { text } = statistics[statisticOf(of)];
  const change = verdict.rests_on === null ? '' : liftText(verdict.rests_on, best.versus?.unadjusted != null);
  const also =
    verdict.also.length === 0
      ? ''
      : ` The same ${isOver(of) ? 'held' : 'holds'} for ${verdict.also.map((key) => `"${key}"`).join(', ')}.`;
  return `"${verdict.variant}" ${isOver(of) ? 'had' : 'has'} ${text(best.value)}, "${controlKey}" ${text(control)}${change}.${also}`;
}

/** The lift at the planned number of people is not that of the values, which go on to change. */
function liftText({ lift, interval, level, basis }: Deciding, isAdjusted: boolean): string {
  if (lift === null) return '';
  const isAtPlan = basis === 'plan';
  const name = `${isAtPlan ? '' : 'always-valid '}${percent(level ?? 0)} interval`;
  const between = interval === null ? '' : `, ${name} ${signed(interval[0])} to ${signed(interval[1])}`;
  const text = `${signed(lift)}${isAdjusted ? ' after CUPED' : ''}${between}`;
  return isAtPlan ? `. At the planned number of people the lift was ${text}` : ` (${text})`;
}

const textOf = <One extends Code>(finding: FindingOf<One>, of: Explained) => texts[finding.code](finding, of);

const texts: { [One in Code]: (finding: FindingOf<One>, of: Explained) => string } = {
  split_mismatch: () => `The split of people does not match the weights (p < ${ratioAlarm}).`,
  few_conversions: ({ conversions, needed, is_at_plan: isAtPlan }, of) =>
    `Each variant must expect ${needed} ${statisticTraits[statisticOf(of)].conversions} without a difference; the smaller group ${isAtPlan ? 'expected' : 'expects'} ${rounded(conversions)}${isAtPlan ? ' at the planned number of people' : ''}.`,
  final_test: ({ p_value }) =>
    `The test at the planned number of people has the p-value ${roundedUp(p_value)}; it must be at most ${finalShare}.`,
  plan_contradicted: ({ p_value }) =>
    `The test at the planned number of people has the p-value ${rounded(p_value)}, but its interval or later data contradict it.`,
  looks_include_zero: ({ level }) =>
    `The ${percent(level)} always-valid interval, which holds at any number of looks, includes zero.`,
  looks_p_value: ({ comparisons, p_value, share }) =>
    `Over all looks${comparisons > 1 ? ` and adjusted for ${comparisons} comparisons (Holm)` : ''}, the p-value is ${roundedUp(p_value)}; it must be at most ${share}.`,
  choose_metric: () => 'Choose the events or actions of the primary metric in Setup.',
  launch: () => 'The experiment is not launched. Launch it when the setup is complete.',
  wait_for_start: ({ at }) => `The experiment starts at ${minute(at)} UTC. Data counts only from then.`,
  check_ids: ({ people }, { experiment: { feature_flag_key: key } }) =>
    `${peopleText(people)} saw several variants of "${key}". Check that your app always requests the flag with the same distinct_id.`,
  check_conditions: ({ people }, { experiment: { feature_flag_key: key } }) =>
    `${peopleText(people)} got a value of "${key}" that is not a variant. Check that the flag is on and its conditions match people.`,
  check_exclusions: ({ people }) =>
    `The project excludes everyone who saw one variant (${peopleText(people)}). Check whom it excludes from experiments.`,
  check_code: (_, { experiment: { feature_flag_key: key, start_date: start } }) =>
    `No app reported an exposure since ${minute(start ?? '')} UTC. Check that your app requests the flag "${key}" and sends $feature_flag_called.`,
  resume_or_reset: () => 'Then resume the experiment, or reset it to a draft and launch it again.',
  check_weights: ({ variant }) => `If "${variant}" stays empty, check the weights and conditions of the flag.`,
  check_denominator: () => 'Check the denominator of the metric.',
  give_weight: ({ variant }, of) => {
    const one = variant === null ? 'a test variant' : `"${variant}"`;
    return isOver(of) ? `Repeat the experiment with a weight above 0 for ${one}.` : `Give ${one} a weight above 0.`;
  },
  wait: ({ days }) =>
    days === null || days > maxForecastDays
      ? 'Let it run.'
      : `Let it run: about ${days <= 1 ? '1 day' : `${Math.ceil(days)} days`} left at this pace.`,
  wait_for_window: ({ window_days, mature, everyone }, of) =>
    `${mature.toLocaleString('en-GB')} of ${peopleText(everyone)} ${isOver(of) ? 'were' : 'are'} past the ${rounded(window_days)}-day window of the metric. Others are not counted${isOver(of) ? '' : ' yet'}, unless you ask for \`people=everyone\`.`,
  end_sooner: ({ needs_new_run: isNew, waits_for: few }) => {
    const larger = `${isNew ? 'reset the experiment and launch it with a plan' : 'plan'} for a larger effect`;
    const instead = few === null ? larger : `reset the experiment and launch it with more weight for "${few}"`;
    return `At this pace the run takes over ${maxPlannedDays} days. Include more people, or ${instead}.`;
  },
  stop_or_replan: () =>
    'It has the needed number of people. Stop it as inconclusive, or repeat it with a plan for a smaller effect.',
  repeat_longer: () => 'The experiment has ended. Repeat it for longer, or include more people.',
  conclude_inconclusive: () => 'The experiment has ended. Conclude it as inconclusive, or repeat it with more people.',
  find_split_cause: () => 'The cause may affect the metric too. Find it before you trust the numbers.',
  start_new_run: () => 'The weights changed during the run. Trust only a new run.',
  add_variant: () => `Add a test variant to the flag to compare with "${controlKey}".`,
  roll_out: ({ variant }) => `Ship "${variant}" to everyone.`,
  check_lift: ({ variant }) =>
    `The lift of "${variant}" is suspicious: check the tracking and the setup before you ship it.`,
  weigh_harm: ({ variant, metrics }) =>
    `"${variant}" harms ${listOf(metrics)}: weigh this against the gain before you ship it.`,
  decide_guardrails: ({ variant, metrics }, of) =>
    `Whether "${variant}" harms ${listOf(metrics)} is not decided. ${isOver(of) ? 'Repeat the experiment with more people' : 'Let it run until it is'}, or accept the risk.`,
  stop_for_harm: ({ variant, metrics }) =>
    `"${variant}" harms ${listOf(metrics)}: stop the experiment, unless you accept that.`,
  keep_control: () => `Keep "${controlKey}".`,
};

/** Rounds so that a p-value never reads like one that is small enough. */
const roundedUp = (p: number) => String(Math.ceil(p * 1000) / 1000);

const listOf = (names: readonly string[]) => names.map((name) => `"${name}"`).join(', ');

function guardrailText(verdict: Verdict): string {
  const { kind, variant, guardrail_state: state } = verdict;
  if (kind !== 'better' || state !== 'not_harmed') return '';
  return guardsAlone(verdict) ? 'No guardrail is harmed.' : `"${variant}" harms no guardrail.`;
}

const minute = (date: string) => date.slice(0, 16).replace('T', ' ');
const peopleText = (count: number) => (count === 1 ? '1 person' : `${count.toLocaleString('en-GB')} people`);
const signed = (share: number) => `${share < 0 ? '−' : '+'}${percent(Math.abs(share))}`;
