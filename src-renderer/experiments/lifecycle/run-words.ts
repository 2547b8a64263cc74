import { formatDateTime } from '#server/core/text/dates-contract.ts';
import { dayMs } from '#server/core/text/time-contract.ts';
import type { Experiment } from '#server/experiments/contract.ts';
import { plannedDays, runDay } from '#server/experiments/results/schedule-contract.ts';
import { daysWords } from '#server/experiments/results/words/days-contract.ts';
import { formatCount, formatDay } from '../../ui/format.ts';

const HOUR_MS = 3_600_000;

type DatedRun = Pick<Experiment, 'status' | 'start_date' | 'end_date' | 'parameters'>;

/**
 * Returns where in its run an experiment is: "day 3 of 14", "17–24 Nov, 8 days", for rows "8 days to 24 Nov"; null for a draft
 * without a start. Dates are in UTC, like the days of the results.
 */
export function runWords(
  { status, start_date: start, end_date: end, parameters }: DatedRun,
  nowMs: number,
  size: 'whole' | 'short' = 'whole',
): string | null {
  if (start === null) return null;
  const startMs = Date.parse(start);
  if (status === 'draft') return `starts ${formatDay(start, nowMs)}`;
  if (status === 'complete' && end !== null) {
    const span = spanWords(Date.parse(end) - startMs);
    return size === 'short' ? `${span} to ${formatDay(end, nowMs)}` : `${rangeWords(start, end, nowMs)}, ${span}`;
  }
  const day = runDay(startMs, nowMs);
  const planned = plannedDays({ parameters });
  return [
    `day ${formatCount(day)}`,
    ...(planned === null ? [] : [plannedWords(day, planned)]),
    ...(end === null ? [] : [`, ends ${formatDay(end, nowMs)}`]),
  ].join('');
}

/** Follows the day of a run: " of 14", or ", 14 planned" once they are over. */
export function plannedWords(day: number, planned: number): string {
  const days = formatCount(planned);
  return day <= planned ? ` of ${days}` : `, ${days} planned`;
}

/** Returns the exact start and end, a line each. */
export function runTimes({ start_date: start, end_date: end }: Pick<Experiment, 'start_date' | 'end_date'>): string {
  const times = [start && `from ${formatDateTime(start)}`, end && `to ${formatDateTime(end)}`];
  return times.filter(Boolean).join('\n');
}

/** Formats a range of days: "17–24 Nov", "28 Nov – 3 Dec", "21 Nov" for a single day. */
function rangeWords(start: string, end: string, nowMs: number): string {
  const [from, to] = [start.slice(0, 10), end.slice(0, 10)];
  if (from === to) return formatDay(from, nowMs);
  return from.slice(0, 7) === to.slice(0, 7)
    ? `${Number(from.slice(8))}–${formatDay(to, nowMs)}`
    : `${formatDay(from, nowMs)} – ${formatDay(to, nowMs)}`;
}

function spanWords(ms: number): string {
  if (ms < HOUR_MS) return `${Math.max(1, Math.round(ms / 60_000))} min`;
  return ms < 2 * dayMs ? `${Math.round(ms / HOUR_MS)} h` : daysWords(ms / dayMs);
}
