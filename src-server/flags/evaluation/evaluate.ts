import type { JsonObject } from '../../core/contract.ts';
import { compileProperty, type PropertyTest } from '../../properties/match-property.ts';
import type { FlagFilters, FlagProperty, FlagValue } from '../contract.ts';
import { boundsOf, bucket, isInRollout, type VariantBounds, variantAt } from './bucketing.ts';
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

/** `rollout` in [0, 1), null for all. `index` is the condition's place in the flag's own order. */
export type CompiledCondition = {
  index: number;
  rollout: number | null;
  variant: string | null;
  properties: readonly FlagProperty[];
  tests: readonly PropertyTest[];
};

/** `texts`: its parts of answers in JSON, each kept once it was made; see decide-answer. */
export type CompiledFlag = FlagDefinition & {
  conditions: CompiledCondition[];
  variants: VariantBounds[];
  texts: { key: string; values: Map<FlagValue, string>; details: Map<string, string> };
};

/** Whom a flag is evaluated for. What it costs to find out is a function, asked only when a condition needs it. */
export type Subject = {
  distinctId: string;
  /** The person's properties, `distinct_id` among them. */
  personProperties(): JsonObject;
  /** The key and the properties (`$group_key` among them) of the group of this type; undefined when none was sent. */
  group(typeIndex: number): { key: string; properties(): JsonObject } | undefined;
  /** The id that keeps this flag's value, where one was kept. */
  firstDistinctId(flagId: number): string | undefined;
  override(flagId: number): FlagValue | undefined;
};

/** `conditionIndex` is null where no single condition decided. */
export type Outcome = { value: FlagValue; code: FlagReasonCode; conditionIndex: number | null };

/** What is hashed for a flag, and the properties that its conditions are about. */
export type Target = {
  identifier: string;
  kind: 'distinct_id' | 'first_distinct_id' | 'group';
  properties(): JsonObject;
};

/** A property condition of a flag cannot be used; `path` leads to it in `filters`. */
export class InvalidConditionError extends Error {
  readonly path: (string | number)[];

  constructor(message: string, path: (string | number)[]) {
    super(message);
    this.path = path;
  }
}

/** Prepares a flag for many evaluations. Throws InvalidConditionError. */
export function compileFlag(definition: FlagDefinition, now: () => number): CompiledFlag {
  const conditions = definition.filters.groups.map((group, index) => ({
    index,
    rollout: rolloutOf(group),
    variant: group.variant,
    properties: group.properties,
    tests: group.properties.map((property, place) => compileAt(property, index, place, now)),
  }));
  // Stable: those that fix a variant come first, each kind in its own order.
  conditions.sort((one, other) => Number(other.variant !== null) - Number(one.variant !== null));
  const variants = boundsOf(definition.filters.multivariate?.variants ?? []);
  const texts = { key: JSON.stringify(definition.key), values: new Map(), details: new Map() };
  return { ...definition, conditions, variants, texts };
}

const rolloutOf = ({ rollout_percentage: percent }: FlagFilters['groups'][number]) =>
  percent === null || percent >= 100 ? null : percent / 100;

function compileAt(property: FlagProperty, group: number, place: number, now: () => number): PropertyTest {
  try {
    return compileProperty(property, now);
  } catch (error) {
    throw new InvalidConditionError((error as Error).message, ['groups', group, 'properties', place, 'value']);
  }
}

/** What a flag is for somebody (decisions 3). Reasons from best to worst are those of the first condition that came so far. */
export function evaluate(flag: CompiledFlag, subject: Subject): Outcome {
  const override = subject.override(flag.id);
  if (override !== undefined) return { value: override, code: 'override', conditionIndex: null };
  if (!flag.active) return { value: false, code: 'flag_disabled', conditionIndex: null };
  const target = targetOf(flag, subject);
  if (target === undefined) return { value: false, code: 'no_group_type', conditionIndex: null };
  let closest: Outcome = { value: false, code: 'no_condition_match', conditionIndex: null };
  let position: number | undefined;
  for (const condition of flag.conditions) {
    if (!holds(condition, target)) continue;
    if (condition.rollout !== null) {
      position ??= bucket(flag.key, target.identifier, '');
      if (!isInRollout(condition.rollout, position)) {
        if (closest.code === 'no_condition_match') {
          closest = { value: false, code: 'out_of_rollout_bound', conditionIndex: condition.index };
        }
        continue;
      }
    }
    return { value: valueIn(flag, condition, target), code: 'condition_match', conditionIndex: condition.index };
  }
  return closest;
}

/** What the flag is bucketed by; undefined for a flag of groups when the subject has none of that type. */
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

/** The payload, JSON text, that comes with a value; null when there is none. */
export function payloadOf({ filters: { payloads } }: FlagDefinition, value: FlagValue): string | null {
  const key = String(value);
  return value !== false && Object.hasOwn(payloads, key) ? (payloads[key] ?? null) : null;
}
