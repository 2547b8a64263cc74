import { countPeople, countWords, digits } from '../../../core/text/numbers-contract.ts';
import { maxForecastDays } from '../rules-contract.ts';
import type { TooLongRun } from '../schedule-contract.ts';

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
export function endSoonerWords({
  needs_new_run: isNew,
  waits_for: few,
  plan_people: planned,
}: Omit<TooLongRun, 'days' | 'limit'>): string {
  const larger = isNew
    ? 'reset it and launch it with a plan for a larger effect'
    : 'set a larger minimum detectable effect in Setup';
  const instead = few === null ? larger : `reset it and launch it with more weight for “${few}”`;
  const sooner = `To end it sooner, include more people, or ${instead}.`;
  return planned === null
    ? sooner
    : `${sooner} A new run with a plan needs ${countPeople(planned)}, fewer than this one still lacks.`;
}

/** Formats days: "1 day", "12 days"; parts of a day count as one. */
export function daysWords(days: number): string {
  return countWords(Math.max(1, Math.ceil(days)), 'day');
}

/** Units of a window, and the longest that is said in them. */
const units = [
  { unit: 'day', perDay: 1, max: Number.POSITIVE_INFINITY },
  { unit: 'hour', perDay: 24, max: 72 },
  { unit: 'minute', perDay: 1440, max: 180 },
];

/** Returns the length of a window in its largest whole unit: 14 and "day", 36 and "hour"; else days. */
function lengthOf(days: number): [length: number, unit: string] {
  for (const { unit, perDay, max } of units) {
    const length = Math.round(days * perDay);
    // People enter an hour as 0.042 days.
    if (length <= max && Math.abs(length - days * perDay) <= 0.01 * length) return [length, unit];
  }
  return [Number(digits(days)), 'day'];
}

/** Returns "14 days" or "1 hour" for the length of a window. */
export function windowLength(days: number): string {
  const [length, unit] = lengthOf(days);
  return `${length} ${length === 1 ? unit : `${unit}s`}`;
}

/** Returns "14-day window". */
export const windowWords = (days: number): string => `${lengthOf(days).join('-')} window`;
