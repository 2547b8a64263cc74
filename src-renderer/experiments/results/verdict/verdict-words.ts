import type { Experiment } from '#server/experiments/contract.ts';
import type { MetricResult, VariantResult } from '#server/experiments/results/results-contract.ts';
import { leastExposures, leastProbability, mostLoss } from '#server/experiments/results/rules-contract.ts';
import type {
  FindingCode,
  FindingOf,
  VariantOutcome,
  VerdictKind,
} from '#server/experiments/results/verdict-contract.ts';
import { significanceLevel } from '#server/statistics/contract.ts';
import type { Tone } from '../../../ui/feedback/status-chip.tsx';
import { formatDateTime } from '../../../ui/format.ts';
import {
  bestTest,
  chanceText,
  controlOf,
  countOf,
  countWords,
  differenceText,
  liftIntervalText,
  liftText,
  pText,
  valueText,
} from '../metrics/results-numbers.ts';
import { isOverAYear, leftWords } from '../results-dates.ts';

type About = { experiment: Experiment; result: MetricResult };
/** A verdict in words: the page, the report and the command line say these and no others. */
export type VerdictWords = { title: string; text: string; cautions: string[]; next: string[] };

/** In a row or on a chip. */
export const shortWords = {
  no_metric: 'No metric',
  draft: 'No data',
  no_exposures: 'No data',
  collecting: 'Too early to say',
  unhealthy: 'Split is off',
  better: 'Better',
  worse: 'Worse',
  leaning: 'Probably better',
  no_clear_difference: 'No clear difference',
  reference: 'Reference',
} satisfies Record<VerdictKind | VariantOutcome, string>;

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

export function verdictWords(experiment: Experiment, result: MetricResult): VerdictWords {
  const about = { experiment, result };
  const { kind, cautions, next } = result.verdict;
  return {
    title: titles[kind](about),
    text: texts[kind](about),
    cautions: cautions.map((caution) => wordsOf(caution, about)),
    next: next.map((step) => wordsOf(step, about)),
  };
}

const isOver = ({ experiment }: About) => experiment.status === 'complete';

const titles = {
  no_metric: () => 'No metric to judge by',
  draft: ({ experiment }) => (experiment.start_date === null ? 'Not launched yet' : 'Not started yet'),
  no_exposures: (about) => (isOver(about) ? 'Nobody was exposed' : 'Nobody is exposed yet'),
  collecting: (about) => {
    if (isOver(about)) return 'Ended with too little data';
    const { health } = about.result;
    const left = health?.is_planned ? (health.days_left ?? 0) : 0;
    return left > 0 ? `Collecting data, ${leftWords(left)} left` : 'Collecting data';
  },
  unhealthy: () => 'Unhealthy: the split is not as planned',
  better: ({ result }) => `${leader(result)} is better than control`,
  worse: ({ result }) =>
    result.variants.length > 2 ? 'No test variant beats control' : `“${result.verdict.variant}” is worse than control`,
  leaning: ({ result }) => `${leader(result)} is probably better than control`,
  no_clear_difference: (about) => (isOver(about) ? 'No clear difference' : 'No clear difference yet'),
} satisfies Record<VerdictKind, (about: About) => string>;

const texts = {
  no_metric: () => 'No primary metric is chosen yet.',
  draft: ({ experiment }) => (experiment.start_date === null ? 'Nobody is exposed before the launch.' : ''),
  no_exposures: ({ experiment: { start_date: start, end_date: end } }) => {
    const run =
      start === null
        ? ''
        : end === null
          ? ` since ${formatDateTime(start)}`
          : ` from ${formatDateTime(start)} to ${formatDateTime(end)}`;
    return `No app reported anybody who got a variant${run}.`;
  },
  collecting: collectingText,
  unhealthy: splitText,
  better: numbersText,
  worse: (about) => {
    const loss = about.result.expected_loss;
    return `${numbersText(about)}${loss === null ? '' : ` Choosing it would cost an expected ${pointsWords(loss)}.`}`;
  },
  leaning: (about) => `${numbersText(about)} The rule for significance is met, but ${doubtsText(about)}.`,
  no_clear_difference: (about) => {
    const doubts = doubtsText(about);
    return `${numbersText(about)} ${doubts === '' ? '' : `${doubts.charAt(0).toUpperCase()}${doubts.slice(1)}.`}`.trim();
  },
} satisfies Record<VerdictKind, (about: About) => string>;

