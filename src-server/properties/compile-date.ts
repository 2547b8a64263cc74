import { maxDateText } from '../core/limits-contract.ts';
import { dayMs, parseTime } from '../core/text/time-contract.ts';
import { type Compile, InvalidFilterError, shownValue } from './compile-value.ts';
import { type Ago, readAgo } from './relative-date-contract.ts';

/** Compares with a date, or with a time before now. */
const compileMoment =
  (compare: (time: number, limit: number) => boolean): Compile =>
  (expected, { operator, now }) => {
    const ago = readAgo(expected);
    const fixed = limitOf(expected);
    if (ago === null) requireTime(fixed, expected, operator, 'a date, like 2026-01-31 or -7d');
    const limit = ago === null ? () => fixed : () => before(now(), ago);
    return (value) => compare(timeOf(value), limit());
  };

export const compileBefore = compileMoment((time, limit) => time < limit);
export const compileAfter = compileMoment((time, limit) => time > limit);

export const compileOnDate: Compile = (expected, { operator }) => {
  const [first, last] = onDate(expected);
  requireTime(first, expected, operator, 'a date, like 2026-01-31');
  return (value) => {
    const time = timeOf(value);
    return time >= first && time <= last;
  };
};

/** Returns the first and the last millisecond: of the UTC day for a date without a time, else the same instant. */
export function onDate(expected: unknown): [first: number, last: number] {
  const fixed = limitOf(expected);
  const isDay = typeof expected === 'string' && /^\d{4}-?\d{2}-?\d{2}$/.test(expected.trim());
  return [fixed, isDay ? fixed + dayMs - 1 : fixed];
}

function requireTime(time: number, expected: unknown, operator: string, kinds: string): void {
  if (Number.isNaN(time))
    throw new InvalidFilterError(`The operator "${operator}" needs ${kinds}; got ${shownValue(expected)}.`);
}

/** Parses the date of a condition to milliseconds UTC, or NaN. Numbers are milliseconds; text is ISO 8601. */
function limitOf(expected: unknown): number {
  return typeof expected === 'string' ? (parseTime(expected) ?? Number.NaN) : timeOf(expected);
}

const hour = dayMs / 24;

const zone = /\b(?:UTC?|GMT|[ECMP][SD]T)\b|\d:\d{2}.*[+-]\d|\d\s*Z$/i;

/** Parses the date of a property, as `limitOf` does; text is also anything that Date.parse reads, as in SDKs. */
function timeOf(value: unknown): number {
  if (typeof value === 'number') return new Date(value).getTime();
  if (typeof value !== 'string' || value.length > maxDateText) return Number.NaN;
  return parseTime(value) ?? Date.parse(zone.test(value) ? value : `${value} UTC`);
}

function before(now: number, { amount, unit }: Ago): number {
  if (unit === 'h') return now - amount * hour;
  if (unit === 'd') return now - amount * dayMs;
  if (unit === 'w') return now - amount * 7 * dayMs;
  return unit === 'm' ? monthsBefore(now, amount) : yearsBefore(now, amount);
}

/** Steps back month by month, as the SDKs do: from March 31 via February to January 28. */
function monthsBefore(now: number, count: number): number {
  const date = new Date(now);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  let dayOfMonth = date.getUTCDate();
  // All months have 28 days, so the day then stays the same.
  for (let passed = 1; passed <= count && dayOfMonth > 28; passed++) {
    dayOfMonth = Math.min(dayOfMonth, new Date(Date.UTC(year, month - passed + 1, 0)).getUTCDate());
  }
  return date.setUTCFullYear(year, month - count, dayOfMonth);
}

/** Moves February 29 to the 28th even in leap years, as the SDKs do. */
function yearsBefore(now: number, count: number): number {
  const date = new Date(now);
  const isLeapDay = count > 0 && date.getUTCMonth() === 1 && date.getUTCDate() === 29;
  return date.setUTCFullYear(date.getUTCFullYear() - count, date.getUTCMonth(), isLeapDay ? 28 : date.getUTCDate());
}
