import { maxForecastDays } from '#server/experiments/results/rules-contract.ts';
import { formatCount } from '../../ui/format.ts';

/** Over a year, a number of days is no forecast. */
export const isOverAYear = (days: number) => days > maxForecastDays;

/** "about 5 days", "over a year", to go on with "left" or "more". */
export function leftWords(days: number): string {
  return isOverAYear(days) ? 'over a year' : `about ${daysWords(days)}`;
}

/** "1 day", "12 days"; parts of a day count as one. */
export function daysWords(days: number): string {
  const whole = Math.max(1, Math.ceil(days));
  return `${formatCount(whole)} ${whole === 1 ? 'day' : 'days'}`;
}

/** "14-day window". */
export const windowWords = (days: number): string => `${Number(days.toPrecision(3))}-day window`;
