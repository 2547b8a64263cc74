import type { NearestEvent } from '../../events/number/nearest-contract.ts';
import type { CheckResult, ExpectationStatus, ExpectedCount, Rule } from '../contract.ts';
import type { RuleTally } from './tally.ts';

export type Verdict = Omit<CheckResult, 'expectation'>;

/** Concludes from what arrived. `isOpen`: more may arrive that counts. `similar` finds an event of a similar name. */
export function conclude(tally: RuleTally, isOpen: boolean, similar: () => NearestEvent | null): Verdict {
  const { rule, found, matches, repeat } = tally;
  const status = statusOf(rule, { found, isRepeated: repeat !== null, isOpen });
  const isMissed = status !== 'passed' && found < boundsOf(rule.count).min;
  const missed = isMissed ? (tally.hasSeen ? tally.nearest() : similar()) : null;
  return { status, found, matches, nearest: missed ?? repeat };
}

type Seen = { found: number; isRepeated: boolean; isOpen: boolean };

function statusOf({ count, unique }: Rule, { found, isRepeated, isOpen }: Seen): ExpectationStatus {
  const { min, max } = boundsOf(count);
  if (found > max || isRepeated) return 'failed';
  if (found < min) return isOpen ? 'pending' : 'failed';
  const canFail = max !== Number.POSITIVE_INFINITY || unique !== null;
  return isOpen && canFail ? 'pending' : 'passed';
}

function boundsOf(count: ExpectedCount): { min: number; max: number } {
  if ('exactly' in count) return { min: count.exactly, max: count.exactly };
  if ('at_least' in count) return { min: count.at_least, max: Number.POSITIVE_INFINITY };
  return { min: 0, max: 'at_most' in count ? count.at_most : 0 };
}

/** The status of several: failed if any is, else pending if any is. */
export const statusOfAll = (verdicts: readonly { status: ExpectationStatus }[]): ExpectationStatus =>
  (['failed', 'pending'] as const).find((status) => verdicts.some((verdict) => verdict.status === status)) ?? 'passed';
