import { formatDateTime } from '../../../core/text/dates-contract.ts';
import { countPeople, countWords, percentText, plain } from '../../../core/text/numbers-contract.ts';
import type { Experiment } from '../../contract.ts';
import { leavesTestRunsOut } from '../../metrics/options-contract.ts';
import { breaksMetric } from '../../metrics/warning-contract.ts';
import type { ResultSummary } from '../results-contract.ts';
import { finalShare, maxPlannedDays, paceDays, suspiciousDeviations } from '../rules-contract.ts';
import type { changesOfAll, FindingCode, FindingOf } from '../verdict/verdict-contract.ts';
import { endSoonerWords, isOverAYear, leftWords, tooLongWords, windowWords } from './days-contract.ts';
import { conversionsWord, pastWindowWords, quotedNames } from './people-contract.ts';
import { liftIntervalText, pText, pWords } from './result-text-contract.ts';

/** The input of the wording. */
export type ConcludedResult = Pick<ResultSummary, 'verdict' | 'metric' | 'exposure' | 'health' | 'basis' | 'variants'>;
export type About = { experiment: Experiment; result: ConcludedResult };

export const isOver = ({ result }: Pick<About, 'result'>) => result.verdict.standing !== 'open';

/** Also used by health checks. */
export const changedDuringRun =
  'The experiment changed while it ran, so earlier and later people may not be comparable.';
const chosenLate = 'Choosing it after a look makes a false “better” or “worse” more likely.';
export const changedForAll: Record<(typeof changesOfAll)[number], string> = {
  metric_changed: `The primary metric, or an option of it, changed after the start. ${chosenLate}`,
  test_runs_changed:
    'Whether test runs count changed after the start. The current choice applies to everyone, also to earlier people.',
  saved_metric_changed: `A saved metric of this experiment changed after the start. ${chosenLate}`,
  action_changed: `An action of this experiment’s metrics changed after the start. ${chosenLate}`,
  guardrails_changed:
    'The guardrails changed after the start. Choosing them after a look makes it more likely that a harm is missed.',
  cuped_changed: `CUPED changed after the start. ${chosenLate}`,
  exclusions_changed:
    'The project changed whom it excludes after the start. The current exclusions apply to everyone, also to earlier people.',
};
/** Also used before the launch. */
export const decidedByGroup =
  'All people of a group get the same variant, but each person is counted separately. Differences look more certain than they are.';
/** Why the split of a run matches no weights. */
export const splitChanged = {
  weights: 'The weights changed during the run, so no single set of weights applies.',
  override: 'During a part of the run an override served everyone the same value.',
} satisfies Record<FindingOf<'start_new_run'>['cause'], string>;
export const nobodyArrives = `Nobody new arrived in the last ${paceDays} days. Check that apps request the flag.`;
export const repeatLonger = 'Repeat it for longer, or include more people.';

const moreThanExtremes = 'Include more people. If the extreme values are large, cap more of them in the next run.';

export const severalWords = (people: number) =>
  `${countWords(people, 'person was', 'people were')} seen in several variants and excluded from the results.`;
export const sameIdWords = ({ feature_flag_key: key }: Pick<Experiment, 'feature_flag_key'>) =>
  `Check that your code always requests the flag “${key}” with the same distinct_id.`;
const isFlagOff = ({ experiment: { status, serves } }: About) => status === 'running' && serves === false;
const flagOffWords = ({ experiment: { feature_flag_key: key } }: About) =>
  `The flag “${key}” gives nobody a variant, except by an override. Check that it is on and its conditions match people.`;
export const otherValuesWords = (people: number) => `${countPeople(people)} got a value that is not a variant.`;

/** Says what lacks weight: a variant, or null for any test variant. */
function giveWeightWords(variant: string | null, hasEnded: boolean): string {
  const one = variant === null ? 'a test variant' : `“${variant}”`;
  return hasEnded ? `Run it again with a weight above 0 for ${one}.` : `Give ${one} a weight above 0 in Setup.`;
}

