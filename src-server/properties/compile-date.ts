import { maxDateText } from '../core/limits.ts';
import { parseTime } from '../core/time.ts';
import { type Compile, InvalidFilterError } from './compile-value.ts';

/** A date, or so long before now. */
const compileMoment =
  (compare: (time: number, limit: number) => boolean): Compile =>
  (wanted, { operator, now }) => {
    const ago = agoOf(wanted);
    const fixed = timeOf(wanted);
    if (ago === undefined) requireTime(fixed, operator, 'a date such as 2026-01-31 or -7d');
    const limit = ago === undefined ? () => fixed : () => before(now(), ago);
    return (value) => compare(timeOf(value), limit());
  };

export const compileBefore = compileMoment((time, limit) => time < limit);
export const compileAfter = compileMoment((time, limit) => time > limit);

/** The same day in UTC where a day is asked for, else the same instant. */
export const compileOnDate: Compile = (wanted, { operator }) => {
  const fixed = timeOf(wanted);
  requireTime(fixed, operator, 'a date such as 2026-01-31');
  const isDay = typeof wanted === 'string' && /^\d{4}-?\d{2}-?\d{2}$/.test(wanted.trim());
  if (!isDay) return (value) => timeOf(value) === fixed;
  return (value) => Math.floor(timeOf(value) / day) === Math.floor(fixed / day);
};

function requireTime(time: number, operator: string, kinds: string): void {
  if (Number.isNaN(time)) throw new InvalidFilterError(`The operator "${operator}" needs ${kinds}.`);
}

const hour = 3_600_000;
const day = 24 * hour;

const zone = /\b(?:UTC?|GMT|[ECMP][SD]T)\b|\d:\d{2}.*[+-]\d|\d\s*Z$/i;

/** Milliseconds UTC, NaN for what is no date. A number is milliseconds; text is ISO 8601, or what Date.parse knows. */
function timeOf(value: unknown): number {
  if (typeof value === 'number') return new Date(value).getTime();
  if (typeof value !== 'string' || value.length > maxDateText) return Number.NaN;
  return parseTime(value) ?? Date.parse(zone.test(value) ? value : `${value} UTC`);
}

type Ago = { count: number; unit: string };

/** "-7d", or "7d": both that long before now; hours, days, weeks, months, years, fewer than 10,000 of them. */
function agoOf(wanted: unknown): Ago | undefined {
  const match = typeof wanted === 'string' ? /^-?(\d+)([hdwmy])$/.exec(wanted) : null;
  const ago = match && { count: Number(match[1]), unit: String(match[2]) };
  return ago !== null && ago.count < 10_000 ? ago : undefined;
}

function before(now: number, { count, unit }: Ago): number {
  if (unit === 'h') return now - count * hour;
  if (unit === 'd') return now - count * day;
  if (unit === 'w') return now - count * 7 * day;
  return unit === 'm' ? monthsBefore(now, count) : yearsBefore(now, count);
}

/** One month after the other, as the SDKs count: from March 31 by way of February to January 28. */
function monthsBefore(now: number, count: number): number {
  const date = new Date(now);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  let dayOfMonth = date.getUTCDate();
  // Every month has 28 days: from there on nothing changes.
  for (let passed = 1; passed <= count && dayOfMonth > 28; passed++) {
    dayOfMonth = Math.min(dayOfMonth, new Date(Date.UTC(year, month - passed + 1, 0)).getUTCDate());
  }
  return date.setUTCFullYear(year, month - count, dayOfMonth);
}

/** From February 29 to the 28th even of a leap year, as the SDKs count. */
function yearsBefore(now: number, count: number): number {
  const date = new Date(now);
  const isLeapDay = count > 0 && date.getUTCMonth() === 1 && date.getUTCDate() === 29;
  return date.setUTCFullYear(date.getUTCFullYear() - count, date.getUTCMonth(), isLeapDay ? 28 : date.getUTCDate());
}
