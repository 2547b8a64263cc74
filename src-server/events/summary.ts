import { isoTime } from '../core/time.ts';
import type { Database } from '../database/open.ts';
import { type EventScope, scopeOfDiscards } from './conditions.ts';
import type { EventFilter, EventReason, EventSummary } from './contract.ts';
import { scan } from './list.ts';
import { slotSeconds } from './store.ts';

/** `from` and `to`: arrival in milliseconds UTC. */
export type SummaryArgs = EventScope & { filter: EventFilter; from: number; to: number };

type Count = {
  status: 'accepted' | 'dropped' | 'rejected';
  reason: EventReason | null;
  slot: number;
  count: number;
  unassigned: 0 | 1;
};

const maxPoints = 60;
/** Consecutive rows before the window that end a search; a few may appear when the clock was wrong. */
const maxStragglers = 1000;
/** Milliseconds a filtered count may take; then it covers the newest part of the window only. */
const timeBudgetMs = 500;

/** Counts what arrived in a window. Without filters it reads running counts, at constant cost. */
export function readSummary(database: Database, args: SummaryArgs): EventSummary {
  const { from, to, filter } = args;
  const slots = Math.max(1, Math.ceil((to - from) / 1000 / slotSeconds / maxPoints));
  const interval = slots * slotSeconds;
  const { counts, isComplete } = isNarrow(filter) ? scanned(database, args) : kept(database, args);
  const first = Math.floor(from / 1000 / interval) * interval;
  const series = new Map<number, EventSummary['series'][number]>();
  for (let start = first; start * 1000 < to; start += interval) {
    series.set(start, { start: isoTime(start * 1000), accepted: 0, dropped: 0, rejected: 0, unassigned: 0 });
  }
  const totals = { accepted: 0, dropped: 0, rejected: 0, unassigned: 0 };
  const reasons = new Map<string, EventSummary['reasons'][number]>();
  for (const { status, reason, slot, count, unassigned } of counts) {
    totals[status] += count;
    const point = series.get(Math.floor(slot / interval) * interval);
    if (point !== undefined) point[status] += count;
    if (unassigned === 1) {
      totals.unassigned += count;
      if (point !== undefined) point.unassigned += count;
    }
    if (reason === null) continue;
    const known = reasons.get(`${status} ${reason}`) ?? { status, reason, count: 0 };
    reasons.set(`${status} ${reason}`, { ...known, count: known.count + count });
  }
  return {
    ...totals,
    reasons: [...reasons.values()].sort((left, right) => right.count - left.count),
    interval_seconds: interval,
    series: [...series.values()],
    is_complete: isComplete,
  };
}

function isNarrow({ status: _status, reason: _reason, properties, ...rest }: EventFilter): boolean {
  return properties.length > 0 || Object.values(rest).some((value) => value !== undefined && value !== '');
}

type Counted = { counts: Count[]; isComplete: boolean };

function kept(database: Database, { from, to, ...scope }: SummaryArgs): Counted {
  const inScope = scopeOfDiscards(scope);
  const accepted = database
    .prepare<number[], Count>(
      `SELECT 'accepted' AS status, NULL AS reason, slot, accepted AS count, 0 AS unassigned FROM arrivals
       WHERE project_id = ? AND slot >= ? AND slot <= ?`,
    )
    .all(scope.projectId, Math.floor(from / 1000 / slotSeconds) * slotSeconds, Math.floor(to / 1000));
  const discarded = database
    .prepare<number[], Count>(
      `SELECT status, reason, received_at / 1000 AS slot, project_id IS NULL AS unassigned, sum(count) AS count
       FROM discards r WHERE received_at BETWEEN ? AND ? AND ${inScope.sql} GROUP BY 1, 2, 3, 4`,
    )
    .all(from, to, ...inScope.values);
  return { counts: [...accepted, ...discarded], isComplete: true };
}

/** Newest first, until the window ends. Requests from the spool may be out of order. */
function scanned(database: Database, { filter, from, to, ...scope }: SummaryArgs): Counted {
  const counts: Count[] = [];
  const end = performance.now() + timeBudgetMs;
  let stragglers = 0;
  const { reason: _reason, ...rest } = filter;
  for (const { row, isMatch } of scan(database, { ...scope, filter: { ...rest, status: 'all' } })) {
    if (performance.now() > end) return { counts, isComplete: false };
    if (row === null) continue;
    stragglers = row.received_at < from ? stragglers + 1 : 0;
    if (stragglers > maxStragglers) break;
    if (!isMatch || row.received_at < from || row.received_at > to) continue;
    counts.push({
      status: row.status,
      reason: row.reason,
      slot: Math.floor(row.received_at / 1000),
      count: row.count,
      unassigned: row.unassigned,
    });
  }
  return { counts, isComplete: true };
}
