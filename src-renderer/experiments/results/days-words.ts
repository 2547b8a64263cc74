import { maxForecastDays } from '#server/experiments/results/rules-contract.ts';
import type { TooLongRun } from '#server/experiments/results/schedule-contract.ts';
import { formatCount } from '../../ui/format.ts';

/** Returns whether a number of days is too large to be a forecast. */
export const isOverAYear = (days: number) => days > maxForecastDays;

/** Returns "about 5 days", "over a year", to go on with "left" or "more". */
export function leftWords(days: number): string {
  return isOverAYear(days) ? 'over a year' : `about ${daysWords(days)}`;
}

/** Says what is wrong with a plan or a run over the limit. */
export const tooLongWords = (limit: number): string =>
  `Over ${limit} days, more people return under a new id, and the product changes meanwhile.`;

/** Says how a run ends sooner. One with a plan is tested by the plan of its launch, whatever Setup says since. */
export const endSoonerWords = ({ needs_new_run: isNew }: Pick<TooLongRun, 'needs_new_run'>): string =>
  `To end it sooner, include more people, or ${isNew ? 'reset it and launch it with a plan for a larger effect' : 'set a larger minimum detectable effect in Setup'}.`;

/** Formats days: "1 day", "12 days"; parts of a day count as one. */
export function daysWords(days: number): string {
  const whole = Math.max(1, Math.ceil(days));
  return `${formatCount(whole)} ${whole === 1 ? 'day' : 'days'}`;
}

/** Returns "14-day window". */
export const windowWords = (days: number): string => `${Number(days.toPrecision(3))}-day window`;
