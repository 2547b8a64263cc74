import type { FlagCondition, FlagState, FlagValue, FlagVariant } from '../contract.ts';
import { inOrderTried, reachesNobody, takesEveryone } from '../rollout-contract.ts';

/** Returns the value that a flag gives everyone, but for overrides; null where people may get different values. */
export function servesOf({
  active,
  deleted,
  filters,
}: Pick<FlagState, 'active' | 'deleted' | 'filters'>): FlagValue | null {
  const reaching = filters.groups.filter((condition) => !reachesNobody(condition));
  if (!active || deleted || reaching.length === 0) return false;
  // Whoever is in no such group gets no value.
  if (filters.aggregation_group_type_index !== null) return null;
  // In the order of the evaluation, up to the first condition that holds for everyone.
  const ordered = inOrderTried(reaching);
  const last = ordered.findIndex(takesEveryone);
  if (last === -1) return null;
  const variants = filters.multivariate?.variants ?? [];
  const [value = null, ...others] = new Set(
    ordered.slice(0, last + 1).map((condition) => variantFor(condition, variants)),
  );
  return others.length === 0 ? value : null;
}

function variantFor({ variant }: FlagCondition, variants: readonly FlagVariant[]): FlagValue | null {
  if (variants.length === 0) return true;
  return variant ?? variants.find(({ rollout_percentage: weight }) => weight === 100)?.key ?? null;
}
