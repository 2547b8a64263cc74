import type { FlagCondition } from './contract.ts';

/** The rollout of a condition: the share of matches that get the flag, percent. Null or 100: all. */
type Rollout = Pick<FlagCondition, 'rollout_percentage'>;
type Tried = Rollout & Pick<FlagCondition, 'variant'> & { properties: readonly unknown[] };

/** Returns the rollout, percent, where it leaves some matches out; null where all get the flag. */
export const limitedRollout = ({ rollout_percentage: percent }: Rollout): number | null =>
  percent === null || percent >= 100 ? null : percent;

/** Reports whether everyone gets the flag by the condition, whatever the others say. */
export const takesEveryone = (condition: Rollout & { properties: readonly unknown[] }): boolean =>
  condition.properties.length === 0 && limitedRollout(condition) === null;

export const reachesNobody = ({ rollout_percentage: percent }: Rollout): boolean => percent === 0;

/** Returns the conditions in the order in which they are tried: those that fix a variant first, each kind in the flag's order. */
export const inOrderTried = <Condition extends Pick<FlagCondition, 'variant'>>(
  conditions: readonly Condition[],
): Condition[] => conditions.toSorted((one, other) => Number(other.variant !== null) - Number(one.variant !== null));

/** Reports whether one condition reaches all whom another reaches: it has no property of its own, and no smaller rollout. */
const covers = (one: Tried, other: Tried): boolean =>
  (limitedRollout(one) ?? 100) >= (limitedRollout(other) ?? 100) && isBroader(one, other);

/** Reports whether one condition matches all whom another matches, before their rollouts. */
function isBroader(one: Tried, other: Tried): boolean {
  const others = other.properties.map((property) => JSON.stringify(property));
  return one.properties.every((property) => others.includes(JSON.stringify(property)));
}

/** Returns the conditions that can decide, in the order in which they are tried: none whose people earlier ones take. */
export function decidingConditions<Condition extends Tried>(conditions: readonly Condition[]): Condition[] {
  const tried = inOrderTried(conditions).filter((condition) => !reachesNobody(condition));
  return tried.filter((condition, index) => !tried.slice(0, index).some((earlier) => covers(earlier, condition)));
}

/** Returns the conditions that together reach everyone whom the flag reaches: none whose people another takes. */
export function reachingConditions<Condition extends Tried>(conditions: readonly Condition[]): Condition[] {
  const reaching = conditions.filter((condition) => !reachesNobody(condition));
  const isNeeded = (one: Condition, index: number) =>
    !reaching.some((other, at) => at !== index && covers(other, one) && (at < index || !covers(one, other)));
  return reaching.filter(isNeeded);
}

/**
 * Returns the share of its matches, percent, that earlier conditions take from a condition: all conditions compare one hash, so
 * that 30% and then 50% of everyone are 50%.
 */
export const takenEarlier = (condition: Tried, earlier: readonly Tried[]): number =>
  Math.max(0, ...earlier.filter((one) => isBroader(one, condition)).map((one) => limitedRollout(one) ?? 100));
