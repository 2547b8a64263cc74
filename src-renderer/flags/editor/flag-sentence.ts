import {
  decidingConditions,
  limitedRollout,
  reachingConditions,
  takenEarlier,
  takesEveryone,
} from '#server/flags/rollout-contract.ts';
import { propertyWords } from '../../properties/operators.ts';
import { capitalized, uncapitalized } from '../../ui/format.ts';
import { formatRollout } from '../test/position.ts';
import { flagWords } from '../words.ts';
import { type FlagFormValues, inputOf } from './flag-form-values.ts';
import { sentenceParts } from './words.tsx';

/** Who a flag is for: persons, or the groups of a type. */
type Audience = typeof sentenceParts.persons;
type Condition = ReturnType<typeof inputOf>['filters']['groups'][number];

/**
 * Describes the whole flag: "On for 25% of people whose plan is pro; everyone else: off." Conditions come in the order in
 * which they are tried. Those whose people others take are left out.
 */
export function flagSentence(form: FlagFormValues, groupType: string | null): string {
  const audience = audienceOf(form, groupType);
  const { groups } = inputOf(form).filters;
  const conditions = form.isMultivariate ? decidingConditions(groups) : reachingConditions(groups);
  if (form.conditions.length === 0) return sentenceParts.noCondition(audience.all);
  if (conditions.length === 0) return sentenceParts.noRollout(audience.all);
  const sentence = form.isMultivariate
    ? variantSentence(form, conditions, audience)
    : booleanSentence(conditions, audience);
  return form.active ? sentence : sentenceParts.turnedOff(audience.all, uncapitalized(sentence));
}

function booleanSentence(conditions: Condition[], audience: Audience): string {
  if (conditions.some(takesEveryone)) return sentenceParts.onForAll(audience.all);
  return sentenceParts.onFor(
    conditions.map((condition) => whoWords(condition, audience, 0)),
    audience.rest,
  );
}

function variantSentence(form: FlagFormValues, conditions: Condition[], audience: Audience): string {
  const split = sentenceParts.split(
    form.variants.map(({ key, weight }) => sentenceParts.variant(key, formatRollout(weight))),
  );
  const parts = conditions.map((condition, index) => {
    const last = takesEveryone(condition) && index > 0;
    const taken = takenEarlier(condition, conditions.slice(0, index));
    const who = takesEveryone(condition) ? (last ? audience.rest : audience.all) : whoWords(condition, audience, taken);
    const isOne = takesEveryone(condition) && audience === sentenceParts.persons;
    return sentenceParts.gets(who, isOne, condition.variant ?? split);
  });
  const closing = conditions.some(takesEveryone) ? '' : sentenceParts.rest(audience.rest);
  return `${capitalized(parts.join('; '))}${closing}.`;
}

function audienceOf({ groupTypeIndex }: FlagFormValues, groupType: string | null): Audience {
  if (groupTypeIndex === null) return sentenceParts.persons;
  return sentenceParts.groups(groupType ?? flagWords.groupType(groupTypeIndex));
}

/** `taken`: the share of the condition's people that earlier ones take, percent. */
function whoWords(condition: Condition, audience: Audience, taken: number): string {
  const { properties } = condition;
  const percent = limitedRollout(condition);
  const share =
    taken > 0
      ? sentenceParts.nextShare(formatRollout((percent ?? 100) - taken))
      : percent === null
        ? ''
        : sentenceParts.share(formatRollout(percent));
  if (properties.length === 0) return `${share}${audience.all}`;
  return `${share}${sentenceParts.whose(audience.some, properties.map(propertyWords))}`;
}
