import { type ExpectationStatus, worstFirst } from '#server/expectations/contract.ts';

type HasStatus = { status: ExpectationStatus };

const countOf = (all: readonly HasStatus[], status: ExpectationStatus) =>
  all.filter((each) => each.status === status).length;

/** Counts how many have each status. */
export const statusCounts = (all: readonly HasStatus[]): Record<ExpectationStatus, number> => ({
  failed: countOf(all, 'failed'),
  pending: countOf(all, 'pending'),
  passed: countOf(all, 'passed'),
});

/** Returns the worst status that any has, and how many; null without any. */
export function worstOf(all: readonly HasStatus[]): { status: ExpectationStatus; count: number } | null {
  const counts = statusCounts(all);
  const status = worstFirst.find((each) => counts[each] > 0);
  return status === undefined ? null : { status, count: counts[status] };
}
