import type { FlagCondition } from './contract.ts';

/** The rollout of a condition: the share of matches that get the flag, percent. Null or 100: all. */
type Rollout = Pick<FlagCondition, 'rollout_percentage'>;
type Tried = Rollout & Pick<FlagCondition, 'variant'> & { properties: readonly unknown[] };

/** Returns the rollout, percent, where it leaves some matches out; null where all get the flag. */
export const limitedRollout = ({ rollout_percentage: percent }: Rollout): number | null =>
  percent === null || percent >= 100 ? null : percent;

/** Whether everyone gets the flag by the condition, whatever the others say. */
export const takesEveryone = (condition: Rollout & { properties: readonly unknown[] }): boolean =>
  condition.properties.length === 0 && limitedRollout(condition) === null;

export const reachesNobody = ({ rollout_percentage: percent }: Rollout): boolean => percent === 0;

/** Returns the conditions in the order in which they are tried: those that fix a variant first, each kind in the flag's order. */
export const inOrderTried = <Condition extends Pick<FlagCondition, 'variant'>>(
  conditions: readonly Condition[],
): Condition[] => conditions.toSorted((one, other) => Number(other.variant !== null) - Number(one.variant !== null));

/**
 * Returns the conditions that can decide, in the order in which they are tried: none that reaches nobody, and none after one that
 * takes everyone.
 */
export function decidingConditions<Condition extends Tried>(conditions: readonly Condition[]): Condition[] {
  const tried = inOrderTried(conditions).filter((condition) => !reachesNobody(condition));
  const end = tried.findIndex(takesEveryone);
  return end < 0 ? tried : tried.slice(0, end + 1);
}
