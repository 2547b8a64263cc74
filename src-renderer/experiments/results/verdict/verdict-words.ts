import type { Experiment } from '#server/experiments/contract.ts';
import { kindTraits, statisticTraits } from '#server/experiments/metrics/kind-contract.ts';
import type { ResultSummary } from '#server/experiments/results/results-contract.ts';
import { finalShare, minExposures, suspiciousDeviations } from '#server/experiments/results/rules-contract.ts';
import type { Guardrail } from '#server/experiments/results/verdict/guardrail-contract.ts';
import type {
  FindingCode,
  FindingOf,
  VariantOutcome,
  Verdict,
  VerdictKind,
} from '#server/experiments/results/verdict/verdict-contract.ts';
import type { Tone } from '../../../ui/feedback/status-chip.tsx';
import { formatCount, formatDateTime } from '../../../ui/format.ts';
import { expectedText, pastWindowWords } from '../counted-words.ts';
import { endSoonerWords, isOverAYear, leftWords, tooLongWords, windowWords } from '../days-words.ts';
import { checkDenominator, giveWeight, onlyControl } from '../health/enough-words.ts';
import { countWords, liftIntervalText, pText, pWords } from '../metrics/results-numbers.ts';
import { quoted } from '../quoted.ts';
import { guardrailChips, guardrailSuffix, guardrailWords } from './guardrail-words.ts';
import { numbersText } from './numbers-words.ts';

type About = { experiment: Experiment; result: ResultSummary };
/** A verdict in words, for the page, the report and the command line. */
export type VerdictWords = { title: string; text: string; guardrails: string[]; cautions: string[]; next: string[] };

/** For rows and chips. */
export const shortWords = {
  no_metric: 'No metric',
  draft: 'No data',
  no_exposures: 'No data',
  collecting: 'Too early to say',
  unhealthy: 'Split mismatch',
  better: 'Better',
  worse: 'Worse',
  leaning: 'Leading',
  no_clear_difference: 'No clear difference',
  reference: 'Reference',
} satisfies Record<VerdictKind | VariantOutcome, string>;

/** Words after the end, when no verdict is awaited. */
const undecided: Partial<Record<VerdictKind | VariantOutcome, string>> = {
  collecting: 'Not decided',
  leaning: 'Not decided',
};

/** Names a verdict, or the outcome of one of its variants, for a row or chip. */
export const shortVerdict = ({ standing }: Pick<Verdict, 'standing'>, of: VerdictKind | VariantOutcome): string =>
  (standing === 'open' ? undefined : undecided[of]) ?? shortWords[of];

/** Names the verdict of a result for a chip: where none is better and some are worse, how many. */
export function chipVerdict({ verdict, variants }: Pick<ResultSummary, 'verdict' | 'variants'>): string {
  const tests = variants.filter(({ outcome }) => outcome !== 'reference');
  const worse = tests.filter(({ outcome }) => outcome === 'worse');
  return verdict.kind === 'no_clear_difference' && worse.length > 0
    ? `${worse.length} of ${tests.length} worse`
    : shortVerdict(verdict, verdict.kind);
}

export const verdictTones = {
  no_metric: 'neutral',
  draft: 'neutral',
  no_exposures: 'info',
  collecting: 'info',
  unhealthy: 'danger',
  better: 'ok',
  worse: 'danger',
  leaning: 'info',
  no_clear_difference: 'neutral',
  reference: 'neutral',
} satisfies Record<VerdictKind | VariantOutcome, Tone>;

/** Names the outcome of a variant in a row; of a guardrail, whether it is harmed. */
export function outcomeShown(
  verdict: Pick<Verdict, 'standing'>,
  outcome: VariantOutcome,
  guardrail: Pick<Guardrail, 'state'> | undefined,
): { word: string; tone: Tone } {
  return guardrail === undefined
    ? { word: shortVerdict(verdict, outcome), tone: verdictTones[outcome] }
    : guardrailChips[guardrail.state];
}

/** Returns the tone of a verdict; a better variant that harms a guardrail is not shown as good. */
export function verdictTone({ kind, guardrail_state: state }: Verdict): Tone {
  if (kind !== 'better' || state === null || state === 'not_harmed') return verdictTones[kind];
  return state === 'harmed' ? 'warning' : 'info';
}

