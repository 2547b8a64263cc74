import { propertyWords } from '../../properties/operators.ts';
import { percentText } from '../test/position.ts';
import { type ConditionDraft, type FlagForm, inputOf } from './flag-form-values.ts';

/** Whom a flag is for: persons, or the groups of a type. */
type Audience = { all: string; rest: string; some: string };

/**
 * The whole flag in plain words: "On for 25% of persons whose plan is pro; everybody else: off." Conditions come in the
 * order in which they are tried, and those after one that takes everybody are left out: nobody reaches them.
 */
export function flagSentence(form: FlagForm, groupType: string | null): string {
  const audience = audienceOf(form, groupType);
  const conditions = triedConditions(form);
  if (conditions.length === 0) return `Off for ${audience.all}: it has no release condition.`;
  const sentence = form.isMultivariate
    ? variantSentence(form, conditions, audience)
    : booleanSentence(conditions, audience);
  return form.active ? sentence : `Off for ${audience.all} while the flag is turned off. Once on: ${lowered(sentence)}`;
}

function booleanSentence(conditions: ConditionDraft[], audience: Audience): string {
  if (conditions.some(takesAll)) return `On for ${audience.all}.`;
  const parts = conditions.map((condition) => whoWords(condition, audience));
  return `On for ${parts.join(', and for ')}; ${audience.rest}: off.`;
}

function variantSentence(form: FlagForm, conditions: ConditionDraft[], audience: Audience): string {
  const split = form.variants.map(({ key, weight }) => `${key || '…'} (${percentText(weight)})`).join(' or ');
  const parts = conditions.map((condition, index) => {
    const fixed = form.variants.find(({ id }) => id === condition.variant);
    const last = takesAll(condition) && index > 0;
    const who = takesAll(condition) ? (last ? audience.rest : audience.all) : whoWords(condition, audience);
    const verb = takesAll(condition) && audience.all === 'everybody' ? 'gets' : 'get';
    return `${who} ${verb} ${fixed?.key ?? split}`;
  });
  const closing = conditions.some(takesAll) ? '' : `; ${audience.rest}: off`;
  return `${capital(parts.join('; '))}${closing}.`;
}

/** Those that fix a variant come first; nobody is left after one that takes all. */
function triedConditions(form: FlagForm): ConditionDraft[] {
  const variants = inputOf(form).filters.groups.map((group) => group.variant);
  const fixes = (condition: ConditionDraft) => variants[form.conditions.indexOf(condition)] !== null;
  const tried = form.conditions.toSorted((one, other) => Number(fixes(other)) - Number(fixes(one)));
  const end = tried.findIndex(takesAll);
  return (end < 0 ? tried : tried.slice(0, end + 1)).filter(({ rollout }) => rollout !== 0);
}

const takesAll = ({ properties, rollout }: ConditionDraft) => properties.length === 0 && (rollout ?? 100) === 100;

function audienceOf({ groupTypeIndex }: FlagForm, groupType: string | null): Audience {
  if (groupTypeIndex === null) return { all: 'everybody', rest: 'everybody else', some: 'persons' };
  const some = `${groupType ?? `type ${groupTypeIndex}`} groups`;
  return { all: `all ${some}`, rest: `all other ${some}`, some };
}

function whoWords({ properties, rollout }: ConditionDraft, audience: Audience): string {
  const share = (rollout ?? 100) === 100 ? '' : `${percentText(rollout ?? 100)} of `;
  if (properties.length === 0) return `${share}${audience.all === 'everybody' ? 'everybody' : audience.all}`;
  return `${share}${audience.some} whose ${properties.map(propertyWords).join(' and ')}`;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
/** Only words of ours are lowered: a sentence may begin with a number, never with a key. */
const lowered = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
