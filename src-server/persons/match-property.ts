import { RE2JS } from 're2js';
import type { JsonObject } from '../http/contract.ts';
import { parseTime } from '../http/time.ts';
import type { PropertyOperator } from './contract.ts';

export type PropertyTest = (properties: JsonObject) => boolean;
type ValueTest = (value: unknown) => boolean;
type Condition = { key: string; operator: PropertyOperator; value?: unknown };

/** A filter that can never be meant; the message says why, in a sentence for the one who wrote it. */
export class InvalidFilterError extends Error {}

/**
 * The one meaning of a property condition (decisions 3, "Operators"). Compiled once, pure, linear in the length of the value.
 *
 * It agrees with the local evaluation of the SDKs (@posthog/core, featureFlagLocalEvaluation, property matching version 2)
 * wherever that decides, with these exceptions. A missing key fails every operator but the negatives and `is_not_set`, where
 * an SDK asks the server. `gt` and its like hold for numbers only (text that is one counts), where an SDK compares text. A date
 * without a zone is UTC, where an SDK takes the zone of its machine. A regex is RE2, whose `\s` has no vertical tab.
 *
 * A key with null is there: `exact` sees the text "null". `now` (milliseconds UTC) is asked each time for dates such as "-7d".
 * Throws InvalidFilterError.
 */
export function compileProperty(filter: Condition, now: () => number = Date.now): PropertyTest {
  const { key, operator, value } = filter;
  if (operator === 'is_set') return (properties) => isThere(properties, key);
  if (operator === 'is_not_set') return (properties) => !isThere(properties, key);
  if (value === undefined || value === null) throw new InvalidFilterError(`The operator "${operator}" needs a value.`);
  if (Array.isArray(value) && value.length === 0) throw new InvalidFilterError('The list of values is empty.');
  const positive = positives[operator];
  const isNegative = positive !== undefined;
  const test = compileValue(positive ?? operator, value, now);
  return (properties) => (isThere(properties, key) ? test(properties[key]) !== isNegative : isNegative);
}

const positives: { [operator in PropertyOperator]?: PropertyOperator } = {
  is_not: 'exact',
  not_icontains: 'icontains',
  not_regex: 'regex',
};

const isThere = (properties: JsonObject, key: string) =>
  properties[key] !== undefined && Object.hasOwn(properties, key);

function compileValue(operator: PropertyOperator, wanted: unknown, now: () => number): ValueTest {
  switch (operator) {
    case 'icontains': {
      const text = foldAscii(plainText(wanted));
      return (value) => foldAscii(plainText(value)).includes(text);
    }
    case 'regex':
      return compileRegex(plainText(wanted));
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return compileNumber(operator, wanted);
    case 'is_date_before':
    case 'is_date_after':
    case 'is_date_exact':
      return compileDate(operator, wanted, now);
    default: {
      const texts = new Set((Array.isArray(wanted) ? wanted : [wanted]).map((item) => exactText(item).toLowerCase()));
      return (value) => texts.has(exactText(value).toLowerCase());
    }
  }
}

function compileRegex(pattern: string): ValueTest {
  try {
    const regex = RE2JS.compile(pattern);
    return (value) => regex.test(plainText(value));
  } catch (error) {
    throw new InvalidFilterError(`The regex is not valid: ${(error as Error).message}.`);
  }
}

function compileNumber(operator: 'gt' | 'gte' | 'lt' | 'lte', wanted: unknown): ValueTest {
  const limit = numberOf(wanted);
  if (Number.isNaN(limit)) throw new InvalidFilterError(`The operator "${operator}" needs a number.`);
  if (operator === 'gt') return (value) => numberOf(value) > limit;
  if (operator === 'gte') return (value) => numberOf(value) >= limit;
  if (operator === 'lt') return (value) => numberOf(value) < limit;
  return (value) => numberOf(value) <= limit;
}

const decimal = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/i;

/** Comparisons with NaN are all false: what is no number never holds. */
function numberOf(value: unknown): number {
  const number = typeof value === 'string' && decimal.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : Number.NaN;
}

/** `is_date_exact` is the same day in UTC where a day is asked for, else the same instant. */
function compileDate(operator: PropertyOperator, wanted: unknown, now: () => number): ValueTest {
  const ago = operator === 'is_date_exact' ? undefined : agoOf(wanted);
  const fixed = timeOf(wanted);
  if (ago === undefined && Number.isNaN(fixed)) {
    const kinds = operator === 'is_date_exact' ? 'a date such as 2026-01-31' : 'a date such as 2026-01-31 or -7d';
    throw new InvalidFilterError(`The operator "${operator}" needs ${kinds}.`);
  }
  const limit = ago === undefined ? () => fixed : () => before(now(), ago);
  if (operator === 'is_date_before') return (value) => timeOf(value) < limit();
  if (operator === 'is_date_after') return (value) => timeOf(value) > limit();
  if (typeof wanted !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(wanted.trim()))
    return (value) => timeOf(value) === fixed;
  return (value) => Math.floor(timeOf(value) / day) === Math.floor(fixed / day);
}

const hour = 3_600_000;
const day = 24 * hour;

const zone = /\b(?:UTC?|GMT|[ECMP][SD]T)\b|\d:\d{2}.*[+-]\d|\d\s*Z$/i;

/** Milliseconds UTC, NaN for what is no date. A number is milliseconds; text is ISO 8601, or what Date.parse knows. */
function timeOf(value: unknown): number {
  if (typeof value === 'number') return new Date(value).getTime();
  if (typeof value !== 'string') return Number.NaN;
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

const foldAscii = (text: string) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** Levels; as many as a stored value can have (events/normalize.ts). Deeper ones, which a request may send, are cut off. */
const deepest = 500;

/** As String() has it; that would fail for an object with a `toString` of its own, which any client may send. */
function plainText(value: unknown, depth = 0): string {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return typeof value === 'object' && value !== null ? '[object Object]' : String(value);
  if (depth === deepest) return '';
  return value.map((item) => (item === null ? '' : plainText(item, depth + 1))).join();
}

/** Text as it is, all else as JSON with the keys of objects in the order of their code points. */
function exactText(value: unknown): string {
  return typeof value === 'string' ? value : sortedJson(value, 0);
}

function sortedJson(value: unknown, depth: number): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value !== 'object' || value === null) return String(value);
  if (depth === deepest) return 'null';
  if (Array.isArray(value)) return `[${value.map((item) => sortedJson(item, depth + 1)).join()}]`;
  const keys = Object.keys(value).sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
  return `{${keys.map((key) => `${JSON.stringify(key)}:${sortedJson((value as JsonObject)[key], depth + 1)}`).join()}}`;
}
