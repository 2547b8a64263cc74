import { controlKey, type Experiment } from '../contract.ts';
import { defaultInsight, statisticOf } from '../metrics/metric-contract.ts';
import { percent, rounded, statistics } from '../metrics/metric-kinds.ts';
import { leastExposures, leastProbability, mostLoss, ratioAlarm } from './rules-contract.ts';
import type { Numbers } from './verdict.ts';
import type { Doubt, FindingOf, NextStep, Verdict, VerdictKind } from './verdict-contract.ts';

type Explained = { experiment: Experiment; result: Numbers; verdict: Verdict };
type Code = Doubt['code'] | NextStep['code'];

/** The verdict and the next step in a few sentences, for callers of the API; the window has words of its own for the same data. */
export function explainResult(explained: Explained): string {
  const { doubts, cautions, next } = explained.verdict;
  const several = cautions.flatMap((caution) =>
    caution.code === 'in_several_variants'
      ? `${peopleText(caution.people)} saw several variants and are left out.`
      : [],
  );
  const sentences = [
    openings[explained.verdict.kind](explained),
    ...[...doubts, ...next].map((finding) => textOf(finding, explained)),
    ...several,
  ];
  return sentences.filter((sentence) => sentence !== '').join(' ');
}

const openings = {
  no_metric: () => 'No metric is chosen.',
  draft: () => '',
  no_exposures: () => '',
  collecting: fewText,
  unhealthy: standingText,
  better: standingText,
  worse: standingText,
  leaning: (of) => `${standingText(of)} It is probably better.`,
  no_clear_difference: standingText,
} satisfies Record<VerdictKind, (of: Explained) => string>;

function fewText({ experiment: { variants }, result }: Explained): string {
  const counts = variants
    .map(({ key }) => ({ key, count: result.exposure?.by_variant[key] ?? 0 }))
    .filter(({ count }) => count < leastExposures)
    .map(({ key, count }) => `"${key}" has ${count}`);
  return `Each variant needs ${leastExposures} people before anything is said of a difference: ${counts.join(', ')}.`;
}

/** The best test variant and control: values, lift and the chance to be best. */
function standingText({ result, verdict }: Explained): string {
  const control = result.variants.find(({ key }) => key === controlKey);
  const best = result.variants.find(({ key }) => key === verdict.variant);
  if (control === undefined || best === undefined) return '';
  const { text } = statistics[statisticOf[result.metric?.insight ?? defaultInsight]];
  const { lift = null, lift_interval: interval = null } = best.comparison ?? {};
  const between = interval === null ? '' : `, 95% between ${signed(interval[0])} and ${signed(interval[1])}`;
  const change = lift === null ? '' : ` (${signed(lift)}${between})`;
  const chance = `"${best.key}" has a chance of ${percent(best.probability)} to be the best.`;
  return `"${best.key}" has ${text(best.value)}, "${control.key}" ${text(control.value)}${change}. ${chance}`;
}

const textOf = <One extends Code>(finding: FindingOf<One>, of: Explained) => texts[finding.code](finding, of);

const texts: { [One in Code]: (finding: FindingOf<One>, of: Explained) => string } = {
  split_mismatch: () => `But the split of people does not fit the weights (p < ${ratioAlarm}).`,
  control_leads: ({ probability }) => `"${controlKey}" leads: its chance to be the best is ${percent(probability)}.`,
  low_win_probability: ({ probability }) =>
    `No verdict yet: the highest chance to be the best is ${percent(probability)}. A verdict needs ${percent(leastProbability)}.`,
  high_loss: ({ loss }) =>
    `If it is worse after all, choosing it costs ${rounded(loss * 100)} percentage points on average: that is not under ${mostLoss * 100}.`,
  high_p_value: ({ p_value }) => `Such a difference is not rare by chance alone (p = ${rounded(p_value)}).`,
  interval_includes_zero: () => 'The 95% interval still includes zero.',
  few_people_many_events: () =>
    'But few people make many of the events: by person, the 95% interval still includes zero.',
  adjusted_p_value: ({ comparisons, p_value }) =>
    `But of ${comparisons} comparisons one looks good by chance more often: adjusted for that, p is ${rounded(p_value)}.`,
  choose_metric: () => 'Choose in the setup which events or actions to measure.',
  launch: () => 'The experiment has not started. Launch it when the setup is ready.',
  wait_for_start: ({ at }) => `The experiment starts at ${minute(at)} UTC. Until then nothing is counted.`,
  check_ids: ({ people }, { experiment: { feature_flag_key: key } }) =>
    `${peopleText(people)} saw several variants of "${key}", and nobody just one. Check that your app asks for the flag with the same distinct_id each time.`,
  check_conditions: ({ people }, { experiment: { feature_flag_key: key } }) =>
    `${peopleText(people)} got a value of "${key}" that is none of its variants. Check that the flag is on, and that its conditions let people in.`,
  check_code: (_, { experiment: { feature_flag_key: key, start_date: start } }) =>
    `Nobody has been exposed since ${minute(start ?? '')} UTC. Check that your app asks for the flag "${key}" and sends $feature_flag_called; the live view shows it arrive.`,
  resume_or_reset: () => 'Then resume the experiment, or reset it to a draft and launch it again.',
  check_weights: ({ variant }) => `If "${variant}" stays empty, check the weights and conditions of the flag.`,
  wait: ({ days }) =>
    days === null
      ? 'Let it run.'
      : `Let it run: at this pace it has the people that were planned in ${days < 1.5 ? 'a day' : `${Math.ceil(days)} days`}.`,
  plan_larger_effect: () => 'That is over a year: plan for a larger effect, or let more people in.',
  stop_or_replan: () => 'It has the people that were planned: stop it as inconclusive, or plan for a smaller effect.',
  repeat_longer: () => 'The experiment has ended without them: repeat it for longer.',
  conclude_inconclusive: () => 'The experiment has ended: call it inconclusive, or repeat it with more people.',
  find_split_cause: () => 'Find out why before you trust this.',
  start_new_run: () => 'The weights were changed during the run: trust only a new run.',
  add_variant: () => `There is only "${controlKey}", and nothing to compare it with. Add a variant to the flag.`,
  roll_out: ({ variant }) => `Roll "${variant}" out.`,
  keep_control: () => `Keep "${controlKey}".`,
};

const minute = (date: string) => date.slice(0, 16).replace('T', ' ');
const peopleText = (count: number) => (count === 1 ? '1 person' : `${count.toLocaleString('en-GB')} people`);
const signed = (share: number) => `${share < 0 ? '−' : '+'}${percent(Math.abs(share))}`;
