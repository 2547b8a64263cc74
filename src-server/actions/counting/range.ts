import { dayMs, parseTime } from '../../core/text/time-contract.ts';
import type { CountQuery } from '../contract.ts';
import type { TimeRange } from './count.ts';

/** Returns the range of a query; a date without time is the whole UTC day. */
export function rangeOf({ date_from: from, date_to: to }: Pick<CountQuery, 'date_from' | 'date_to'>): TimeRange {
  return { from: timeOf(from, 0), to: timeOf(to, dayMs - 1) };
}

function timeOf(date: string | undefined, rest: number): number | null {
  const time = date === undefined ? undefined : parseTime(date);
  if (date === undefined || time === undefined) return null;
  return /[T ]/i.test(date) ? time : time + rest;
}
