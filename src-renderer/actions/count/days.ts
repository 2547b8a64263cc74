import type { ActionDay, CountQuery } from '#server/actions/contract.ts';
import { dayMs } from '#server/core/text/time-contract.ts';
import { csvText } from '#server/http/csv-contract.ts';
import type { CountSearch, CountSpan } from './count-search.ts';

/** Used when the URL names no days. */
export const defaultSpan: CountSpan = '30';

/** Returns the chosen span; null with dates of one's own. */
export function spanOf({ span, from, to }: CountSearch): CountSpan | null {
  return from === undefined && to === undefined ? (span ?? defaultSpan) : null;
}

/** Returns the range to request. The server's days are in UTC, so today is too. */
export function rangeOf(search: CountSearch, nowMs: number): Pick<CountQuery, 'date_from' | 'date_to'> {
  const span = spanOf(search);
  if (span === null) {
    return {
      ...(search.from !== undefined && { date_from: search.from }),
      ...(search.to !== undefined && { date_to: search.to }),
    };
  }
  if (span === 'all') return {};
  return { date_from: isoDay(nowMs - (Number(span) - 1) * dayMs), date_to: isoDay(nowMs) };
}

/** Returns whether the range ends before it begins: the server would then return no days, without an error. */
export function isBackwards({ from, to }: CountSearch): boolean {
  return from !== undefined && to !== undefined && to < from;
}

/** Returns "2026-11-21", in UTC. */
export function isoDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** Returns the first day with the most matches; undefined without matches. */
export function fullestDay(series: readonly ActionDay[]): ActionDay | undefined {
  const highest = Math.max(1, ...series.map(({ count }) => count));
  return series.find(({ count }) => count === highest);
}

/** Formats the days as CSV. */
export function daysCsv(series: readonly ActionDay[]): string {
  return csvText([['date', 'matches', 'people'], ...series.map((day) => [day.date, day.count, day.people_count])]);
}
