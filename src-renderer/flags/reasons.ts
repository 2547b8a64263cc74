import type { FlagValue } from '#server/flags/contract.ts';
import type { ConditionOutcome, Evaluation, FlagReasonCode } from '#server/flags/evaluation/evaluation-contract.ts';
import { percentText, positionText } from './test/position.ts';

/** A value in words: "on", "off" or the key of a variant. */
export function valueWords(value: FlagValue): string {
  if (typeof value === 'string') return value;
  return value ? 'on' : 'off';
}

/** The value that a usage count or an option stands for: `true`, `false` or the key of a variant as text. */
export function valueOfText(text: string): FlagValue {
  if (text === 'true') return true;
  return text === 'false' ? false : text;
}

export const reasonWords: Record<FlagReasonCode, string> = {
  override: 'override',
  condition_match: 'condition matched',
  no_group_type: 'group not given',
  out_of_rollout_bound: 'outside the rollout',
  no_condition_match: 'no condition matched',
  flag_disabled: 'flag turned off',
};

export const outcomeWords: Record<ConditionOutcome['outcome'], string> = {
  matched: 'Matched',
  no_match: 'Not matched',
  out_of_rollout: 'Matched, outside the rollout',
  not_tried: 'Not tried',
};

/** Why the value is what it is, in sentences; `groupType` names the type of group that a flag of groups is about. */
export function reasonSentences(evaluation: Evaluation, groupType: string | null): string[] {
  const { reason, conditions } = evaluation;
  switch (reason.code) {
    case 'override':
      return ['An override serves this value, whatever the conditions say.'];
    case 'flag_disabled':
      return ['The flag is turned off, so it is off for everybody.'];
    case 'no_group_type':
      return [`The flag is about ${groupType ?? 'group'} groups, and none is given here.`];
    case 'no_condition_match':
      return [noConditionSentence(conditions.length)];
    default: {
      const condition = conditions.find(({ index }) => index === reason.condition_index);
      if (condition === undefined) return [reason.description];
      const sentences = [rolloutSentence(condition, evaluation)];
      const variant = reason.code === 'condition_match' ? variantSentence(condition, evaluation) : null;
      return variant === null ? sentences : [...sentences, variant];
    }
  }
}

function noConditionSentence(count: number): string {
  if (count === 0) return 'The flag has no conditions, so it is off for everybody.';
  return count === 1 ? 'Its condition did not match.' : `None of its ${count} conditions matched.`;
}

function rolloutSentence(condition: ConditionOutcome, { bucketing, reason }: Evaluation): string {
  const { rollout_percentage: percent, properties, index } = condition;
  const subject = `Condition ${index + 1}${properties.length === 0 ? ' is open to everybody' : ' matched'}`;
  if (percent === null || percent >= 100) return `${subject}, and its rollout leaves nobody out.`;
  const hash = bucketing === null ? '' : ` ${positionText(bucketing.hash, [percent / 100])}`;
  return reason.code === 'condition_match'
    ? `${subject}; the hash${hash} is within its rollout of ${percentText(percent)}.`
    : `${subject}, but the hash${hash} is beyond its rollout of ${percentText(percent)}.`;
}

function variantSentence(condition: ConditionOutcome, { bucketing, variant }: Evaluation): string | null {
  if (bucketing === null || bucketing.boundaries.length === 0) return null;
  if (condition.variant !== null) return `It fixes the variant: ${condition.variant}.`;
  const { variant_hash: hash, boundaries } = bucketing;
  if (hash === null) return null;
  const limits = boundaries.flatMap(({ low, high }) => [low, high]);
  const text = positionText(hash, limits);
  const hit = boundaries.find(({ key }) => key === variant);
  if (hit === undefined) return `The variant hash ${text} lies in the range of no variant, so the value is plain on.`;
  return `The variant hash ${text} lies in the range of ${hit.key}, [${shortNumber(hit.low)}, ${shortNumber(hit.high)}).`;
}

/** A boundary without the noise of binary fractions: 0.30000000000000004 is 0.3. */
export function shortNumber(value: number): string {
  return String(Number(value.toFixed(6)));
}

/** How what is asked now stands to the last answer: the flag's saved version, and whether an unsaved draft is asked. */
export type Now = { version: number | null; isDraft: boolean };

/** Why the last answer differs from what would be served now: completes "because …". Null when it does not differ. */
export function whyDifferent(evaluation: Evaluation, { version, isDraft }: Now): string | null {
  const { served, value, reason } = evaluation;
  if (served === null || served.value === value) return null;
  if (reason.code === 'override') return 'an override is set now';
  if (served.reason === 'override') return 'an override was in force then';
  const hasChanged = version !== null && served.version !== version;
  const change = `the flag changed (version ${served.version} → ${version})`;
  if (isDraft) return hasChanged ? `${change}, and this draft is not saved` : 'this draft is not saved';
  if (hasChanged) return change;
  return 'other properties or groups count now; the flag is the same';
}
