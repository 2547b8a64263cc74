import { parseEnd, parseTime } from '../../core/text/time-contract.ts';
import type { EventFilter } from './filter-contract.ts';

/** A time span of events, milliseconds UTC, both ends inclusive. */
export type Times = { from: number; to: number };

/** Parses the time of a filter, null for any. A date without a time covers the whole day. */
export function timesOf({ date_from: first, date_to: last }: EventFilter): Times | null {
  const from = first === undefined ? undefined : parseTime(first);
  const to = last === undefined ? undefined : parseEnd(last);
  if (from === undefined && to === undefined) return null;
  return { from: from ?? Number.MIN_SAFE_INTEGER, to: to ?? Number.MAX_SAFE_INTEGER };
}

/** Parses the time from which rows of a filter arrived, milliseconds UTC; undefined for any. */
export const firstArrivalOf = ({ received_from: from }: Pick<EventFilter, 'received_from'>): number | undefined =>
  from === undefined ? undefined : parseTime(from);
