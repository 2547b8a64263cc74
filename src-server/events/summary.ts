import { dayMs, isoTime } from '../core/text/time-contract.ts';
import type { Database } from '../database/open.ts';
import type { EventStatus, EventSummary } from './contract.ts';
import { type EventScope, scopeOfDiscards } from './filters/conditions.ts';
import type { EventFilter } from './filters/filter-contract.ts';
import { firstArrivalOf } from './filters/times.ts';
import { firstIdSince } from './first-id.ts';
import { newestId } from './list.ts';
import type { EventReason } from './reason-contract.ts';
import { maxOutOfOrderRows, scan } from './scan/scan.ts';
import { slotSeconds } from './store.ts';

/** `to`: milliseconds UTC. The span begins with the filter's `received_from`. */
export type SummaryArgs = EventScope & { filter: EventFilter; to: number };

type Count = {
  status: EventStatus;
  reason: EventReason | null;
  slot: number;
  count: number;
  unassigned: 0 | 1;
};

const maxPoints = 60;
/** Longer spans are not in the running counts. */
const maxSlotSpanMs = dayMs + slotSeconds * 1000;
/** Maximum milliseconds of a filtered count, which then covers only the newest part of the time span. */
const timeBudgetMs = 500;

/** Counts the rows of a list with the same filter. Without filters it reads running counts, at constant cost. Yields periodically. */
export function* readSummary(database: Database, args: SummaryArgs): Generator<void, EventSummary> {
  const { to, filter } = args;
  const start = firstArrivalOf(filter);
  const isKept = start !== undefined && to - start <= maxSlotSpanMs && !isNarrow(filter);
  const { counts, isComplete } = yield* isKept ? kept(database, args, start) : scanned(database, args, to);
  const earliest = Math.min(to / 1000, ...counts.slice(-1).map(({ slot }) => slot));
  const series = emptySeries(start ?? earliest * 1000, to);
  const interval = series.interval;
  const totals = { accepted: 0, dropped: 0, rejected: 0, unassigned: 0 };
  const reasons = new Map<string, EventSummary['reasons'][number]>();
  for (const { status, reason, slot, count, unassigned } of counts) {
    if (filter.status !== 'all' && filter.status !== status) continue;
    totals[status] += count;
    const point = series.points.get(Math.floor(slot / interval) * interval);
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
    from: start === undefined ? null : isoTime(start),
    to: isoTime(to),
    ...totals,
    reasons: [...reasons.values()].sort((left, right) => right.count - left.count),
    interval_seconds: interval,
    series: [...series.points.values()],
    is_complete: isComplete,
  };
}

function emptySeries(from: number, to: number) {
  const slots = Math.max(1, Math.ceil((to - from) / 1000 / slotSeconds / maxPoints));
  const interval = slots * slotSeconds;
  const points = new Map<number, EventSummary['series'][number]>();
  for (let start = Math.floor(from / 1000 / interval) * interval; start * 1000 <= to; start += interval) {
    points.set(start, { start: isoTime(start * 1000), accepted: 0, dropped: 0, rejected: 0, unassigned: 0 });
  }
  return { interval, points };
}

/** Reports whether anything but the status and the time of arrival narrows a filter. */
function isNarrow({ status: _status, received_from: _from, ...rest }: EventFilter): boolean {
  return Object.values(rest).some((value) => typeof value === 'number' || (value !== undefined && value.length > 0));
}

type Counted = { counts: Count[]; isComplete: boolean };

/** Reads the running counts, and the rows of the slot in which the span begins. */
function* kept(database: Database, args: SummaryArgs, from: number): Generator<void, Counted> {
  const { to, ...scope } = args;
  const inScope = scopeOfDiscards(scope);
  const firstSlot = Math.ceil(from / 1000 / slotSeconds) * slotSeconds;
  const begun = from === firstSlot * 1000 ? undefined : yield* scanned(database, args, firstSlot * 1000 - 1);
  const accepted = database
    .prepare<number[], Count>(
      `SELECT 'accepted' AS status, NULL AS reason, slot, accepted AS count, 0 AS unassigned FROM arrivals
       WHERE project_id = ? AND slot >= ? AND slot <= ?`,
    )
    .all(scope.projectId, firstSlot, Math.floor(to / 1000));
  const discarded = database
    .prepare<number[], Count>(
      `SELECT status, reason, received_at / 1000 AS slot, project_id IS NULL AS unassigned, sum(count) AS count
       FROM discards r WHERE received_at BETWEEN ? AND ? AND ${inScope.sql} GROUP BY 1, 2, 3, 4`,
    )
    .all(from, to, ...inScope.values);
  const early = begun?.counts.filter(({ status }) => status === 'accepted') ?? [];
  return { counts: [...accepted, ...early, ...discarded], isComplete: begun?.isComplete ?? true };
}

/** Counts with the scan of the list, newest first, of every status, what arrived until `to`. */
function* scanned(database: Database, { filter, ...scope }: SummaryArgs, to: number): Generator<void, Counted> {
  const counts: Count[] = [];
  const end = performance.now() + timeBudgetMs;
  const before = to < scope.to ? { before: firstIdSince(database, to) + maxOutOfOrderRows } : {};
  const args = { ...scope, ...before, newest: newestId(database), filter: { ...filter, status: 'all' as const } };
  for (const { found, isPause } of scan(database, args)) {
    if (isPause) yield;
    if (performance.now() > end) return { counts, isComplete: false };
    if (found === null || found.received_at > to) continue;
    const { status, reason, received_at: receivedAt, count, unassigned } = found;
    counts.push({ status, reason, slot: Math.floor(receivedAt / 1000), count, unassigned });
  }
  return { counts, isComplete: true };
}