export function verdictWords(experiment: Experiment, result: ResultSummary): VerdictWords {
  const about = { experiment, result };
  const { kind, cautions, next } = result.verdict;
  return {
    title: `${titles[kind](about)}${guardrailSuffix(result.verdict)}`,
    text: texts[kind](about),
    guardrails: result.verdict.guardrails.map((one) => guardrailWords(one, experiment)),
    cautions: cautions.map((caution) => wordsOf(caution, about)),
    next: next
      .filter(({ code }) => experiment.conclusion === null || !decisions.has(code))
      .map((step) => wordsOf(step, about)),
  };
}

/** Advice that a recorded conclusion has answered. */
const decisions = new Set<FindingCode>([
  'roll_out',
  'keep_control',
  'conclude_inconclusive',
  'weigh_harm',
  'decide_guardrails',
]);

const isOver = ({ result }: Pick<About, 'result'>) => result.verdict.standing !== 'open';

const titles = {
  no_metric: () => 'No primary metric',
  draft: ({ experiment }) => (experiment.start_date === null ? 'Not launched yet' : 'Not started yet'),
  no_exposures: (about) => (isOver(about) ? 'Nobody was exposed' : 'Nobody is exposed yet'),
  collecting: (about) => {
    const { state } = about.result.verdict.people ?? {};
    if (state === 'nothing_to_compare') return 'No value to compare';
    if (state === 'no_test_variant') return onlyControl;
    if (isOver(about)) return 'Not decided: ended with too little data';
    const { health } = about.result;
    const left = health?.is_planned ? (health.days_left ?? 0) : 0;
    return left > 0 ? `Collecting data, ${leftWords(left)} left` : 'Collecting data';
  },
  unhealthy: (about) => `Unhealthy: the split ${isOver(about) ? 'did' : 'does'} not match the weights`,
  better: ({ result }) => `${namesOf(result)} better than control`,
  worse: ({ result }) => `${namesOf(result)} worse than control`,
  leaning: (about) => {
    const { variant } = about.result.verdict;
    return isOver(about) ? `Not decided: “${variant}” led, not conclusively` : `“${variant}” leads, not conclusive`;
  },
  no_clear_difference: (about) => {
    const worse = about.result.variants.filter(({ outcome }) => outcome === 'worse').map(({ key }) => key);
    const found =
      worse.length === 0
        ? shortWords.no_clear_difference
        : `${quoted(worse)} ${areWords(about, worse)} worse than control, no clear difference of the others`;
    return isOver(about) ? found : `${found} yet`;
  },
} satisfies Record<VerdictKind, (about: About) => string>;

const texts = {
  no_metric: () => 'No primary metric chosen yet.',
  draft: ({ experiment }) => (experiment.start_date === null ? 'Nobody is exposed before the launch.' : ''),
  no_exposures: ({ experiment: { start_date: start, end_date: end }, result: { verdict } }) => {
    if (verdict.next.every(({ code }) => code !== 'check_code'))
      return 'Apps reported exposures, and none of them counts.';
    if (start === null) return 'No app reported an exposure.';
    const from = formatDateTime(start);
    return `No app reported an exposure ${end === null ? `since ${from}` : `from ${from} to ${formatDateTime(end)}`}.`;
  },
  collecting: collectingText,
  unhealthy: splitText,
  better: ({ result }) => numbersText(result),
  worse: ({ result }) => numbersText(result),
  leaning: (about) => `${numbersText(about.result)} Not conclusive: ${doubtsText(about)}.`,
  no_clear_difference: (about) => {
    const doubts = doubtsText(about);
    return `${numbersText(about.result)} ${doubts === '' ? '' : `${doubts.charAt(0).toUpperCase()}${doubts.slice(1)}.`}`.trim();
  },
} satisfies Record<VerdictKind, (about: About) => string>;

