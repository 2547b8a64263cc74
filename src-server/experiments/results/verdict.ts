import { holm } from '../../statistics/statistics.ts';
import type { Experiment } from '../contract.ts';
import type { Metric } from '../metrics/metric.ts';
import type { Estimate, Question } from './estimates.ts';
import type { Exposure, Health, Interval, ResultStatus, SignificanceCode, VariantResult } from './results-contract.ts';
import { leastExposures, leastProbability } from './significance.ts';

type Facts = {
  status: ResultStatus;
  experiment: Experiment;
  metric: Metric;
  exposure?: Exposure;
  health?: Health;
  question?: Question;
  estimates?: readonly Estimate[];
  /** As `variantResults` leaves them: with p-values that are not adjusted yet. */
  variants?: readonly VariantResult[];
  best?: Estimate | null;
  loss?: number | null;
  pValue?: number | null;
  code?: SignificanceCode | null;
};

const alpha = 0.05;

/** What stands in the way of a verdict, or the verdict; and the next step. */
export function explain(facts: Facts): string {
  const { status, experiment, exposure } = facts;
  if (status === 'no_metric') return 'No metric is chosen. Choose in the setup which events or actions to measure.';
  if (status === 'draft') return ofDraft(experiment);
  if (exposure === undefined) return '';
  if (status === 'no_exposures') return ofNobody(experiment, exposure);
  const text = status === 'collecting' ? ofFew(experiment, exposure) : verdictOf(facts);
  return [text, ...warningsOf(facts)].join(' ');
}

function ofDraft({ start_date: start }: Experiment): string {
  if (start === null) return 'The experiment has not started. Launch it when the setup is ready.';
  return `The experiment starts at ${readable(start)} UTC. Until then nothing is counted.`;
}

const readable = (date: string) => date.slice(0, 16).replace('T', ' ');

function ofNobody({ feature_flag_key: key, start_date: start }: Experiment, exposure: Exposure): string {
  const { other_values: others, in_several_variants: several } = exposure;
  if (several > 0) {
    return `${persons(several)} saw several variants of "${key}", and nobody just one. Check that your app asks for the flag with the same distinct_id each time.`;
  }
  if (others > 0) {
    return `${persons(others)} got a value of "${key}" that is none of its variants. Check that the flag is on, and that its conditions let people in.`;
  }
  return `Nobody has been exposed since ${readable(start ?? '')} UTC. Check that your app asks for the flag "${key}" and sends $feature_flag_called; the live view shows it arrive.`;
}

function ofFew({ variants, status }: Experiment, { by_variant: byVariant }: Exposure): string {
  const few = variants.filter(({ key }) => (byVariant[key] ?? 0) < leastExposures);
  const counts = few.map(({ key }) => `"${key}" has ${byVariant[key] ?? 0}`).join(', ');
  const text = `Each variant needs ${leastExposures} people before anything is said of a difference: ${counts}.`;
  if (status === 'complete') return `${text} The experiment has ended without them: repeat it for longer.`;
  const nobody = few.find(({ key }) => (byVariant[key] ?? 0) === 0);
  if (nobody === undefined) return `${text} Let it run.`;
  return `${text} If "${nobody.key}" stays empty, check the weights and conditions of the flag.`;
}

function verdictOf(facts: Facts): string {
  const { estimates = [], question, best, code } = facts;
  const control = estimates[question?.control ?? 0];
  if (question === undefined || control === undefined) return '';
  if (!best) return `There is only "${control.arm.key}", and nothing to compare it with. Add a variant to the flag.`;
  const standing = standingOf(question, control, best);
  const isControl = control.probability >= leastProbability;
  if (code === 'significant' && isControl) return `${standing} Keep "${control.arm.key}".`;
  if (code === 'significant') {
    const doubt = restOfDoubt(facts, best);
    const advice = doubt === undefined ? `Roll "${best.arm.key}" out.` : `${doubt} ${nextStepOf(facts)}`;
    return `${standing} ${chanceOf(leading(estimates))} ${advice}`;
  }
  if (isControl) return `${standing} ${chanceOf(control)} Keep "${control.arm.key}".`;
  return `${standing} ${doubtOf(facts)} ${nextStepOf(facts)}`;
}

const leading = (estimates: readonly Estimate[]): Estimate =>
  estimates.reduce((most, one) => (one.probability > most.probability ? one : most));

