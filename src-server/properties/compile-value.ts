import { RE2JS } from 're2js';
import { sortedJson } from '../core/json.ts';
import {
  maxContainsText,
  maxNumberText,
  maxRegexLength,
  maxRegexProgram,
  maxRegexSteps,
  maxRegexText,
} from '../core/limits.ts';
import type { PropertyOperator } from './contract.ts';

/** A filter that can never be meant; the message says why, in a sentence for the one who wrote it. */
export class InvalidFilterError extends Error {}

/** Compiles the test of a value that is there, before any negation. Throws InvalidFilterError. */
export type Compile = (
  wanted: unknown,
  context: { operator: PropertyOperator; now: () => number },
) => (value: unknown) => boolean;

export const compileAnything: Compile = () => () => true;

export const compileOneOf: Compile = (wanted) => {
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
};

export const compileContains: Compile = (wanted) => {
  const text = foldAscii(plainText(wanted, Number.POSITIVE_INFINITY));
  return (value) => foldAscii(plainText(value, maxContainsText)).includes(text);
};

const foldAscii = (text: string) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

export const compilePattern: Compile = (wanted) => {
  const isMatch = compileRegex(plainText(wanted, maxRegexLength + 1));
  return (value) => isMatch(plainText(value, maxRegexText));
};

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

export const compileNumber =
  (compare: (number: number, limit: number) => boolean): Compile =>
  (wanted, { operator }) => {
    const limit = numberOf(wanted);
    if (Number.isNaN(limit)) throw new InvalidFilterError(`The operator "${operator}" needs a number.`);
    return (value) => compare(numberOf(value), limit);
  };

const decimal = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?\s*$/i;

/** Comparisons with NaN are all false: what is no number never holds. */
function numberOf(value: unknown): number {
  const isText = typeof value === 'string' && value.length <= maxNumberText && decimal.test(value);
  const number = isText ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : Number.NaN;
}

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
