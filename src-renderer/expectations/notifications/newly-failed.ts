import type { Expectation } from '#server/expectations/contract.ts';

type Statuses = ReadonlyMap<number, Expectation['status']>;

export const statusesOf = (expectations: readonly Expectation[]): Statuses =>
  new Map(expectations.map(({ id, status }) => [id, status]));

/** Returns the expectations that failed since the reading before; of a first reading none. */
export function newlyFailed(before: Statuses | null, now: readonly Expectation[]): Expectation[] {
  if (before === null) return [];
  return now.filter(({ id, status }) => status === 'failed' && before.get(id) !== 'failed');
}