/** Doubts are clauses, to be joined; cautions and steps are sentences. */
const findings: { [Code in FindingCode]: (finding: FindingOf<Code>, about: About) => string } = {
  split_mismatch: ({ p_value: p }) => `a deviation this large is unlikely by chance (p ${pWords(p)})`,
  few_conversions: ({ conversions, needed }, { result: { metric } }) =>
    `the smaller group is expected to have ${formatCount(Math.floor(conversions))} ${conversionsWord(metric)}, and a verdict needs ${needed}`,
  final_test: ({ p_value: p }) =>
    `the test at the planned number of people has p ${pWords(p)} and needs at most ${finalShare}`,
  plan_contradicted: ({ p_value: p }) =>
    `the test at the planned number of people has p ${pWords(p)}, but its interval or later people do not agree`,
  looks_include_zero: ({ level }) =>
    `the always-valid interval (${percentText(level)} at any number of looks) includes zero`,
  looks_p_value: ({ p_value: p, comparisons, share }) =>
    // Rounded up, so that it never reads like a p that is small enough.
    `over all looks${comparisons > 1 ? ` and ${comparisons} comparisons (Holm)` : ''}, p is ${pText(Math.ceil(p * 1000) / 1000)} and must be at most ${share}`,

  fewer_than_needed: ({ people, needed, is_planned: isPlanned }, { result: { basis, health } }) => {
    const goal = isPlanned ? 'planned people' : `people needed to detect a ${health?.effect}% effect`;
    return `${formatCount(people)} of ${formatCount(needed)} ${goal}${pastWindowWords(basis)} so far: until then only a large difference is conclusive.`;
  },
  too_long: ({ days, limit }) => `At this pace the run takes ${leftWords(days)}. ${tooLongWords(limit)}`,
  stopped_early: ({ people, planned, day }, { result: { basis } }) =>
    `Stopped on day ${day} with ${formatCount(people)} of ${formatCount(planned)} planned people${pastWindowWords(basis)}. The verdict rests on the always-valid interval alone.`,
  plan_changed: ({ planned, now }) =>
    `The plan changed after the launch: ${planWords(planned)} then, ${planWords(now)} now. The test uses the plan of the launch.`,
  open_outcomes: ({ people, window_days: days }) =>
    `${countWords(people, 'person is', 'people are')} counted before the end of their ${windowWords(days)}, so a variant that converts sooner looks better.`,
  changed_during_run: () => 'The experiment changed while it ran, so earlier and later people may not be comparable.',
  exclusions_changed: () =>
    'The project changed whom it excludes after the start. The current exclusions apply to everyone, also to earlier people.',
  in_several_variants: ({ people }) =>
    `${countWords(people, 'person was', 'people were')} seen in several variants and excluded from the results.`,

  rare_guardrails: ({ metrics, people, is_planned: isPlanned, chance }) =>
    `Even without harm, the chance to decide ${quoted(metrics)} with ${formatCount(people)} ${isPlanned ? 'planned people' : 'people'} is below ${percentText(chance)}. Choose a larger margin, or include more people.`,

  suspicious_lift: ({ variants, low, high }) =>
    `The lift of ${quoted(variants)} is suspicious: beyond ${suspiciousDeviations} standard deviations of the prior (${liftIntervalText([low, high])}). Check the tracking and the setup.`,

  choose_metric: () => 'Choose the events or actions of the primary metric in Setup.',
  launch: () => 'Launch it when the setup is complete. Results appear with the first exposure.',
  wait_for_start: ({ at }) => `It starts on ${formatDateTime(at)}. Results appear with the first exposure.`,
  check_ids: ({ people }, { experiment }) =>
    `${countWords(people, 'person', 'people')} saw several variants, and nobody saw only one. Check that your code always requests the flag “${experiment.feature_flag_key}” with the same distinct_id.`,
  check_conditions: ({ people }, { experiment }) =>
    `${countWords(people, 'person', 'people')} got a value that is not a variant. Check that the flag “${experiment.feature_flag_key}” is on and its conditions match people.`,
  check_exclusions: ({ people }) =>
    `The project excludes everyone who was exposed (${countWords(people, 'person', 'people')}). Check Settings › Exclusions.`,
  check_code: (_, { experiment }) =>
    `Check that your code requests the flag “${experiment.feature_flag_key}” and sends $feature_flag_called.`,
  resume_or_reset: () => 'Then resume the experiment, or reset it to a draft and launch it again.',
  check_denominator: () => checkDenominator,
  give_weight: () => giveWeight,
  check_weights: ({ variant }) => `If “${variant}” stays empty, check the weights and conditions of the flag.`,
  wait: ({ days }) =>
    days === null || days === 0 || isOverAYear(days)
      ? 'Let it run.'
      : `Let it run: ${leftWords(days)} left at this pace.`,
  wait_for_window: (_, about) =>
    isOver(about)
      ? 'Count everyone to include people whose window the end cut off.'
      : 'Wait for the others, or count everyone to see preliminary numbers.',
  end_sooner: (step) => endSoonerWords(step),
  stop_or_replan: () =>
    'It has the needed number of people. Stop it as inconclusive, or repeat it with a plan for a smaller effect.',
  repeat_longer: () => 'Repeat it for longer, or include more people.',
  conclude_inconclusive: () => 'Conclude it as inconclusive, or repeat it with more people.',
  find_split_cause: () => 'The cause may affect the metric too. Find it before you trust the numbers.',
  start_new_run: () => 'The weights changed during the run, so no single set of weights applies. Trust only a new run.',
  add_variant: () => 'Add a test variant to the flag to compare with control.',
  roll_out: ({ variant }) => `When you decide, ship “${variant}” to everyone.`,
  check_lift: ({ variant }) => `Check the tracking and the setup before you ship “${variant}”.`,
  keep_control: () => 'When you decide, keep control.',
  weigh_harm: ({ variant, metrics }) =>
    `“${variant}” harms ${quoted(metrics)}. Weigh this against the gain before you ship it.`,
  decide_guardrails: ({ variant, metrics }, about) =>
    `Whether “${variant}” harms ${quoted(metrics)} is not decided. ${isOver(about) ? 'Repeat it with more people' : 'Let it run until it is'}, or accept the risk.`,
  stop_for_harm: ({ variant, metrics }) =>
    `“${variant}” harms ${quoted(metrics)}. Stop the experiment, unless you accept that.`,
};

