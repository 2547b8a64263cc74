import { parseEnd, parseTime } from '../../core/text/time-contract.ts';
import type { CountQuery } from '../contract.ts';
import type { TimeRange } from './count.ts';

/** Returns the range of a query; a date without time is the whole UTC day. */
export function rangeOf({ date_from: from, date_to: to }: Pick<CountQuery, 'date_from' | 'date_to'>): TimeRange {
  return {
    from: (from === undefined ? undefined : parseTime(from)) ?? null,
    to: (to === undefined ? undefined : parseEnd(to)) ?? null,
  };
}
