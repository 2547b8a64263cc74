import { type Flag, variantsOf } from '#server/flags/contract.ts';
import type { FlagDraft } from '#server/flags/evaluation/evaluation-contract.ts';
import type { Labels } from '../../projects/label-fields.tsx';
import { valueSort } from '../../properties/operators.ts';
import type { PropertyDraft } from '../../properties/property-draft.ts';
import { isUnchanged } from '../../ui/form/changed-fields.ts';
import { evenWeights, freeVariantKey, withVariantAdded, withVariantRemoved } from '../variants/variant-weights.ts';

/** Ids are of the form alone: see PropertyDraft. */
export type ConditionDraft = {
  id: string;
  properties: PropertyDraft[];
  /** Null: all, as a client of the API may leave it. */
  rollout: number | null;
  /** Id of the variant that everybody here gets; null leaves it to the split. */
  variant: string | null;
};
export type FlagVariantDraft = { id: string; key: string; name: string; weight: number; payload: string };

/** A flag as its editor holds it. What a switch hides is kept until it is saved, so that switching back loses nothing. */
export type FlagFormValues = {
  key: string;
  name: string;
  tags: string[];
  ownerId: Labels['ownerId'];
  active: boolean;
  continuity: boolean;
  groupTypeIndex: number | null;
  conditions: ConditionDraft[];
  isMultivariate: boolean;
  variants: FlagVariantDraft[];
  /** JSON text, sent with `true`; '' is none. */
  payload: string;
};

/** Returns what is typed as a key: “-” stands for characters that a key cannot have. */
export const keyOf = (text: string): string => text.trimStart().replaceAll(/[^\w./-]+/g, '-');

/** Returns the form of a new flag, which is off, so that creating it changes nothing for apps. */
export function newForm(key: string): FlagFormValues {
  return {
    key,
    name: '',
    tags: [],
    ownerId: undefined,
    active: false,
    continuity: false,
    groupTypeIndex: null,
    conditions: [{ id: 'c0', properties: [], rollout: 100, variant: null }],
    isMultivariate: false,
    variants: [],
    payload: '',
  };
}

/** Returns the form of a flag. With `sent`, the form it was saved from, rows keep their ids, and hidden values stay. */
export function formOf(flag: Flag, sent?: FlagFormValues): FlagFormValues {
  const form = readForm(flag);
  return sent !== undefined && isUnchanged(editedOf(form), editedOf(sent)) ? sent : form;
}

function readForm(flag: Flag): FlagFormValues {
  const { groups, multivariate, payloads, aggregation_group_type_index } = flag.filters;
  const variants = variantsOf({ multivariate }).map((variant, index) => ({
    id: `v${index}`,
    key: variant.key,
    name: variant.name,
    weight: variant.rollout_percentage,
    payload: readable(payloads[variant.key] ?? ''),
  }));
  const conditions = groups.map((group, index) => ({
    id: `c${index}`,
    properties: group.properties.map(({ key, operator, value, type }, place) => ({
      id: `c${index}p${place}`,
      key,
      operator,
      value,
      isTyped: type !== undefined,
    })),
    rollout: group.rollout_percentage,
    variant: variants.find(({ key }) => key === group.variant)?.id ?? null,
  }));
  return {
    key: flag.key,
    name: flag.name,
    tags: flag.tags,
    ownerId: flag.owner_id,
    active: flag.active,
    continuity: flag.ensure_experience_continuity,
    groupTypeIndex: aggregation_group_type_index,
    conditions,
    isMultivariate: multivariate !== null,
    variants,
    payload: readable(payloads.true ?? ''),
  };
}

/** Returns the form as the API takes it, not yet validated. */
export function inputOf(form: FlagFormValues) {
  const type = form.groupTypeIndex === null ? ('person' as const) : ('group' as const);
  const keys = new Map(form.isMultivariate ? form.variants.map(({ id, key }) => [id, key]) : []);
  const payloads = form.isMultivariate
    ? form.variants.map(({ key, payload }) => [key, payload] as const)
    : [['true', form.payload] as const];
  return {
    key: form.key,
    name: form.name.trim(),
    tags: form.tags,
    owner_id: form.ownerId,
    active: form.active,
    ensure_experience_continuity: form.continuity,
    filters: {
      groups: form.conditions.map(({ properties, rollout, variant }) => ({
        properties: properties.map(({ key, operator, value, isTyped }) => ({
          key,
          operator,
          ...(isTyped ? { type } : {}),
          ...(valueSort(operator) === 'none' ? {} : { value }),
        })),
        rollout_percentage: rollout,
        variant: keys.get(variant ?? '') ?? null,
      })),
      multivariate: form.isMultivariate
        ? { variants: form.variants.map(({ key, name, weight }) => ({ key, name, rollout_percentage: weight })) }
        : null,
      payloads: Object.fromEntries(
        payloads.filter(([, text]) => text.trim() !== '').map(([key, text]) => [key, compact(text)]),
      ),
      aggregation_group_type_index: form.groupTypeIndex,
    },
  };
}

/** Returns the form as the test panel evaluates it; `flag` is the saved one that it would replace. */
export function flagDraftOf(form: FlagFormValues, flag: Flag | null): FlagDraft {
  const { key, ensure_experience_continuity, filters } = inputOf(form);
  return {
    id: flag?.id ?? null,
    key,
    active: flag?.active ?? form.active,
    ensure_experience_continuity,
    filters,
  };
}

/** Returns what an update may change: a saved flag is turned on and off at once, not by its form. */
export function editedOf(form: FlagFormValues) {
  const { active: _, ...edited } = inputOf(form);
  return edited;
}

export function withMultivariate(form: FlagFormValues, isMultivariate: boolean): FlagFormValues {
  if (!isMultivariate || form.variants.length > 0) return { ...form, isMultivariate };
  const [first = 50, second = 50] = evenWeights(2);
  const start = [variantDraft('control', first), variantDraft('test', second)];
  return { ...form, isMultivariate, variants: start };
}

export function withFlagVariant(form: FlagFormValues): FlagFormValues {
  const added = variantDraft(freeVariantKey(form.variants, 'control'), 0);
  return { ...form, variants: withVariantAdded(form.variants, added) };
}

/** Removes the variant; conditions that fixed it leave the choice to the split. */
export function withoutFlagVariant(form: FlagFormValues, id: string): FlagFormValues {
  return {
    ...form,
    variants: withVariantRemoved(form.variants, id),
    conditions: form.conditions.map((one) => (one.variant === id ? { ...one, variant: null } : one)),
  };
}

export function newProperty(): PropertyDraft {
  return { id: crypto.randomUUID(), key: '', operator: 'exact', value: [], isTyped: true };
}

export function newCondition(): ConditionDraft {
  return { id: crypto.randomUUID(), properties: [], rollout: 100, variant: null };
}

export function copyOf(condition: ConditionDraft): ConditionDraft {
  const properties = condition.properties.map((property) => ({ ...property, id: crypto.randomUUID() }));
  return { ...condition, id: crypto.randomUUID(), properties };
}

function variantDraft(key: string, weight: number): FlagVariantDraft {
  return { id: crypto.randomUUID(), key, name: '', weight, payload: '' };
}

/** Indents JSON where that can be undone exactly: 1.0 or a long integer would come back changed. */
function readable(json: string): string {
  const value = valueOfJson(json);
  return value !== undefined && JSON.stringify(value) === json ? JSON.stringify(value, null, 2) : json;
}

function compact(text: string): string {
  const value = valueOfJson(text);
  return value !== undefined && JSON.stringify(value, null, 2) === text ? JSON.stringify(value) : text;
}

function valueOfJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