const wordsOf = <Code extends FindingCode>(finding: FindingOf<Code>, about: About): string =>
  findings[finding.code](finding, about);

/** Names those of whom a verdict needs some: "conversions". */
export const conversionsWord = (metric: ResultSummary['metric']): string =>
  statisticTraits[kindTraits[metric?.kind ?? 'conversion'].statistic].conversions;

const percentText = (share: number) => `${Number((share * 100).toFixed(4))}%`;
const planWords = (people: number | null) => (people === null ? 'no planned size' : `${formatCount(people)} people`);

function doubtsText(about: About): string {
  return about.result.verdict.doubts.map((doubt) => wordsOf(doubt, about)).join(', and ');
}

function collectingText({ result }: About): string {
  const { health, basis, variants } = result;
  const { people: counted } = result.verdict;
  if (counted === null) return '';
  const [soFar, needs, numbers] = isOver({ result })
    ? ['', 'needed', 'decide nothing']
    : [' so far', 'needs', 'are preliminary'];
  const goal = health?.is_planned && counted.needed !== null ? ` of about ${formatCount(counted.needed)}` : '';
  const people = countWords(counted.counted, 'person', 'people');
  const below = variants.every(({ evidence }) => evidence.people === 0) ? '' : `; the numbers below ${numbers}`;
  const all = `${people}${goal}${pastWindowWords(basis)}${soFar}`;
  if (counted.state === 'no_test_variant') return `${all}. ${onlyControl}.`;
  if (counted.state === 'nothing_to_compare') return `${all}, but the metric has nothing to divide by in a variant.`;
  return `${all}, ${formatCount(counted.smallest)} in the smallest variant. A verdict ${needs} ${minExposures} people in control and each variant with weight${below}.`;
}

function splitText(about: About): string {
  const { exposure, health } = about.result;
  const parts = Object.entries(health?.sample_ratio?.expected ?? {}).map(
    ([key, expected]) =>
      `“${key}” has ${formatCount(exposure?.by_variant[key] ?? 0)} people (${expectedText(expected)} expected)`,
  );
  return `${parts.join(', ')}: ${doubtsText(about)}.`;
}

/** Returns "“a” is", "“a” and “b” are"; in the past after the end. */
function namesOf(result: ResultSummary): string {
  const names = [result.verdict.variant ?? '', ...result.verdict.also];
  return `${quoted(names)} ${areWords({ result }, names)}`;
}

function areWords(about: Pick<About, 'result'>, { length }: readonly string[]): string {
  if (isOver(about)) return length === 1 ? 'was' : 'were';
  return length === 1 ? 'is' : 'are';
}
