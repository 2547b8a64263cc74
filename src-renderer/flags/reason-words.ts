import type { FlagValue } from '#server/flags/contract.ts';
import type { ConditionOutcome, Evaluation, FlagReasonCode } from '#server/flags/evaluation/evaluation-contract.ts';
import { limitedRollout } from '#server/flags/rollout-contract.ts';
import { formatRollout, positionText } from './test/position.ts';

/** Names a value: "on", "off" or the key of a variant. */
export function valueWords(value: FlagValue): string {
  if (typeof value === 'string') return value;
  return value ? 'on' : 'off';
}

/** Parses a value from text: `true`, `false` or the key of a variant. */
export function valueOfText(text: string): FlagValue {
  if (text === 'true') return true;
  return text === 'false' ? false : text;
}

export const flagReasonWords: Record<FlagReasonCode, string> = {
  override: 'override',
  condition_match: 'condition matched',
  no_group_type: 'group not given',
  out_of_rollout_bound: 'outside the rollout',
  no_condition_match: 'no condition matched',
  flag_disabled: 'flag turned off',
};

export const conditionOutcomeWords: Record<ConditionOutcome['outcome'], string> = {
  matched: 'Matched',
  no_match: 'Not matched',
  out_of_rollout: 'Matched, outside the rollout',
  not_tried: 'Not tried',
};

/** Explains the value in sentences; `groupType` is the type that a flag of groups matches. */
export function reasonSentences(evaluation: Evaluation, groupType: string | null): string[] {
  const { reason, conditions } = evaluation;
  switch (reason.code) {
    case 'override':
      return ['An override sets this value; conditions are ignored.'];
    case 'flag_disabled':
      return ['The flag is turned off, and no override applies.'];
    case 'no_group_type':
      return [
        `The flag matches ${groupType === null ? 'groups of one type' : `${groupType} groups`}, and none is given.`,
      ];
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
  if (count === 0) return 'The flag has no conditions, and no override applies.';
  return count === 1 ? 'Its condition did not match.' : `None of its ${count} conditions matched.`;
}

function rolloutSentence(condition: ConditionOutcome, { bucketing, reason }: Evaluation): string {
  const { properties, index } = condition;
  const percent = limitedRollout(condition);
  const subject = `Condition ${index + 1}${properties.length === 0 ? ' matches everyone' : ' matched'}`;
  if (percent === null) return `${subject}, and its rollout is 100%.`;
  const hash = bucketing === null ? '' : ` ${positionText(bucketing.hash, [percent / 100])}`;
  return reason.code === 'condition_match'
    ? `${subject}; the hash${hash} is within its rollout of ${formatRollout(percent)}.`
    : `${subject}, but the hash${hash} is beyond its rollout of ${formatRollout(percent)}.`;
}

function variantSentence(condition: ConditionOutcome, { bucketing, variant }: Evaluation): string | null {
  if (bucketing === null || bucketing.boundaries.length === 0) return null;
  if (condition.variant !== null) return `It sets the variant ${condition.variant}.`;
  const { variant_hash: hash, boundaries } = bucketing;
  if (hash === null) return null;
  const limits = boundaries.flatMap(({ low, high }) => [low, high]);
  const text = positionText(hash, limits);
  const hit = boundaries.find(({ key }) => key === variant);
  if (hit === undefined)
    return `The variant hash ${text} is in no variant’s range, so the flag is on without a variant.`;
  return `The variant hash ${text} is in the range of ${hit.key}, [${shortNumber(hit.low)}, ${shortNumber(hit.high)}).`;
}

/** Formats a boundary without binary noise: 0.30000000000000004 is 0.3. */
export function shortNumber(value: number): string {
  return String(Number(value.toFixed(6)));
}

/** What the test panel evaluates now: the flag's saved version, and whether it is an unsaved draft of it. */
export type Evaluated = { version: number | null; isDraft: boolean };

/** Explains why the last served answer differs from the value now; completes "because …". Null when they are equal. */
export function whyDifferent(evaluation: Evaluation, { version, isDraft }: Evaluated): string | null {
  const { served, value, reason } = evaluation;
  if (served === null || served.value === value) return null;
  if (reason.code === 'override') return 'an override is set now';
  if (served.reason === 'override') return 'an override was active then';
  const hasChanged = version !== null && served.version !== version;
  const change = `the flag changed (version ${served.version} → ${version})`;
  if (isDraft) return hasChanged ? `${change}, and this draft is not saved` : 'this draft is not saved';
  if (hasChanged) return change;
  return 'the id, properties or groups differ, or time passed; the flag did not change';
}