/** Doubts are clauses, to be joined; cautions and steps are sentences. */
const findings: { [Code in FindingCode]: (finding: FindingOf<Code>, about: About) => string } = {
  split_mismatch: ({ p_value: p }) => `so large a deviation is hardly chance (p ${pWords(p)})`,
  control_leads: ({ probability }) => `control leads, with a chance of ${chanceText(probability)} to be best`,
  low_win_probability: () =>
    `neither control nor the test variants reach a chance of ${leastProbability * 100}% to be best`,
  high_loss: ({ loss }, { result }) =>
    `choosing “${result.verdict.variant}” may still cost an expected ${pointsWords(loss)}, where less than ${mostLoss * 100} is asked for`,
  high_p_value: ({ p_value: p }) =>
    `without any difference one this large would still come up too often (p ${pWords(p)}, asked for is less than ${significanceLevel})`,
  interval_includes_zero: () => 'the 95% interval still includes zero',
  few_people_many_events: () => 'few people make many of the events: by person, the 95% interval still includes zero',
  adjusted_p_value: ({ p_value: p, comparisons }) =>
    `of ${comparisons} comparisons one looks good by chance more often: adjusted for that (Holm), p is ${pText(p)}`,

  several_lead: (_, { result }) =>
    `Which of the test variants is best is still open: “${result.verdict.variant}” leads.`,
  early_look: ({ planned }) =>
    `You look while it runs, and the interval that is valid however often you look still includes zero. ${patience[planned ?? 'none']}`,
  fewer_than_needed: ({ people, needed, is_planned: isPlanned, days }) => {
    const goal = isPlanned ? 'are planned' : 'an effect of 5% takes';
    const advice = isPlanned
      ? largerEffect
      : 'say under Setup which change is worth finding, a larger one takes fewer people';
    const slow = isOverAYear(days ?? 0) ? ` At this pace that takes over a year: ${advice}.` : '';
    return `So far ${count(people)} of the ${count(needed)} people that ${goal}: the verdict may still turn.${slow}`;
  },
  changed_during_run: () => 'The experiment was changed while it ran: people from before and after may not compare.',
  in_several_variants: ({ people }) =>
    `${countWords(people, 'person was', 'people were')} seen in several variants and excluded from the results.`,

  choose_metric: () => 'Choose the events or actions of the primary metric under Setup.',
  launch: () => 'Launch it when the setup is complete: results appear here with the first person.',
  wait_for_start: ({ at }) =>
    `It starts by itself on ${formatDateTime(at)}. Results appear here with the first person.`,
  check_ids: ({ people }, { experiment }) =>
    `${countWords(people, 'person', 'people')} saw several variants, and nobody just one. Check that your code asks for the flag “${experiment.feature_flag_key}” with the same distinct_id each time.`,
  check_conditions: ({ people }, { experiment }) =>
    `${countWords(people, 'person', 'people')} got a value that is none of the variants. Check that the flag “${experiment.feature_flag_key}” is on, and that its conditions let people in.`,
  check_code: (_, { experiment }) =>
    `Check that your code asks for the flag “${experiment.feature_flag_key}” and sends $feature_flag_called.`,
  resume_or_reset: () => 'Then resume the experiment, or reset it to a draft and launch it again.',
  check_weights: ({ variant }) => `If “${variant}” stays empty, check the weights and conditions of the flag.`,
  wait: ({ days }) =>
    days === null || days === 0 || isOverAYear(days)
      ? 'Let it run.'
      : `Let it run: ${leftWords(days)} left at this pace.`,
  plan_larger_effect: () => `At this pace that takes over a year: ${largerEffect}.`,
  stop_or_replan: () =>
    'The needed number of people is reached: stop it as inconclusive, or plan for a smaller effect.',
  repeat_longer: () => 'Repeat it for longer, or let more people in.',
  conclude_inconclusive: () => 'Call it inconclusive, or repeat it with more people.',
  find_split_cause: () =>
    'What causes it may cause the difference in the metric too. Find the cause before you read the numbers.',
  start_new_run: () =>
    'The weights were changed during the run, so no one set of weights fits it: only a new run can be trusted.',
  add_variant: () => 'Add a variant to the flag: there is nothing to compare control with.',
  roll_out: ({ variant }) => `When you decide, roll out “${variant}”.`,
  keep_control: () => 'When you decide, keep control.',
};

