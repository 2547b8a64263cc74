import { propertyWords } from '../../properties/operators.ts';
import { percentText } from '../test/position.ts';
import { flagWords } from '../words.ts';
import { type ConditionDraft, type FlagForm, inputOf } from './flag-form-values.ts';
import { sentenceParts } from './words.tsx';

/** Who a flag is for: persons, or the groups of a type. */
type Audience = typeof sentenceParts.persons;

/**
 * Describes the whole flag: "On for 25% of persons whose plan is pro; everyone else: off." Conditions come in the order in
 * which they are tried. Those after one that takes everyone are left out: nobody reaches them.
 */
export function flagSentence(form: FlagForm, groupType: string | null): string {
  const audience = audienceOf(form, groupType);
  const conditions = triedConditions(form);
  if (form.conditions.length === 0) return sentenceParts.noCondition(audience.all);
  if (conditions.length === 0) return sentenceParts.noRollout(audience.all);
  const sentence = form.isMultivariate
    ? variantSentence(form, conditions, audience)
    : booleanSentence(conditions, audience);
  return form.active ? sentence : sentenceParts.turnedOff(audience.all, lowered(sentence));
}

function booleanSentence(conditions: ConditionDraft[], audience: Audience): string {
  if (conditions.some(takesAll)) return sentenceParts.onForAll(audience.all);
  return sentenceParts.onFor(
    conditions.map((condition) => whoWords(condition, audience)),
    audience.rest,
  );
}

function variantSentence(form: FlagForm, conditions: ConditionDraft[], audience: Audience): string {
  const split = sentenceParts.split(
    form.variants.map(({ key, weight }) => sentenceParts.variant(key, percentText(weight))),
  );
  const parts = conditions.map((condition, index) => {
    const fixed = form.variants.find(({ id }) => id === condition.variant);
    const last = takesAll(condition) && index > 0;
    const who = takesAll(condition) ? (last ? audience.rest : audience.all) : whoWords(condition, audience);
    const isOne = takesAll(condition) && audience === sentenceParts.persons;
    return sentenceParts.gets(who, isOne, fixed?.key ?? split);
  });
  const closing = conditions.some(takesAll) ? '' : sentenceParts.rest(audience.rest);
  return `${capital(parts.join('; '))}${closing}.`;
}

/** Returns the conditions in the order they are tried (fixed variants first), up to one that takes everyone. */
function triedConditions(form: FlagForm): ConditionDraft[] {
  const variants = inputOf(form).filters.groups.map((group) => group.variant);
  const fixes = (condition: ConditionDraft) => variants[form.conditions.indexOf(condition)] !== null;
  const tried = form.conditions.toSorted((one, other) => Number(fixes(other)) - Number(fixes(one)));
  const end = tried.findIndex(takesAll);
  return (end < 0 ? tried : tried.slice(0, end + 1)).filter(({ rollout }) => rollout !== 0);
}

const takesAll = ({ properties, rollout }: ConditionDraft) => properties.length === 0 && (rollout ?? 100) === 100;

function audienceOf({ groupTypeIndex }: FlagForm, groupType: string | null): Audience {
  if (groupTypeIndex === null) return sentenceParts.persons;
  return sentenceParts.groups(groupType ?? flagWords.groupType(groupTypeIndex));
}

function whoWords({ properties, rollout }: ConditionDraft, audience: Audience): string {
  const share = (rollout ?? 100) === 100 ? '' : sentenceParts.share(percentText(rollout ?? 100));
  if (properties.length === 0) return `${share}${audience.all}`;
  return `${share}${sentenceParts.whose(audience.some, properties.map(propertyWords))}`;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const lowered = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
