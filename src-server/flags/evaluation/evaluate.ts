import type { JsonObject } from '../../core/contract.ts';
import { ownValue } from '../../core/json/own-value.ts';
import { operatorTraits } from '../../properties/contract.ts';
import { compileProperty, type PropertyTest } from '../../properties/match-property.ts';
import { readAgo } from '../../properties/relative-date-contract.ts';
import { type FlagCondition, type FlagFilters, type FlagProperty, type FlagValue, variantsOf } from '../contract.ts';
import { inOrderTried, limitedRollout } from '../rollout-contract.ts';
import { bucket, isInRollout, type VariantBounds, variantAt, variantBoundsOf } from './bucketing.ts';
import type { FlagReasonCode } from './evaluation-contract.ts';

export type FlagDefinition = {
  id: number;
  key: string;
  name: string;
  active: boolean;
  version: number;
  ensure_experience_continuity: boolean;
  filters: FlagFilters;
};

export const unsavedFlag = { id: 0, key: '', name: '', active: true, version: 0, ensure_experience_continuity: false };

/** Returns the property that every subject has: the id of the person or the key of the group. */
export const impliedProperty = ({ aggregation_group_type_index: type }: FlagFilters) =>
  type === null ? 'distinct_id' : '$group_key';

/** `rollout` in [0, 1), null for all. `index` is the condition's place in the flag's own order. */
export type CompiledCondition = {
  index: number;
  rollout: number | null;
  variant: string | null;
  properties: readonly FlagProperty[];
  tests: readonly PropertyTest[];
  matched: OutcomeOf;
  outOfRollout: Outcome;
};

/**
 * `isLasting`: whether its outcome changes only with the flag, an override or the person; otherwise it also depends on the time,
 * groups or a kept id. `texts` caches parts of JSON; see decide-answer.
 */
export type CompiledFlag = FlagDefinition & {
  conditions: CompiledCondition[];
  variants: VariantBounds[];
  isLasting: boolean;
  overridden: OutcomeOf;
  off: { disabled: Outcome; noGroupType: Outcome; noMatch: Outcome };
  texts: { key: string; values: Map<Outcome, string>; details: Map<Outcome, string>; logged: Map<Outcome, string> };
};

/** The subject of an evaluation. Expensive parts are functions, called only when a condition needs them. */
export type Subject = {
  distinctId: string;
  /** Returns the person's properties, including `distinct_id`. */
  personProperties(): JsonObject;
  /** Returns the key and properties (including `$group_key`) of the sent group of this type, or undefined. */
  group(typeIndex: number): { key: string; properties(): JsonObject } | undefined;
  firstDistinctId(flagId: number): string | undefined;
  override(flagId: number): FlagValue | undefined;
};

/**
 * `conditionIndex` is null if no single condition decided. Equal outcomes of a compiled flag are the same object, never
 * shared with other flags.
 */
export type Outcome = Readonly<{ value: FlagValue; code: FlagReasonCode; conditionIndex: number | null }>;

type OutcomeOf = (value: FlagValue) => Outcome;

/** The hashed id of a flag, and the properties its conditions use. */
export type Target = {
  identifier: string;
  kind: 'distinct_id' | 'first_distinct_id' | 'group';
  properties(): JsonObject;
};

/** An invalid property condition of a flag; `path` leads to it in `filters`. */
export class InvalidConditionError extends Error {
  readonly path: (string | number)[];

  constructor(message: string, path: (string | number)[]) {
    super(message);
    this.path = path;
  }
}

/** Compiles a flag for repeated evaluation. Throws InvalidConditionError. */
export function compileFlag(definition: FlagDefinition, now: () => number): CompiledFlag {
  const compiled = definition.filters.groups.map((group, index) => ({
    index,
    rollout: rolloutOf(group),
    variant: group.variant,
    properties: group.properties,
    tests: group.properties.map((property, place) => compileAt(property, index, place, now)),
    matched: outcomesOf('condition_match', index),
    outOfRollout: offBy('out_of_rollout_bound', index),
  }));
  const variants = variantBoundsOf(variantsOf(definition.filters));
  const texts = { key: JSON.stringify(definition.key), values: new Map(), details: new Map(), logged: new Map() };
  const overridden = outcomesOf('override', null);
  const off = {
    disabled: offBy('flag_disabled', null),
    noGroupType: offBy('no_group_type', null),
    noMatch: offBy('no_condition_match', null),
  };
  const conditions = inOrderTried(compiled);
  return { ...definition, conditions, variants, isLasting: isLasting(definition), overridden, off, texts };
}

