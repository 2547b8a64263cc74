import { controlKey, type Experiment, experimentParameters } from '#server/experiments/contract.ts';
import type {
  Comparison,
  Interval,
  MetricResult,
  VariantResult,
} from '#server/experiments/results/results-contract.ts';
import type { Direction } from '#server/statistics/contract.ts';
import type { Tone } from '../../../ui/feedback/status-chip.tsx';
import { formatDateTime } from '../../../ui/format.ts';
import {
  chanceText,
  countOf,
  countWords,
  differenceText,
  liftIntervalText,
  liftText,
  valueText,
} from '../metrics/results-numbers.ts';
import { isOverAYear, leftWords } from '../results-dates.ts';

/** What the primary metric says. `cautions` limit it; `kind` is what the icon and the colour follow. */
export type Verdict = {
  kind: 'waiting' | 'collecting' | 'unhealthy' | 'better' | 'worse' | 'unclear';
  tone: Tone;
  title: string;
  text: string;
  cautions: readonly string[];
};

/** Below this many people in a variant no verdict is given: the server's first gate. */
export const fewestPeople = 100;
/** From this chance on control counts as best, or the test variants together: the server's second gate. */
export const winningChance = 0.9;
export const alpha = 0.05;

export function controlOf(result: MetricResult): VariantResult | undefined {
  return result.variants.find(({ key }) => key === controlKey);
}

export function directionOf(result: MetricResult): Direction {
  return result.metric?.direction ?? 'increase';
}

/** The test variant with the best value: the one that the significance code is about. */
export function bestTest(result: MetricResult): VariantResult | undefined {
  const sign = directionOf(result) === 'decrease' ? -1 : 1;
  return result.variants
    .filter(({ key }) => key !== controlKey)
    .reduce<VariantResult | undefined>(
      (best, variant) => (best === undefined || sign * variant.value > sign * best.value ? variant : best),
      undefined,
    );
}

/** The verdict on the primary metric; it never claims more than the significance code does. */
export function verdictOf(experiment: Experiment, result: MetricResult): Verdict {
  if (result.status === 'no_metric' || result.status === 'draft' || result.status === 'no_exposures') {
    return waiting(experiment, result);
  }
  if (result.health?.sample_ratio?.is_alarm === true) return unhealthy(result);
  if (result.status === 'collecting') return collecting(experiment, result);
  return judged(experiment, result);
}

function waiting(experiment: Experiment, result: MetricResult): Verdict {
  const none = { kind: 'waiting', tone: 'neutral', cautions: [] } as const;
  if (result.status === 'no_metric') {
    const text = 'Nothing says yet what is better. Choose the events or actions of the primary metric under Setup.';
    return { ...none, title: 'No metric to judge by', text };
  }
  if (result.status === 'draft') {
    const { start_date: start } = experiment;
    const text =
      start === null
        ? 'Nobody is exposed before the launch. Launch it when the setup is complete: results appear here with the first person.'
        : `It starts by itself on ${formatDateTime(start)}. Results appear here with the first person.`;
    return { ...none, title: start === null ? 'Not launched yet' : 'Not started yet', text };
  }
  if (experiment.status === 'complete') return { ...none, title: 'Nobody was exposed', text: missedWords(experiment) };
  return { ...none, tone: 'info', title: 'Nobody is exposed yet', text: result.explanation };
}

function missedWords({ start_date: start, end_date: end, feature_flag_key: key }: Experiment): string {
  const run = start === null || end === null ? '' : ` from ${formatDateTime(start)} to ${formatDateTime(end)}`;
  return `No app reported anybody who got a variant${run}. Check that your code asks for the flag “${key}” and sends $feature_flag_called, then resume the experiment, or reset it to a draft and launch it again.`;
}

function unhealthy(result: MetricResult): Verdict {
  const expected = result.health?.sample_ratio?.expected ?? {};
  const seen = (key: string) => (result.exposure?.by_variant[key] ?? 0).toLocaleString('en');
  const parts = Object.entries(expected).map(
    ([key, count]) => `“${key}” has ${seen(key)} people where ${Math.round(count).toLocaleString('en')} are expected`,
  );
  const why = hasNewWeights(result)
    ? 'The weights were changed during the run, so no one set of weights fits it: only a new run can be trusted.'
    : 'So large a deviation is hardly chance, and what causes it may cause the difference in the metric too. Find the cause before you read the numbers.';
  return {
    kind: 'unhealthy',
    tone: 'danger',
    title: 'Unhealthy: the split is not as planned',
    text: `${parts.join(', ')}. ${why}`,
    cautions: [],
  };
}

/** With other weights in the course of a run, its people fit no one split. */
export function hasNewWeights({ health }: MetricResult): boolean {
  return health?.changes.some(({ kind }) => kind === 'weights_changed' || kind === 'variants_changed') ?? false;
}

