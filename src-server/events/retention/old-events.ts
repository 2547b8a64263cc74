import { dayMs, isoTime } from '../../core/text/time-contract.ts';
import type { RetentionHold } from './retention-contract.ts';

/** Something whose events must stay from `since` on, ms UTC. */
export type Needed = { id: number; name: string; since: number };

/** Returns what needs old events of a project the longest; undefined: nothing does. */
export type NeededSince = (projectId: number) => Needed | undefined;

/** Events that arrived before it (ms UTC) may go; `hold`: what keeps others that are older than the days. */
export type Deletable = { before: number; hold: RetentionHold | null };

/** Events of test runs go with their test run. */
export const isOwnSql = '+r.project_id = :projectId AND +r.test_run_id IS NULL';
/** It arrived before a time (ms UTC): a clock may have been wrong, so ids alone do not tell what is old. */
export const isOldSql = `${isOwnSql} AND +r.received_at < :arrivedBefore`;

/** Returns what may go: whole UTC days, so that there is one deletion a day, since each makes caches of results begin anew. */
export function oldBefore(now: number, keepDays: number, needed: Needed | undefined): Deletable {
  const end = now - keepDays * dayMs;
  const before = end - (((end % dayMs) + dayMs) % dayMs);
  if (needed === undefined || needed.since >= before) return { before, hold: null };
  const { id, name, since } = needed;
  return { before: since, hold: { reason: 'experiment', id, name, since: isoTime(since) } };
}