function isLasting({ filters, ensure_experience_continuity: keepsIds }: FlagDefinition): boolean {
  const isTimed = ({ operator, value }: FlagProperty) =>
    operatorTraits[operator].value === 'date' && readAgo(value) !== null;
  const hasTimed = filters.groups.some(({ properties }) => properties.some(isTimed));
  return filters.aggregation_group_type_index === null && !keepsIds && !hasTimed;
}

const offBy = (code: FlagReasonCode, conditionIndex: number | null): Outcome => ({
  value: false,
  code,
  conditionIndex,
});

function outcomesOf(code: FlagReasonCode, conditionIndex: number | null): OutcomeOf {
  const known = new Map<FlagValue, Outcome>();
  return (value) => {
    let outcome = known.get(value);
    if (outcome === undefined) {
      outcome = { value, code, conditionIndex };
      known.set(value, outcome);
    }
    return outcome;
  };
}

function rolloutOf(condition: FlagCondition): number | null {
  const percent = limitedRollout(condition);
  return percent === null ? null : percent / 100;
}

function compileAt(property: FlagProperty, group: number, place: number, now: () => number): PropertyTest {
  try {
    return compileProperty(property, now);
  } catch (error) {
    throw new InvalidConditionError((error as Error).message, ['groups', group, 'properties', place, 'value']);
  }
}

/** Evaluates a flag. Without a match, the best reason wins, of the first condition that has it. */
export function evaluate(flag: CompiledFlag, subject: Subject): Outcome {
  const override = subject.override(flag.id);
  if (override !== undefined) return flag.overridden(override);
  if (!flag.active) return flag.off.disabled;
  const target = targetOf(flag, subject);
  if (target === undefined) return flag.off.noGroupType;
  let closest = flag.off.noMatch;
  let position: number | undefined;
  for (const condition of flag.conditions) {
    if (!holds(condition, target)) continue;
    const { rollout } = condition;
    // A rollout of 0% or 100% needs no hash.
    if (rollout !== null && rollout > 0) position ??= bucket(flag.key, target.identifier, '');
    if (isInRollout(rollout, position ?? 1)) return condition.matched(valueIn(flag, condition, target));
    if (closest === flag.off.noMatch) closest = condition.outOfRollout;
  }
  return closest;
}

/** Returns the id that buckets the flag; undefined for a group flag if the subject has no such group. */
export function targetOf(flag: FlagDefinition, subject: Subject): Target | undefined {
  const typeIndex = flag.filters.aggregation_group_type_index;
  if (typeIndex !== null) {
    const group = subject.group(typeIndex);
    return group && { identifier: group.key, kind: 'group', properties: group.properties };
  }
  const first = flag.ensure_experience_continuity ? subject.firstDistinctId(flag.id) : undefined;
  const kind = first === undefined ? 'distinct_id' : 'first_distinct_id';
  return { identifier: first ?? subject.distinctId, kind, properties: subject.personProperties };
}

function holds({ tests }: CompiledCondition, target: Target): boolean {
  if (tests.length === 0) return true;
  const properties = target.properties();
  for (const test of tests) if (!test(properties)) return false;
  return true;
}

function valueIn(flag: CompiledFlag, condition: CompiledCondition, target: Target): FlagValue {
  if (flag.variants.length === 0) return true;
  if (condition.variant !== null) return condition.variant;
  return variantAt(flag.variants, bucket(flag.key, target.identifier, 'variant')) ?? true;
}

/** Returns the payload (JSON text) of a value, or null. */
export function payloadOf({ filters: { payloads } }: FlagDefinition, value: FlagValue): string | null {
  return value === false ? null : (ownValue(payloads, String(value)) ?? null);
}