/** Doubts are clauses, to be joined; cautions and steps are sentences. */
const findings: { [Code in FindingCode]: (finding: FindingOf<Code>, about: About) => string } = {
  split_mismatch: ({ p_value: p }) => `a deviation this large is unlikely by chance (p ${pWords(p)})`,
  few_conversions: ({ conversions, needed, is_at_plan: isAtPlan }, { result: { metric } }) =>
    `${isAtPlan ? 'at the planned number of people the smaller group was' : 'the smaller group is'} expected to have ${plain(Math.floor(conversions), 0)} of the ${needed} ${conversionsWord(metric)} that a verdict needs`,
  final_test: ({ p_value: p }) =>
    `the test at the planned number of people has p ${pWords(roundedUp(p))} and needs at most ${finalShare}`,
  plan_contradicted: ({ p_value: p }) =>
    `the test at the planned number of people has p ${pWords(p)}, but its interval or later people do not agree`,
  looks_include_zero: ({ level }) =>
    `the always-valid interval (${percentText(level)} at any number of looks) includes zero`,
  looks_p_value: ({ p_value: p, comparisons, share }) =>
    `over all looks${comparisons > 1 ? ` and ${comparisons} comparisons (Holm)` : ''}, p is ${pText(roundedUp(p))} and must be at most ${share}`,

  fewer_than_needed: ({ people, needed, is_planned: isPlanned }, { result: { basis, health } }) => {
    const goal = isPlanned ? 'planned people' : `people needed to detect a ${health?.effect}% effect`;
    return `${plain(people, 0)} of ${plain(needed, 0)} ${goal}${pastWindowWords(basis)} so far: until then only a large difference is conclusive.`;
  },
  too_long: ({ days, limit }) => `At this pace the run takes ${leftWords(days)}. ${tooLongWords(limit)}`,
  stopped_early: ({ people, planned, day }, { result: { basis } }) =>
    `Stopped on day ${day} with ${plain(people, 0)} of ${plain(planned, 0)} planned people${pastWindowWords(basis)}. The verdict rests on the always-valid interval alone.`,
  plan_changed: ({ planned, now }) =>
    `The plan changed after the launch: ${planWords(planned)} then, ${planWords(now)} now. ${planned === null ? 'The verdict rests on the always-valid interval alone.' : 'The test uses the plan of the launch.'}`,
  open_outcomes: ({ people, window_days: days }) =>
    `${countWords(people, 'person is', 'people are')} counted before the end of their ${windowWords(days)}, so a variant that converts sooner looks better.`,
  changed_during_run: () => changedDuringRun,
  metric_changed: ({ code }) => changedForAll[code],
  test_runs_changed: ({ code }) => changedForAll[code],
  saved_metric_changed: ({ code }) => changedForAll[code],
  action_changed: ({ code }) => changedForAll[code],
  guardrails_changed: ({ code }) => changedForAll[code],
  cuped_changed: ({ code }) => changedForAll[code],
  exclusions_changed: ({ code }) => changedForAll[code],
  in_several_variants: ({ people }) => severalWords(people),
  by_group: () => decidedByGroup,

  rare_guardrails: ({ metrics, people, is_planned: isPlanned, chance }) =>
    `Even without harm, the chance to decide ${quotedNames(metrics)} with ${plain(people, 0)} ${isPlanned ? 'planned people' : 'people'} is below ${percentText(chance)}. Choose a larger margin, or include more people.`,

  skewed: ({ variants }) =>
    `A few people with extreme values decide the lift of ${quotedNames(variants)}, so its interval may miss more often than it says. ${moreThanExtremes}`,

  skewed_guardrails: ({ metrics }) =>
    `A few people with extreme values decide a lift of ${quotedNames(metrics)}, so whether that variant harms it stays open. ${moreThanExtremes}`,

  suspicious_lift: ({ variants, low, high }, { result: { verdict } }) => {
    const advised = verdict.next.some(({ code }) => code === 'check_lift');
    return `The lift of ${quotedNames(variants)} is suspicious: beyond ${suspiciousDeviations} standard deviations of the prior (${liftIntervalText([low, high])}).${advised ? '' : ' Check the tracking and the setup.'}`;
  },

  choose_metric: () => 'Choose the events or actions of the primary metric in Setup.',
  launch: () => 'Launch it when the setup is complete. Results appear with the first exposure.',
  wait_for_start: ({ at }) => `It starts on ${formatDateTime(at)}. Results appear with the first exposure.`,
  check_ids: ({ people }, { experiment }) => `${severalWords(people)} ${sameIdWords(experiment)}`,
  check_conditions: ({ people }, { experiment }) =>
    `${otherValuesWords(people)} Check that the flag “${experiment.feature_flag_key}” is on and its conditions match people.`,
  check_exclusions: ({ people }) =>
    `The project excludes everyone who saw one variant (${countPeople(people)}). Check Settings › Exclusions.`,
  check_code: (_, about) =>
    isFlagOff(about)
      ? flagOffWords(about)
      : `Check that your code requests the flag “${about.experiment.feature_flag_key}” and sends $feature_flag_called${
          leavesTestRunsOut(about.experiment.filters) ? ' outside of test runs, which do not count here' : ''
        }.`,
  resume_or_reset: () => 'Then resume the experiment, or reset it to a draft and launch it again.',
  check_denominator: () => 'Check the denominator of the metric in Setup.',
  give_weight: ({ variant }, about) => giveWeightWords(variant, isOver(about)),
  check_weights: ({ variant }) => `If “${variant}” stays empty, check the weights and conditions of the flag.`,
  fix_metric: (_, { result: { metric } }) =>
    (metric?.warnings ?? [])
      .filter(breaksMetric)
      .map(({ detail }) => detail)
      .join(' '),
  wait: ({ days }, about) => {
    if (days === null && isFlagOff(about)) return flagOffWords(about);
    if (days === null && about.result.health?.per_day === 0) return nobodyArrives;
    if (days === null || days === 0 || isOverAYear(days)) return 'Let it run.';
    return `Let it run: ${leftWords(days)} left at this pace.`;
  },
  wait_for_window: (_, about) =>
    isOver(about)
      ? 'Count everyone to include people whose window the end cut off.'
      : 'Wait for the others, or count everyone to see preliminary numbers.',
  end_sooner: (step) => endSoonerWords(step),
  stop_or_replan: () =>
    'It has the needed number of people. Stop it as inconclusive, or repeat it with a plan for a smaller effect.',
  repeat_longer: () => repeatLonger,
  conclude_inconclusive: () => 'Conclude it as inconclusive, or repeat it with more people.',
  find_split_cause: () => 'The cause may affect the metric too. Find it before you trust the numbers.',
  start_new_run: ({ cause }) => `${splitChanged[cause]} Trust only a new run.`,
  add_variant: ({ variant }) =>
    variant === null
      ? 'Add a test variant to the flag to compare with control.'
      : `Add “${variant}” to the flag, with which the others are compared.`,
  roll_out: ({ variant }) => `When you decide, ship “${variant}” to everyone.`,
  check_lift: ({ variant }) => `Check the tracking and the setup before you ship “${variant}”.`,
  keep_control: () => 'When you decide, keep control.',
  weigh_harm: ({ variant, metrics }) =>
    `“${variant}” harms ${quotedNames(metrics)}. Weigh this against the gain before you ship it.`,
  decide_guardrails: ({ variant, metrics, out_of_reach: rare }, about) => {
    const open = `Whether “${variant}” harms ${quotedNames(metrics)} is not decided.`;
    if (rare.length > 0)
      return `${open} The people of ${maxPlannedDays} more days would hardly decide ${quotedNames(rare)}: accept the risk, or repeat it with a larger margin.`;
    return `${open} ${isOver(about) ? 'Repeat it with more people' : 'Let it run until it is'}, or accept the risk.`;
  },
  stop_for_harm: ({ variant, metrics }) =>
    `“${variant}” harms ${quotedNames(metrics)}. Stop the experiment, unless you accept that.`,
};

/** Rounds so that a p never reads like one that is small enough. */
const roundedUp = (p: number) => Math.ceil(p * 1000) / 1000;
const planWords = (people: number | null) => (people === null ? 'no planned size' : `${plain(people, 0)} people`);

export const findingWords = <Code extends FindingCode>(finding: FindingOf<Code>, about: About): string =>
  findings[finding.code](finding, about);