const wordsOf = <Code extends FindingCode>(finding: FindingOf<Code>, about: About): string =>
  findings[finding.code](finding, about);

const largerEffect = 'plan for a larger effect under Setup, or let more people in';
const patience = {
  none: 'Choose how long it is to run, and decide only then.',
  reached: 'Its planned size is reached: decide by it now, or wait until that interval is clear too.',
  open: 'Let it run to its planned size before you decide.',
};

const count = (number: number) => number.toLocaleString('en');
const pWords = (p: number) => (p < 0.0001 ? pText(p) : `= ${pText(p)}`);
const pointsWords = (share: number) => `${(share * 100).toFixed(2)} percentage points`;

function leader({ verdict }: MetricResult): string {
  return verdict.cautions.some(({ code }) => code === 'several_lead') ? 'A test variant' : `“${verdict.variant}”`;
}

function doubtsText(about: About): string {
  return about.result.verdict.doubts.map((doubt) => wordsOf(doubt, about)).join(', and ');
}

function collectingText({ experiment, result: { exposure, health, variants } }: About): string {
  const smallest = Math.min(...experiment.variants.map(({ key }) => exposure?.by_variant[key] ?? 0));
  const goal = health?.is_planned && health.needed !== null ? ` of about ${count(health.needed)}` : '';
  const people = countWords(exposure?.total ?? 0, 'person', 'people');
  const first = variants.length === 0 ? '' : ': until then the numbers below are only first impressions';
  return `${people}${goal} so far, ${smallest} in the smallest variant. No verdict before each variant has ${leastExposures}${first}.`;
}

function splitText(about: About): string {
  const { exposure, health } = about.result;
  const parts = Object.entries(health?.sample_ratio?.expected ?? {}).map(
    ([key, expected]) =>
      `“${key}” has ${count(exposure?.by_variant[key] ?? 0)} people where ${count(Math.round(expected))} are expected`,
  );
  return `${parts.join(', ')}: ${doubtsText(about)}.`;
}

/** The two values, the lift with its interval and the chance: what the verdict rests on. */
function numbersText({ result }: About): string {
  const [control, best] = [controlOf(result), bestTest(result)];
  if (control === undefined || !best?.comparison) return '';
  const unit = { insight: result.metric?.insight ?? 'FUNNELS' } as const;
  const of = (variant: VariantResult) => {
    const value = valueText(unit, variant.value, variant.credible_interval);
    const people = countWords(variant.exposures, 'person', 'people');
    return unit.insight === 'FUNNELS'
      ? `${value} (${count(countOf(variant))} of ${people})`
      : `${value} a person (${count(countOf(variant))} by ${people})`;
  };
  const { lift, lift_interval: interval, difference, difference_interval: between } = best.comparison;
  const change =
    lift !== null && interval !== null
      ? `lift ${liftText(lift, interval)} (${liftIntervalText(interval)})`
      : `difference ${differenceText(unit, difference, between)}`;
  return `“${best.key}” ${of(best)} against control ${of(control)}: ${change}, ${chanceText(best.probability)} chance to be best.`;
}

/** Said beside every verdict on few or simulated people; null where there are enough real ones, and where there is nobody. */
export function rehearsalWords({ health, exposure }: MetricResult): string | null {
  if (health?.is_rehearsal !== true || exposure === null || exposure.total === 0) return null;
  return 'A rehearsal: few or simulated people. It shows that the set-up works, not how real users behave.';
}