function standingOf({ kind }: Question, control: Estimate, best: Estimate): string {
  const shown = ({ value }: Estimate) => (kind === 'proportion' ? percent(value) : rounded(value));
  const { lift, lift_interval: interval } = best.versus ?? {};
  const between = interval ? `, 95 % between ${signed(interval[0])} and ${signed(interval[1])}` : '';
  const change = lift === null || lift === undefined ? '' : ` (${signed(lift)}${between})`;
  const unit = kind === 'proportion' ? '' : ' events per person';
  return `"${best.arm.key}" has ${shown(best)}${unit}, "${control.arm.key}" ${shown(control)}${change}.`;
}

const chanceOf = ({ arm, probability }: Estimate) =>
  `"${arm.key}" has a chance of ${percent(probability)} to be the best.`;

/**
 * What the rule of significance lets pass: it says nothing of how sure the difference itself is, takes the events of one person
 * for as many chances, and is the easier met the more variants there are.
 */
function restOfDoubt({ variants = [] }: Facts, { arm, versus }: Estimate): string | undefined {
  if (versus === null || holdsZero(versus.difference_interval)) {
    return 'It is probably better, but the 95 % interval still holds no difference.';
  }
  const byPerson = variants.find(({ key }) => key === arm.key)?.comparison?.person_interval ?? null;
  if (byPerson !== null && holdsZero(byPerson)) {
    return 'It is probably better, but few people make many of the events: by person, the 95 % interval still holds no difference.';
  }
  const tests = variants.flatMap(({ key, comparison }) =>
    comparison === null ? [] : [{ key, p: comparison.p_value }],
  );
  const adjusted = holm(tests.map(({ p }) => p))[tests.findIndex(({ key }) => key === arm.key)] ?? 0;
  if (adjusted < alpha) return undefined;
  return `It is probably better, but of ${tests.length} variants one looks good by chance more often: adjusted for that, p is ${rounded(adjusted)}.`;
}

const holdsZero = ([low, high]: Interval): boolean => low <= 0 && high >= 0;

/** Why a difference is not to be believed yet. */
function doubtOf({ code, estimates = [], loss, pValue }: Facts): string {
  if (code === 'high_loss') {
    return `If it is worse after all, choosing it costs ${rounded((loss ?? 0) * 100)} percentage points on average: that is not under 1.`;
  }
  if (code === 'high_p_value')
    return `Such a difference is not rare by chance alone (p = ${rounded(pValue ?? 1)}, not under 0.05).`;
  return `No verdict yet: ${chanceOf(leading(estimates))} A verdict needs ${percent(leastProbability)}.`;
}

function nextStepOf({ experiment, health }: Facts): string {
  if (experiment.status === 'complete')
    return 'The experiment has ended: call it inconclusive, or repeat it with more people.';
  const left = health?.days_left ?? null;
  if (left === null) return 'Let it run.';
  if (left === 0) return 'It has the people that were planned: stop it as inconclusive, or plan for a smaller effect.';
  return `Let it run: at this pace it has the people that were planned in ${left < 1.5 ? 'a day' : `${Math.ceil(left)} days`}.`;
}

function warningsOf({ exposure, health }: Facts): string[] {
  const warnings: string[] = [];
  const hasNewWeights = health?.changes.some(({ kind }) => kind === 'weights_changed' || kind === 'variants_changed');
  if (health?.sample_ratio?.is_alarm) {
    const cause = hasNewWeights
      ? 'The weights were changed during the run, so the split of people fits no one set of weights: trust only a new run.'
      : 'But the split of people does not fit the weights (p < 0.001): find out why before you trust this.';
    warnings.push(cause);
  }
  const several = exposure?.in_several_variants ?? 0;
  if (exposure !== undefined && several > 0.01 * exposure.total) {
    warnings.push(`${persons(several)} saw several variants and are left out.`);
  }
  return warnings;
}

const persons = (count: number) => (count === 1 ? '1 person' : `${count.toLocaleString('en-GB')} people`);

/** Three significant digits, no more than there are. */
const rounded = (value: number): string => String(Number(value.toPrecision(3)));
const percent = (share: number) => `${rounded(share * 100)} %`;
const signed = (share: number) => `${share < 0 ? '−' : '+'}${percent(Math.abs(share))}`;
