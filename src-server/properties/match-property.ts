import { RE2JS } from 're2js';
import type { JsonObject } from '../core/contract.ts';
import { sortedJson } from '../core/json.ts';
import {
  maxContainsText,
  maxDateText,
  maxNumberText,
  maxRegexLength,
  maxRegexProgram,
  maxRegexSteps,
  maxRegexText,
} from '../core/limits.ts';
import { parseTime } from '../core/time.ts';
import type { PropertyOperator } from './contract.ts';

export type PropertyTest = (properties: JsonObject) => boolean;
type ValueTest = (value: unknown) => boolean;
type Condition = { key: string; operator: PropertyOperator; value?: unknown };

/** A filter that can never be meant; the message says why, in a sentence for the one who wrote it. */
export class InvalidFilterError extends Error {}

/**
 * The one meaning of a property condition (decisions 3, "Operators"). Compiled once, pure, linear in the length of the value,
 * of which no more is looked at than core/limits.ts says: `icontains` and `regex` see its start, and a text that is too long for
 * a number or a date is neither.
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
      const text = foldAscii(plainText(wanted, Number.POSITIVE_INFINITY));
      return (value) => foldAscii(plainText(value, maxContainsText)).includes(text);
    }
    case 'regex': {
      const isMatch = compileRegex(plainText(wanted, maxRegexLength + 1));
      return (value) => isMatch(plainText(value, maxRegexText));
    }
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
      const texts = (Array.isArray(wanted) ? wanted : [wanted]).map(
        (item) => exactText(item, Number.POSITIVE_INFINITY)?.toLowerCase() ?? '',
      );
      const known = new Set(texts);
      // No letter becomes shorter in lower case.
      const longest = texts.reduce((most, text) => Math.max(most, text.length), 0);
      const isJson = texts.some((text) => text.startsWith('{') || text.startsWith('['));
      return (value) => {
        // An object of 200,000 keys is not even listed where no JSON is asked for.
        if (!isJson && typeof value === 'object' && value !== null) return false;
        const text = exactText(value, longest);
        return text !== undefined && known.has(text.toLowerCase());
      };
    }
  }
}

/** Compiles an RE2 regex, searched for in the first `maxRegexText` characters of a text. Throws InvalidFilterError. */
export function compileRegex(pattern: string): (text: string) => boolean {
  if (pattern.length > maxRegexLength) {
    throw new InvalidFilterError(`A regex has at most ${maxRegexLength} characters; this one is longer.`);
  }
  const regex = parseRegex(pattern);
  const size = regex.programSize();
  if (size > maxRegexProgram) {
    const detail = `it compiles to ${size} instructions, and ${maxRegexProgram} are allowed. Use fewer or smaller repetitions`;
    throw new InvalidFilterError(`The regex is too large: ${detail}.`);
  }
  const seen = Math.min(maxRegexText, Math.floor(maxRegexSteps / size));
  return (text) => regex.test(text.length > seen ? text.slice(0, seen) : text);
}

function parseRegex(pattern: string): RE2JS {
  try {
    return RE2JS.compile(pattern);
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

const decimal = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?\s*$/i;

/** Comparisons with NaN are all false: what is no number never holds. */
function numberOf(value: unknown): number {
  const isText = typeof value === 'string' && value.length <= maxNumberText && decimal.test(value);
  const number = isText ? Number(value) : value;
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

const foldAscii = (text: string) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** Levels of arrays; deeper ones, which a request may send, are cut off. */
const deepest = 500;

/**
 * The first `longest` characters of a value as String() has it; that would fail for an object with a `toString` of its own,
 * which any client may send.
 */
function plainText(value: unknown, longest: number): string {
  if (typeof value === 'string') return value.length > longest ? value.slice(0, longest) : value;
  if (typeof value !== 'object' || value === null) return String(value);
  const parts: string[] = [];
  let length = 0;
  const put = (text: string): boolean => {
    parts.push(text);
    length += text.length;
    return length < longest;
  };
  const write = (each: unknown, depth: number): boolean => {
    if (!Array.isArray(each)) return put(typeof each === 'object' ? '[object Object]' : String(each));
    if (depth === deepest) return true;
    return each.every((item, index) => (index === 0 || put(',')) && (item === null || write(item, depth + 1)));
  };
  write(value, 0);
  return parts.join('').slice(0, longest);
}

/** Text as it is, all else as JSON with sorted keys; undefined for what is longer than `longest`. */
function exactText(value: unknown, longest: number): string | undefined {
  if (typeof value !== 'string') return sortedJson(value, longest);
  return value.length > longest ? undefined : value;
}
