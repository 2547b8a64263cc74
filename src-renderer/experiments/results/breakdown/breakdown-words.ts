import {
  type Breakdown,
  type BreakdownState,
  type BreakdownType,
  type BreakdownValue,
  type InteractionJudgement,
  maxBreakdownValues,
} from '#server/experiments/breakdown/breakdown-contract.ts';
import { uncheckedSplit } from '#server/experiments/results/words/people-contract.ts';
import { pText, pWords } from '#server/experiments/results/words/result-text-contract.ts';
import { shortWords } from '#server/experiments/results/words/verdict-words-contract.ts';
import type { Tone } from '../../../ui/feedback/status-chip.tsx';
import { formatCount } from '../../../ui/format.ts';
import { resultTableWords } from '../metrics/words.ts';

export const breakdownWords = {
  of: 'Property of',
  types: { person: 'Person', exposure: 'Exposure' } satisfies Record<BreakdownType, string>,
  property: 'Property',
  placeholder: 'Such as $browser',
  show: 'Show breakdown',
  choose: 'Choose a property to compare the variants for each of its values.',
  exploratory: 'Exploratory',
  about: 'Use it to find questions for the next experiment. It does not decide this one.',
  what: 'The breakdown',
  table: (property: string) => `Results by ${property}`,
  columns: { variant: 'Variant', split: 'Split' },
  read: {
    person: 'Read from the person as stored now, so a variant may have changed it.',
    exposure: 'Read from the event that exposed the person.',
  } satisfies Record<BreakdownType, string>,
};

/** Says why there is no breakdown; null where there is one. */
export function missingWords({ state, property, type }: Pick<Breakdown, 'state' | 'property' | 'type'>): string | null {
  const whose = { person: 'Nobody who was exposed has', exposure: 'No event that exposed people has' };
  const texts: Record<BreakdownState, string | null> = {
    no_metric: 'No events or actions are chosen for this metric.',
    draft: 'The experiment has not started, so there is nobody to break down.',
    no_exposures: 'Nobody is exposed, so there is nobody to break down.',
    unseen_property: `${whose[type]} a property “${property}”. Check the name, or choose another property.`,
    ready: null,
  };
  return texts[state];
}

/** Names a value for the table and the sentences. */
export function valueName({ kind, value }: Pick<BreakdownValue, 'kind' | 'value'>): string {
  if (kind === 'other') return 'Other values';
  if (kind === 'not_set') return 'Not set';
  return value === null || value.trim() === '' ? 'Empty text' : value;
}

export const judgementTones = {
  differs: 'info',
  no_sign_of_difference: 'neutral',
  too_little: 'neutral',
} satisfies Record<InteractionJudgement, Tone>;

/** Describes the one test of a breakdown. No sentence says that a value has an effect. */
export function interactionWords({ property, interaction }: Pick<Breakdown, 'property' | 'interaction'>): string {
  const { judgement, p_value: p, variants } = interaction;
  const effects = variants.every(({ scale }) => scale === 'ratio') ? 'lifts' : 'differences from control';
  const at = p === null ? '' : ` (p ${pWords(p)}, one look)`;
  const texts: Record<InteractionJudgement, string> = {
    differs: `The ${effects} vary between the values of ${property} more than chance explains${at}. Which value causes it is not tested: plan a new experiment for that.`,
    no_sign_of_difference: `No sign that the ${effects} vary between the values of ${property}${at}. A small variation can stay hidden.`,
    too_little: `Too little data to test whether the effect varies between the values of ${property}. At least two values need enough people and conversions.`,
  };
  return texts[judgement];
}

/** Facts about the numbers: where they were read, how many were compared, and what p is. */
export function breakdownNotes(breakdown: Breakdown): string[] {
  const { type, values, distinct_values: distinct, comparisons, interaction } = breakdown;
  const compared = Math.max(0, ...interaction.variants.map((variant) => variant.values));
  return [
    breakdownWords.read[type],
    ...(distinct > maxBreakdownValues
      ? [`${formatCount(distinct)} values: those with most people are shown, the others together.`]
      : []),
    ...(compared > 0 && compared < values.length
      ? [`The interaction test compares the ${compared} of ${values.length} rows that have enough data.`]
      : []),
    ...(comparisons > 1 ? [resultTableWords.holm(comparisons)] : []),
  ];
}

/** Warns of values whose people do not match the weights; null without any. */
export function splitWarning({ type, values }: Pick<Breakdown, 'type' | 'values'>): string | null {
  const off = values.filter(({ sample_ratio: ratio }) => ratio?.state === 'mismatch').map(valueName);
  if (off.length === 0) return null;
  const cause =
    type === 'person'
      ? 'A variant that changes the property also causes this.'
      : 'Some of these people may be lost before they report.';
  return `${shortWords.unhealthy}: ${off.join(', ')}. ${cause} Do not read these lifts.`;
}

const splits = {
  ok: { tone: 'ok', word: 'No sign of a mismatch' },
  mismatch: { tone: 'danger', word: 'Mismatch' },
  too_few: { tone: 'neutral', word: 'Not checked' },
} satisfies Record<NonNullable<BreakdownValue['sample_ratio']>['state'], { tone: Tone; word: string }>;

/** Describes the split check of a value: its chip, and the numbers behind it. */
export function splitCheckWords(ratio: BreakdownValue['sample_ratio']): { tone: Tone; word: string; detail: string } {
  if (ratio === null) return { tone: 'neutral', word: 'Not checked', detail: uncheckedSplit.none };
  const detail =
    ratio.state === 'too_few'
      ? uncheckedSplit.too_few
      : `p ${pText(ratio.p_value)}, after Holm’s correction over the values ${pText(ratio.p_value_adjusted)}.`;
  return { ...splits[ratio.state], detail };
}
