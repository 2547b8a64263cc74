import { RE2JS } from 're2js';
import { maxJsonLevels } from '../core/contract.ts';
import { jsonStart, sortedJson } from '../core/json/json.ts';
import {
  maxContainsText,
  maxNumberText,
  maxQuoted,
  maxRegexLength,
  maxRegexProgram,
  maxRegexSteps,
  maxRegexText,
} from '../core/limits-contract.ts';
import { clip } from '../core/text/clip-contract.ts';
import type { PropertyOperator } from './contract.ts';

/** A filter that cannot be evaluated; the message says why. */
export class InvalidFilterError extends Error {}

/** Compiles the test of a present value, before negation. Throws InvalidFilterError. */
export type Compile = (
  expected: unknown,
  context: { operator: PropertyOperator; now: () => number },
) => (value: unknown) => boolean;

export const compileAnything: Compile = () => () => true;

export const compileOneOf: Compile = (expected) => {
  const texts = (Array.isArray(expected) ? expected : [expected]).map(
    (item) => exactText(item, Number.POSITIVE_INFINITY)?.toLowerCase() ?? '',
  );
  const known = new Set(texts);
  // Lower-casing never shortens a text.
  const maxLength = texts.reduce((most, text) => Math.max(most, text.length), 0);
  const isJson = texts.some((text) => text.startsWith('{') || text.startsWith('['));
  return (value) => {
    // Avoids listing the keys of a large object when no value is JSON.
    if (!isJson && typeof value === 'object' && value !== null) return false;
    const text = exactText(value, maxLength);
    return text !== undefined && known.has(text.toLowerCase());
  };
};

/** Compares texts without regard to ASCII case. */
export const compileText =
  (compare: (text: string, part: string) => boolean): Compile =>
  (expected) => {
    const part = foldAscii(plainText(expected, Number.POSITIVE_INFINITY));
    return (value) => compare(foldAscii(plainText(value, maxContainsText)), part);
  };

const foldAscii = (text: string) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

export const compilePattern: Compile = (expected) => {
  const isMatch = compileRegex(plainText(expected, maxRegexLength + 1));
  return (value) => isMatch(plainText(value, maxRegexText));
};

/** Compiles an RE2 regex that searches the first `maxRegexText` characters. Throws InvalidFilterError. */
export function compileRegex(pattern: string): (text: string) => boolean {
  if (pattern.length > maxRegexLength) {
    throw new InvalidFilterError(`A regex must have at most ${maxRegexLength} characters.`);
  }
  const regex = parseRegex(pattern);
  const size = regex.programSize();
  if (size > maxRegexProgram) {
    const detail = `it compiles to ${size} instructions; the maximum is ${maxRegexProgram}`;
    throw new InvalidFilterError(`The regex is too large: ${detail}. Use fewer or smaller repetitions.`);
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

export const compileNumber =
  (compare: (number: number | bigint, limit: number | bigint) => boolean): Compile =>
  (expected, { operator }) => {
    const limit = numberOf(expected);
    if (Number.isNaN(limit))
      throw new InvalidFilterError(`The operator "${operator}" needs a number; got ${shownValue(expected)}.`);
    return (value) => compare(numberOf(value), limit);
  };

/** Without flags, so that its source can be sent to SDKs. */
export const decimal = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?\s*$/;

/** Writes a value for an error sentence. */
export const shownValue = (value: unknown) => clip(jsonStart(value, maxQuoted + 1), maxQuoted);

/** Returns NaN for anything but a number, so that all comparisons fail. No integer loses a digit. */
function numberOf(value: unknown): number | bigint {
  if (typeof value === 'bigint') return value;
  const isText = typeof value === 'string' && value.length <= maxNumberText && decimal.test(value);
  const number = isText ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) return Number.NaN;
  return isText && !Number.isSafeInteger(number) && integer.test(value) ? BigInt(value) : number;
}

const integer = /^\s*[+-]?\d+\s*$/;

/**
 * Returns the first `maxLength` characters of String(value), without calling `toString`, which a client may have sent as a
 * property.
 */
function plainText(value: unknown, maxLength: number): string {
  if (typeof value === 'string') return value.length > maxLength ? value.slice(0, maxLength) : value;
  if (typeof value !== 'object' || value === null) return String(value);
  const parts: string[] = [];
  let length = 0;
  const put = (text: string): boolean => {
    parts.push(text);
    length += text.length;
    return length < maxLength;
  };
  const write = (each: unknown, depth: number): boolean => {
    if (!Array.isArray(each)) return put(typeof each === 'object' ? '[object Object]' : String(each));
    // Requests may send deeper arrays than events.
    if (depth === maxJsonLevels) return true;
    return each.every((item, index) => (index === 0 || put(',')) && (item === null || write(item, depth + 1)));
  };
  write(value, 0);
  return parts.join('').slice(0, maxLength);
}

/** Returns text unchanged and other values as JSON with sorted keys; undefined if longer than `maxLength`. */
function exactText(value: unknown, maxLength: number): string | undefined {
  if (typeof value !== 'string') return sortedJson(value, maxLength);
  return value.length > maxLength ? undefined : value;
}