function collecting(experiment: Experiment, result: MetricResult): Verdict {
  const total = result.exposure?.total ?? 0;
  const needed = result.health?.needed ?? null;
  const smallest = Math.min(...experiment.variants.map(({ key }) => result.exposure?.by_variant[key] ?? 0));
  const text = `${countWords(total, 'person', 'people')}${needed === null || !isPlanned(experiment) ? '' : ` of about ${needed.toLocaleString('en')}`} so far, ${smallest} in the smallest variant. No verdict before each variant has ${fewestPeople}${result.variants.length === 0 ? '' : ': until then the numbers below are only first impressions'}.`;
  if (experiment.status === 'complete') {
    const short = `It ended with ${countWords(total, 'person', 'people')}, ${smallest} in the smallest variant; a verdict takes ${fewestPeople} in each.`;
    return {
      kind: 'collecting',
      tone: 'warning',
      title: 'Ended with too little data',
      text: short,
      cautions: [],
    };
  }
  const left = isPlanned(experiment) ? (result.health?.days_left ?? null) : null;
  const title = left === null || left <= 0 ? 'Collecting data' : `Collecting data, ${leftWords(left)} left`;
  return {
    kind: 'collecting',
    tone: 'info',
    title,
    text: `${text}${isPlanned(experiment) ? slowWords(experiment, result) : ''}`,
    cautions: [],
  };
}

/** What to do where the planned size is out of reach; nothing where it is not. */
function slowWords(experiment: Experiment, { health }: MetricResult): string {
  if (experiment.status !== 'running' || health === null || !isOverAYear(health.days_left ?? 0)) return '';
  return isPlanned(experiment)
    ? ' At this pace that takes over a year: plan for a larger effect under Setup, or let more people in.'
    : ' At this pace that takes over a year: say under Setup which change is worth finding, a larger one takes fewer people.';
}

/** Whether somebody said how large it is to be; without that the server looks for an effect of 5 %. */
export function isPlanned({ parameters }: Pick<Experiment, 'parameters'>): boolean {
  const known = experimentParameters.safeParse(parameters).data;
  return (known?.recommended_sample_size ?? 0) > 0 || (known?.minimum_detectable_effect ?? 0) > 0;
}

function judged(experiment: Experiment, result: MetricResult): Verdict {
  const control = controlOf(result);
  const best = bestTest(result);
  const cautions = cautionsOf(experiment, result);
  const unclear = {
    kind: 'unclear',
    tone: 'neutral',
    title: experiment.status === 'complete' ? 'No clear difference' : 'No clear difference yet',
    cautions,
  } as const;
  if (control === undefined || best === undefined || best.comparison === null) {
    return { ...unclear, text: result.explanation };
  }
  const numbers = numbersOf(result, best, control);
  if (isLoss(result, best)) {
    const several = result.variants.length > 2;
    const title = several ? 'No test variant beats control' : `“${best.key}” is worse than control`;
    return { kind: 'worse', tone: 'danger', title, text: `${numbers}${lossWords(result)}`, cautions };
  }
  if (result.significant && (result.probability[controlKey] ?? 1) < winningChance) {
    return { ...winning(best, numbers), cautions };
  }
  return { ...unclear, text: `${numbers} ${whyUnclear(result, best)}` };
}

/**
 * By the code a test variant wins; that it is better is said only where nothing of the difference is in doubt: the code's own
 * rule takes the events of one person for as many chances, and is the easier to meet the more variants there are.
 */
function winning(best: VariantResult, numbers: string): Omit<Verdict, 'cautions'> {
  const isOne = best.probability >= winningChance;
  const who = isOne ? `“${best.key}”` : 'A test variant';
  const which = isOne ? '' : ` Which of them is best is still open: “${best.key}” leads.`;
  const doubt = doubtOf(best.comparison);
  if (doubt === null) {
    return { kind: 'better', tone: 'ok', title: `${who} is better than control`, text: `${numbers}${which}` };
  }
  const rule = ` The rule for significance is met, but ${doubt}.`;
  return {
    kind: 'unclear',
    tone: 'info',
    title: `${who} is probably better than control`,
    text: `${numbers}${rule}${which}`,
  };
}

/** What keeps a difference that meets the rule from being sure; null where nothing does. */
function doubtOf(comparison: Comparison | null): string | null {
  if (comparison === null || holdsZero(comparison.difference_interval)) {
    return 'the 95 % interval still holds no difference';
  }
  const { person_interval: byPerson, p_value_adjusted: p } = comparison;
  if (byPerson !== null && holdsZero(byPerson)) {
    return 'few people make many of the events: by person, the 95 % interval still holds no difference';
  }
  return p < alpha ? null : 'not after Holm’s correction for all comparisons';
}

export const holdsZero = ([low, high]: Interval) => low <= 0 && high >= 0;

