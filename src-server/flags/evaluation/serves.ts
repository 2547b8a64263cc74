import { type FlagCondition, type FlagState, type FlagValue, type FlagVariant, variantsOf } from '../contract.ts';
import { decidingConditions, takesEveryone } from '../rollout-contract.ts';

/** Returns the value that a flag gives everyone, but for overrides; null where people may get different values. */
export function servesOf({
  active,
  deleted,
  filters,
}: Pick<FlagState, 'active' | 'deleted' | 'filters'>): FlagValue | null {
  const conditions = decidingConditions(filters.groups);
  const last = conditions.at(-1);
  if (!active || deleted || last === undefined) return false;
  // People without such a group get no value.
  if (filters.aggregation_group_type_index !== null) return null;
  if (!takesEveryone(last)) return null;
  const variants = variantsOf(filters);
  const [value = null, ...others] = new Set(conditions.map((condition) => variantFor(condition, variants)));
  return others.length === 0 ? value : null;
}

function variantFor({ variant }: FlagCondition, variants: readonly FlagVariant[]): FlagValue | null {
  if (variants.length === 0) return true;
  return variant ?? variants.find(({ rollout_percentage: weight }) => weight === 100)?.key ?? null;
}
