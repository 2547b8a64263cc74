import type { SimilarEvent } from '../../events/expected-count/nearest-contract.ts';
import { type CheckResult, type ExpectationStatus, worstFirst } from '../contract.ts';
import type { WholeEvent } from './conditions.ts';
import { countBoundsOf } from './counts-contract.ts';
import type { RuleTally } from './tally.ts';

export type RuleResult = Omit<CheckResult, 'expectation'>;

/** Finds events that a verdict names. `similar`: the newest with a name similar to the rule's. */
export type EventFinder = {
  whole(id: number): WholeEvent | undefined;
  similar(tally: RuleTally): SimilarEvent | null;
};

/** Concludes from the events that have arrived. */
export function resultOf(tally: RuleTally, status: ExpectationStatus, { whole, similar }: EventFinder): RuleResult {
  const { rule, found, matches } = tally;
  const missed = isMissed(tally, status) ? (tally.hasSeen ? tally.nearest(whole) : similar(tally)) : null;
  const surplus = matches.slice(countBoundsOf(rule.count).max);
  return { status, found, matches, surplus, nearest: missed ?? tally.repeat(whole) };
}

/** Reports whether there are too few matches, for which there may be a nearest miss. */
export const isMissed = ({ rule, found }: RuleTally, status: ExpectationStatus): boolean =>
  status !== 'passed' && found < countBoundsOf(rule.count).min;

/** Returns the status of a rule. `isOpen`: events that count may still arrive. */
export function expectationStatusOf(
  { rule: { count, unique }, found, isRepeated }: RuleTally,
  isOpen: boolean,
): ExpectationStatus {
  const { min, max } = countBoundsOf(count);
  if (found > max || isRepeated) return 'failed';
  if (found < min) return isOpen ? 'pending' : 'failed';
  const canFail = max !== Number.POSITIVE_INFINITY || unique !== null;
  return isOpen && canFail ? 'pending' : 'passed';
}

/** Returns the status of several; `passed` of none. */
export const statusOfAll = (verdicts: readonly { status: ExpectationStatus }[]): ExpectationStatus =>
  worstFirst.find((status) => verdicts.some((verdict) => verdict.status === status)) ?? 'passed';