/** Control is best by the server's own gate, and the whole interval of the lift lies on the bad side. */
function isLoss(result: MetricResult, best: VariantResult): boolean {
  const chance = result.probability[controlKey] ?? 0;
  const interval = best.comparison?.difference_interval;
  if (chance < winningChance || interval === undefined || result.significance_code === 'high_p_value') return false;
  return directionOf(result) === 'decrease' ? interval[0] > 0 : interval[1] < 0;
}

function lossWords(result: MetricResult): string {
  if (result.expected_loss === null || result.metric === null) return '';
  return ` Choosing it would cost an expected ${pointsWords(result.expected_loss)}.`;
}

function whyUnclear(result: MetricResult, best: VariantResult): string {
  const control = result.probability[controlKey] ?? 0;
  if (result.significance_code === 'high_loss') {
    const lead = control >= winningChance ? 'Control leads' : `“${best.key}” leads`;
    return `${lead}, but too little is known: choosing “${best.key}” may still cost an expected ${pointsWords(result.expected_loss ?? 0)}, where less than 1 point is asked for.`;
  }
  if (result.significance_code === 'high_p_value') {
    return `If there were no difference at all, one this large would still come up too often (p = ${(result.p_value ?? 1).toFixed(2)}, asked for is less than ${alpha}).`;
  }
  if (control >= winningChance) return 'Control leads, but the interval still holds no difference.';
  return 'Neither control nor the test variants reach a chance of 90 % to be best.';
}

const pointsWords = (share: number) => `${(share * 100).toFixed(2)} percentage points`;

/** The two values, the lift with its interval and the chance: what the verdict rests on. */
function numbersOf(result: MetricResult, best: VariantResult, control: VariantResult): string {
  const unit = { insight: result.metric?.insight ?? 'FUNNELS' } as const;
  const of = (variant: VariantResult) => {
    const value = valueText(unit, variant.value, variant.credible_interval);
    const count = countOf(variant).toLocaleString('en');
    const people = countWords(variant.exposures, 'person', 'people');
    return unit.insight === 'FUNNELS'
      ? `${value} (${count} of ${people})`
      : `${value} a person (${count} by ${people})`;
  };
  const { lift, lift_interval: interval, difference, difference_interval: between } = best.comparison ?? {};
  const change =
    lift !== undefined && lift !== null && interval !== undefined && interval !== null
      ? `lift ${liftText(lift, interval)} (${liftIntervalText(interval)})`
      : difference !== undefined && between !== undefined
        ? `difference ${differenceText(unit, difference, between)}`
        : 'no lift';
  return `“${best.key}” ${of(best)} against control ${of(control)}: ${change}, ${chanceText(best.probability)} chance to be best.`;
}

function cautionsOf(experiment: Experiment, result: MetricResult): string[] {
  const best = bestTest(result)?.comparison;
  const needed = result.health?.needed ?? null;
  const total = result.exposure?.total ?? 0;
  const isOpen =
    best?.sequential_interval != null && best.sequential_interval[0] <= 0 && best.sequential_interval[1] >= 0;
  const tests = result.variants.length - 1;
  const cautions: string[] = [];
  if (experiment.status === 'running' && result.significant && isOpen) {
    cautions.push(
      `You look while it runs, and the interval that is valid however often you look still holds no difference. ${patienceWords(experiment, result)}`,
    );
  }
  if (experiment.status === 'running' && needed !== null && total < needed) {
    const goal = isPlanned(experiment) ? 'are planned' : 'an effect of 5 % takes';
    cautions.push(
      `So far ${total.toLocaleString('en')} of the ${needed.toLocaleString('en')} people that ${goal}: the verdict may still turn.${slowWords(experiment, result)}`,
    );
  }
  if (result.significant && tests > 1 && best != null && best.p_value_adjusted >= alpha) {
    cautions.push(
      `With ${tests} comparisons at once one looks good by chance more often: adjusted for that (Holm), p is ${best.p_value_adjusted.toFixed(2)}.`,
    );
  }
  if ((result.health?.changes.length ?? 0) > 0) {
    cautions.push('The experiment was changed while it ran: people from before and after may not compare.');
  }
  return cautions;
}

function patienceWords(experiment: Experiment, { health, exposure }: MetricResult): string {
  if (!isPlanned(experiment)) return 'Choose how long it is to run, and decide only then.';
  return health !== null && health.needed !== null && (exposure?.total ?? 0) >= health.needed
    ? 'Its planned size is reached: decide by it now, or wait until that interval is clear too.'
    : 'Let it run to its planned size before you decide.';
}

/** Said beside every verdict on few or simulated people; null where there are enough real ones, and where there is nobody. */
export function rehearsalWords({ health, exposure }: MetricResult): string | null {
  if (health?.is_rehearsal !== true || exposure === null || exposure.total === 0) return null;
  return 'A rehearsal: few or simulated people. It shows that the set-up works, not how real users behave.';
}
