import type { JsonObject } from '../../../core/contract.ts';
import { type FlagFilters, type FlagState, type FlagVariant, variantsOf } from '../../../flags/contract.ts';
import { controlKey, type ExperimentParameters, type ExperimentState, type ExperimentVariant } from '../../contract.ts';

export const defaultVariants: FlagVariant[] = [
  { key: controlKey, name: '', rollout_percentage: 50 },
  { key: 'test', name: '', rollout_percentage: 50 },
];

/** Returns the variants in the parameters as those of a flag; undefined if none. Missing names are kept. */
export function variantsIn(
  { feature_flag_variants: named }: ExperimentParameters,
  current: readonly FlagVariant[] = [],
): FlagVariant[] | undefined {
  const nameOf = (key: string) => current.find((variant) => variant.key === key)?.name ?? '';
  return named?.map(({ key, name, rollout_percentage }) => ({ key, name: name ?? nameOf(key), rollout_percentage }));
}

type Weighted = Pick<FlagVariant, 'key' | 'rollout_percentage'>;
const weightsOf = (variants: readonly Weighted[]) =>
  new Map(variants.map(({ key, rollout_percentage: weight }) => [key, weight]));

/** Reports whether both have the same keys, in any order. */
export const haveSameKeys = (some: readonly Weighted[], others: readonly Weighted[]): boolean =>
  some.length === others.length && new Set([...some, ...others].map(({ key }) => key)).size === some.length;

/** Reports whether both have the same keys and weights, in any order. */
export function haveSameWeights(some: readonly Weighted[], others: readonly Weighted[]): boolean {
  const weights = weightsOf(others);
  return haveSameKeys(some, others) && some.every(({ key, rollout_percentage: weight }) => weights.get(key) === weight);
}

/** Sorts variants into their present order: another order would move people to other variants. */
export function inOrderOf(order: readonly Weighted[], variants: readonly FlagVariant[]): FlagVariant[] {
  const position = new Map(order.map(({ key }, index) => [key, index]));
  return variants.toSorted((one, other) => (position.get(one.key) ?? 0) - (position.get(other.key) ?? 0));
}

/** Sets a flag's variants, and removes references to removed ones. */
export function withVariants(filters: FlagFilters, variants: FlagVariant[]): FlagFilters {
  const keys = new Set(variants.map(({ key }) => key));
  return {
    ...filters,
    groups: filters.groups.map((group) =>
      group.variant === null || keys.has(group.variant) ? group : { ...group, variant: null },
    ),
    multivariate: { variants },
    payloads: Object.fromEntries(Object.entries(filters.payloads).filter(([key]) => keys.has(key))),
  };
}

export function withFlag(state: ExperimentState, { key, filters }: Pick<FlagState, 'key' | 'filters'>) {
  const ofFlag = variantsOf(filters);
  const variants = ofFlag.length > 0 ? ofFlag : (variantsIn(state.parameters) ?? defaultVariants);
  return {
    ...state,
    feature_flag_key: key,
    parameters: withCurrentVariants(state.parameters, variants),
    variants,
  };
}

/** Updates named variants from the flag, so that a client that sends back what it read does not undo a change of the flag. */
function withCurrentVariants(parameters: JsonObject, current: readonly FlagVariant[]): JsonObject {
  const { feature_flag_variants: named } = parameters as ExperimentParameters;
  if (!Array.isArray(named)) return parameters;
  const known = new Map<string, ExperimentVariant>(named.map((variant) => [variant.key, variant]));
  const hasName = ({ key, name }: FlagVariant) => (known.get(key)?.name ?? name) === name;
  if (haveSameWeights(named, current) && current.every(hasName)) return parameters;
  const variants = current.map((variant) => {
    const { name, rollout_percentage } = variant;
    const before = known.get(variant.key) ?? variant;
    return { ...before, ...(before.name === undefined ? {} : { name }), rollout_percentage };
  });
  return { ...parameters, feature_flag_variants: variants };
}
