import { longestForecastDays } from '#server/experiments/results/rules-contract.ts';

/** "24 Nov 2026, 10:00 UTC": the run is counted in UTC, so its times are said in it too. */
export function dateTimeText(iso: string): string {
  const text = new Date(iso).toLocaleString('en-GB', {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  });
  return `${text} UTC`;
}

/** "24 Nov" of an ISO date, for axes; the year stands beside them. */
export function shortDay(date: string): string {
  return new Date(`${date}T00:00:00Z`).toLocaleDateString('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'short' });
}

/** Beyond a year a number of days is no forecast any more. */
export const isOverAYear = (days: number) => days > longestForecastDays;

/** "about 5 days", "over a year", to go on with "left" or "more". */
export function leftWords(days: number): string {
  return isOverAYear(days) ? 'over a year' : `about ${daysWords(days)}`;
}

/** "1 day", "12 days"; parts of a day count as one. */
export function daysWords(days: number): string {
  const whole = Math.max(1, Math.ceil(days));
  return `${whole.toLocaleString('en')} ${whole === 1 ? 'day' : 'days'}`;
}
