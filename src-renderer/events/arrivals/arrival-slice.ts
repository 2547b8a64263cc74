import { dayMs } from '#server/core/text/time-contract.ts';
import type { EventSummary } from '#server/events/contract.ts';
import { clockTime, formatDayTime } from '../../ui/format.ts';

/** Formats the start of a slice of time, with the date where the slices span more than a day. */
export function arrivalTime({ interval_seconds: interval, series }: EventSummary, start: string): string {
  const date = new Date(start);
  return interval * (series.length - 1) * 1000 > dayMs ? formatDayTime(date) : clockTime(date);
}
